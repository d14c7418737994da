select p.payment_id, p.version, onceover.case_digest(p.payment_id) as digest
  from review.payments p
 where p.payment_id::text = $1 or p.reference = $1
