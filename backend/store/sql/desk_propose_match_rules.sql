select onceover.propose_match_rules($1::uuid, $2, $3)::text as answer
