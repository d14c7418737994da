select record_id::text, layer, owner_name, external_id, amount_minor, currency, direction, state, is_reversal, reference, provider_key,
       payee_account, narrative, booked_on, value_on, seen_us, payment_id::text, role, tier, 0::bigint
  from review.records
 where payment_id = :payment::uuid
 order by record_id
 limit 500
