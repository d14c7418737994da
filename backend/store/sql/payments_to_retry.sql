select payment_id from onceover.payments_to_retry($1::uuid, $2, $3::int)
