select p.payment_id, to_jsonb(p)::text as payment from review.payments p
 where ($1::text is null or p.status = $1) and ($2::uuid is null or p.payment_id > $2)
 order by p.payment_id
 limit $3::int
