select * from onceover.claim($1::uuid, $2::uuid, $3, $4::uuid[], $5::int)
