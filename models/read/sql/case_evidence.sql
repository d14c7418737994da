select evidence_id::text, attempt_id::text, source, kind, state, reason, record_id::text, amount_minor, currency, asked_us, answered_us,
       could_see_until_us, body_excerpt, body_sha256, is_human, proves_absence, is_material, evidence_version, recorded_by, recorded_us
  from review.evidence
 where payment_id = :payment::uuid
 order by evidence_version, evidence_id
 limit 2000
