select record_id::text, layer, owner_name, external_id, amount_minor, currency, direction, state, is_reversal, reference, provider_key,
       payee_account, narrative, booked_on, value_on, seen_us, '', '', '', candidate_count
  from review.orphans
 order by record_id desc
 limit :limit::int
