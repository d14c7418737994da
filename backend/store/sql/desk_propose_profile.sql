select onceover.propose_profile($1::uuid, $2, $3, $4)::text as answer
