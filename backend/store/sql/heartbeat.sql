select onceover.heartbeat($1::uuid, $2::uuid) as is_paused
