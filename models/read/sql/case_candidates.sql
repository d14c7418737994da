select record_id::text, layer, owner_name, external_id, amount_minor, currency, direction, state, false, reference, '',
       payee_account, narrative, booked_on, value_on, found_us, '', '', '', 0::bigint, tier, fields, found_us,
       owner_payment_id::text, owner_role, payments_competing
  from review.candidates
 where payment_id = :payment::uuid
 order by record_id
 limit 500
