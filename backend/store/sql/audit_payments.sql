select payment_id, status from review.payments where payment_id > $1::uuid order by payment_id limit $2
