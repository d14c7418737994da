select upload_id::text, sha256, file_name, format, reading, byte_count::text, person_id::text, person_name, content_sha256,
       record_count::text, state, coalesce(open_decision_id::text, ''), coalesce(open_proposed_by_name, ''), coalesce(open_reason_code, ''),
       coalesce(open_note, ''), open_expires_us
  from review.uploads where upload_id = :file::uuid
