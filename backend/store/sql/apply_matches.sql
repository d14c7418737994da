select linked, candidates from onceover.apply_matches($1::uuid, $2::uuid[], $3::jsonb)
