select file_id::text, sha256, file_name, format, byte_count, channel, brought_by, stored_us, state, record_count, linked_count,
       candidate_count, unmatched_count, coalesce(accounts, ''), coalesce(from_date, ''), coalesce(to_date, ''), statement_count,
       flagged_count, gap_count
  from review.files
 order by stored_us desc, file_id
 limit :limit::int
