select ordinal, number, coalesce(booked_on, ''), coalesce(value_on, ''), amount_minor, currency, direction, reference, payee_account,
       left(narrative, 600)
  from review.upload_lines where upload_id = :file::uuid order by ordinal, number limit :limit::int
