select onceover.take_free_records($1::uuid, $2::uuid, $3::uuid, $4::int) as lines
