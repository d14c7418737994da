select payment_id::text, reference, source, idempotency_key, kind, direction, payee, payee_account, amount_minor, currency, provider,
       send_before_us, created_us, status, unknown_reason, review_reason, failure_kind, basis, finality, confirmed_amount_minor,
       hold_reason, held_because_of::text, version, evidence_version, generation, has_contradiction, taken_by::text, taken_by_name,
       taken_us, deferred_until_us, next_look_us, look_count, next_evidence_us, absence_conditions, exhausted_us, updated_us,
       attempt_count, possible_minor, open_decision_id::text, open_decision_kind, open_proposed_by::text, open_people_needed
  from review.payments
 where payment_id = :payment::uuid
