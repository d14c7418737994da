select onceover.ready_to_call($1::uuid, $2::uuid, $3::bigint, $4)
