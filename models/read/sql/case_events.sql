select subject_id::text, subject_kind, subject_name, seq, kind, at_us, actor, person_name, login, body, from_account, to_account,
       amount_minor, currency, leaf
  from review.events
 where subject_id = :payment::uuid
 order by seq
 limit 2000
