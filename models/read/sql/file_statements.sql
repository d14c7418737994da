select coalesce(account, ''), coalesce(currency, ''), coalesce(from_date, ''), coalesce(to_date, ''), coalesce(opening_minor::text, ''),
       coalesce(closing_minor::text, ''), coalesce(credits_minor::text, ''), coalesce(debits_minor::text, ''), coalesce(entry_count::text, ''),
       coalesce(ties::text, '')
  from review.upload_statements where upload_id = :file::uuid order by ordinal
