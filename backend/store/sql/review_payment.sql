select jsonb_build_object(
    'payment', to_jsonb(p) || jsonb_build_object('digest', onceover.case_digest(p.payment_id)),
    'permits', coalesce((select jsonb_agg(to_jsonb(m) - 'payment_id' order by m.ordinal) from review.permits m
        where m.payment_id = p.payment_id), '[]'),
    'attempts', coalesce((select jsonb_agg(to_jsonb(a) - '{payment_id,answer,answer_reason,provider_id,http_status,request_bytes,started_us,finished_us,body_excerpt,body_sha256}'::text[]
        order by a.ordinal) from review.attempts a where a.payment_id = p.payment_id), '[]'),
    'results', coalesce((select jsonb_agg(jsonb_build_object('attempt_id', a.attempt_id, 'answer', a.answer, 'reason', a.answer_reason,
            'provider_id', a.provider_id, 'http_status', a.http_status, 'request_bytes', a.request_bytes, 'started_us', a.started_us,
            'finished_us', a.finished_us, 'body_excerpt', a.body_excerpt, 'body_sha256', a.body_sha256) order by a.ordinal)
        from review.attempts a where a.payment_id = p.payment_id and a.answer is not null), '[]'),
    'evidence', coalesce((select jsonb_agg(to_jsonb(e) - 'payment_id' order by e.recorded_us, e.evidence_id) from review.evidence e
        where e.payment_id = p.payment_id), '[]'),
    'records', coalesce((select jsonb_agg(to_jsonb(r) - 'payment_id' order by r.linked_us, r.record_id) from review.records r
        where r.payment_id = p.payment_id), '[]'),
    'candidates', coalesce((select jsonb_agg(to_jsonb(c) - 'payment_id' order by c.found_us, c.record_id) from review.candidates c
        where c.payment_id = p.payment_id), '[]'),
    'contradictions', coalesce((select jsonb_agg(to_jsonb(c) - 'payment_id' order by c.opened_us, c.kind, c.ref) from review.contradictions c
        where c.payment_id = p.payment_id), '[]'),
    'decisions', coalesce((select jsonb_agg(to_jsonb(d) - 'payment_id' order by d.proposed_us, d.decision_id) from review.decisions d
        where d.payment_id = p.payment_id), '[]'),
    'notes', coalesce((select jsonb_agg(to_jsonb(n) - 'payment_id' order by n.at_us, n.note_id) from review.notes n
        where n.payment_id = p.payment_id), '[]'),
    'events', coalesce((select jsonb_agg(to_jsonb(e) - '{subject_id,subject_kind,subject_name}'::text[] order by e.seq) from review.events e
        where e.subject_id = p.payment_id), '[]'))::text as payment
  from review.payments p
 where p.payment_id::text = $1 or p.reference = $1
