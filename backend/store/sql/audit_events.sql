select subject_id, seq, kind, at_us, actor, person_id, login, body, from_account, to_account, amount_minor, currency, epoch,
       previous_leaf, leaf
  from review.events where (subject_id, seq) > ($1::uuid, $2) order by subject_id, seq limit $3
