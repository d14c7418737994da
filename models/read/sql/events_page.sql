-- The newest events of all subjects.
select subject_id::text, subject_kind, subject_name, seq, kind, at_us, actor, person_name, login, body, from_account, to_account,
       amount_minor, currency, leaf
  from review.events
 where (at_us, subject_id, seq) < (:before_us::bigint, :before_subject::uuid, :before_seq::bigint)
 order by at_us desc, subject_id desc, seq desc
 limit :limit::int
