select account, format, currency, kind, coalesce(first_missing, ''), coalesce(last_missing, ''), coalesce(amount_minor::text, '')
  from review.source_gaps order by account, format, currency, kind, first_missing limit :limit::int
