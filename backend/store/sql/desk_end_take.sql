select onceover.end_take($1::uuid, $2::uuid)::text as answer
