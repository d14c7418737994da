select onceover.fence($1::uuid, $2)
