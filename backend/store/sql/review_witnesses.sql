select w.core_id, w.name, w.host, w.core_state, w.witness_state, w.server_started_us, w.last_seen_us,
       c.open_attempt_count, c.open_attempt_ids, c.digest, c.open_decision_id, c.open_decision_kind, c.open_proposed_by_name
  from review.witnesses w join review.cores c using (core_id) order by w.name, w.core_id
