select attempt_id::text, ordinal, ground, generation, provider_key, core_name, claimed_us, lease_until_us, fate, fate_basis, closed_by,
       account, closed_how, closed_us, answer, answer_reason, provider_id, http_status, request_bytes, started_us, finished_us,
       body_excerpt, body_sha256
  from review.attempts
 where payment_id = :payment::uuid
 order by ordinal
