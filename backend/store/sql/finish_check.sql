select onceover.finish_check($1::uuid, $2::uuid, $3::bigint, $4::bigint)
