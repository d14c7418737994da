select onceover.apply_verdict($1::uuid, $2::uuid, $3::bigint, $4, $5) as status
