select onceover.defer($1::uuid, $2::uuid, $3::bigint, $4, $5)::text as answer
