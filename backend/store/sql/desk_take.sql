select onceover.take($1::uuid, $2::uuid, $3, $4)::text as answer
