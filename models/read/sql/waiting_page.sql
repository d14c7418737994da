select w.fact_id::text, p.reference, w.kind, w.waiting_since_us::text, w.tries::text, w.payment_id::text
  from review.waiting_facts w join review.payments p using (payment_id)
 order by w.waiting_since_us, w.fact_id limit :limit::int
