select onceover.propose($1::uuid, $2::uuid, $3, $4, $5, $6::jsonb, $7, $8::bigint)::text as answer
