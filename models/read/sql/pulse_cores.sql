select core_id::text, name, host, is_paused, last_seen_us
  from review.cores
 order by name, core_id
