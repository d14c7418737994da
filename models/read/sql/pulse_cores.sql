select c.core_id::text, c.name, c.host, c.is_paused, c.last_seen_us, w.witness_state,
       coalesce(c.open_decision_id::text, ''), coalesce(c.open_decision_kind, ''), coalesce(c.open_proposed_by_name, '')
  from review.cores c
  join review.witnesses w using (core_id)
 order by c.name, c.core_id
