select onceover.register_core($1::uuid, $2, $3, $4::uuid, $5::uuid, $6)
