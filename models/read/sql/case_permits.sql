select permit_id::text, ordinal, generation, ground, provider_key, profile_version, decision_id::text, granted_by, granted_us, used_as,
       attempt_id::text, use_reason, used_us
  from review.permits
 where payment_id = :payment::uuid
 order by ordinal
