select account, format, currency, file_count::text, coalesce(last_file_name, ''), coalesce(last_stored_us::text, ''),
       coalesce(covered_until, ''), coalesce(rhythm_days::text, ''), coalesce(next_expected_us::text, ''), is_late::text, layer
  from review.sources order by is_late desc, account, format, currency limit :limit::int
