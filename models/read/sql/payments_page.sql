-- One page of all payments, newest first.
select payment_id::text, reference, source, idempotency_key, kind, direction, payee, payee_account, amount_minor, currency, provider,
       send_before_us, created_us, status, unknown_reason, review_reason, failure_kind, basis, finality, confirmed_amount_minor,
       hold_reason, held_because_of::text, version, evidence_version, generation, has_contradiction, taken_by::text, taken_by_name,
       taken_us, deferred_until_us, next_look_us, look_count, next_evidence_us, absence_conditions, exhausted_us, updated_us,
       attempt_count, possible_minor, open_decision_id::text, open_decision_kind, open_proposed_by::text, open_people_needed
  from review.payments
 where payment_id < :after::uuid
   and (:provider::text = '' or provider = :provider::text)
   and (:currency::text = '' or currency = upper(:currency::text))
   and (:status::text = '' or status = :status::text)
   and (:reason::text = '' or :reason::text in (unknown_reason, review_reason, hold_reason, failure_kind))
   and (:needle::text = '' or payment_id in (
           select payment_id from review.payments
            where reference = upper(:needle::text) or idempotency_key = :needle::text
               or payment_id::text = lower(:needle::text) or open_decision_id::text = lower(:needle::text)
               or strpos(lower(payee), lower(:needle::text)) > 0 or strpos(payee_account, :needle::text) > 0
           union all
           select payment_id from review.attempts
            where attempt_id::text = lower(:needle::text) or provider_id = :needle::text or provider_key = upper(:needle::text)
           union all
           select payment_id from review.records
            where payment_id is not null and (external_id = :needle::text or record_id::text = lower(:needle::text))))
 order by payment_id desc
 limit :limit::int
