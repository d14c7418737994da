-- After a lost answer, whether our decision is on record.
select state, end_reason, approved_by_name, proposed_by_name
  from review.decisions
 where decision_id = :decision::uuid
