select decision_id::text, kind, reason_code, note, options, digest, version, people_needed, proposed_by::text, proposed_by_name,
       proposed_us, expires_us, approved_by_name, approved_us, state, end_reason, ended_us
  from review.decisions
 where payment_id = :payment::uuid
 order by proposed_us, decision_id
