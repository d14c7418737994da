select onceover.abandon($1::uuid, $2::uuid, $3::uuid, $4::boolean, $5) as status
