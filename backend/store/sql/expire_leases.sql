select onceover.expire_leases($1::uuid, $2::int) as ended
