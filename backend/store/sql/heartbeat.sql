select is_paused, beats from onceover.heartbeat($1::uuid, $2::uuid, $3::bigint, $4::bigint)
