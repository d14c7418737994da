select attempt_id, state, finding from onceover.find_missing($1::uuid, $2::uuid[], $3::text[])
