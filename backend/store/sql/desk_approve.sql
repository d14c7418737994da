select onceover.approve($1::uuid, $2::uuid, $3)::text as answer
