select told from (
    select 1 as place, s.account as name, jsonb_build_object('type', 'source') || to_jsonb(s) as told from review.sources s
    union all
    select 2, g.account, jsonb_build_object('type', 'gap') || to_jsonb(g) from review.source_gaps g
    union all
    select 3, e.reference, jsonb_build_object('type', 'expectation') || to_jsonb(e) from review.expectations e
    union all
    select 4, d.reference, jsonb_build_object('type', 'duplicate') || to_jsonb(d) from review.duplicates d
    union all
    select 5, o.record_id::text, jsonb_build_object('type', 'orphan') || to_jsonb(o) from review.orphans o
    union all
    select 6, n.payment_id::text, jsonb_build_object('type', 'next_evidence') || to_jsonb(n) from review.next_evidence n) everything
 where $1::text is null or told ->> 'type' = $1
 order by place, name, told::text
