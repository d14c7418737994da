select onceover.propose_core($1::uuid, $2::uuid, $3, $4, $5, $6)::text as answer
