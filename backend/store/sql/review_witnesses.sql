select core_id, name, host, core_state, witness_state, server_started_us, last_seen_us from review.witnesses order by name, core_id
