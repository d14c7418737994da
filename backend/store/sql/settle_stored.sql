select onceover.settle_stored($1::uuid, $2::int) as settled
