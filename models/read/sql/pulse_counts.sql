select count(*) filter (where case_kind <> 'WATCHED' and open_decision_id is null
                              and (taken_by is null or taken_by = (select person_id from review.me))
                              and (deferred_until_us is null or deferred_until_us <= (extract(epoch from now()) * 1000000)::bigint)),
       count(*) filter (where open_decision_id is not null and open_people_needed = 2
                              and open_proposed_by is distinct from (select person_id from review.me)),
       count(*) filter (where case_kind <> 'WATCHED'),
       count(*) filter (where status = 'UNKNOWN'),
       count(*) filter (where case_kind = 'HELD'),
       (select count(*) from review.orphans),
       (select count(distinct payment_id) from review.attempts where account = 'in_doubt'),
       (select min(claimed_us) from review.attempts where account = 'in_doubt')
  from review.cases
