select subject_id, subject_kind, event_count, head from review.chains
 where subject_id > $1::uuid order by subject_id limit $2
