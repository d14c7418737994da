select kind, ref, detail, opened_us
  from review.contradictions
 where payment_id = :payment::uuid
 order by kind, ref
