select onceover.propose_upload($1::uuid, $2::uuid, $3, $4, $5)::text as answer
