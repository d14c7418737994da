select payment_id from onceover.take_due_looks($1::uuid, $2, $3::int, $4::int)
