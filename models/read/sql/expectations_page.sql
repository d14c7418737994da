select payment_id::text, reference, state, amount_minor::text, currency, direction, payee, coalesce(expected_until_us::text, ''),
       coalesce(covered_until, ''), coalesce(next_evidence_us::text, '')
  from review.expectations
 order by array_position(array['OVERDUE', 'LATE', 'EXPECTED'], state), expected_until_us, payment_id limit :limit::int
