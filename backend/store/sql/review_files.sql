select (to_jsonb(f) || case when u.upload_id is null then '{}' else jsonb_build_object('digest', u.digest, 'reading', u.reading,
           'open_proposed_by', u.open_proposed_by_name,
           'statements', (select jsonb_agg(to_jsonb(s) - 'upload_id' order by s.number) from review.upload_statements s where s.upload_id = u.upload_id)) end)::text as file
  from review.files f left join review.uploads u on u.upload_id = f.file_id
 order by f.stored_us desc, f.file_id limit $1::int
