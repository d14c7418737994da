select onceover.heartbeat($1::uuid, $2::uuid, $3::bigint) as is_paused
