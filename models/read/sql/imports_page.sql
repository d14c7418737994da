select i.import_id::text, i.sha256, i.file_name, i.format, i.byte_count, i.channel, i.uploaded_by, i.stored_us, i.linked_us,
       i.record_count, i.linked_count, coalesce(s.account, ''), coalesce(s.from_date, ''), coalesce(s.to_date, ''),
       coalesce(s.ties::text, ''), coalesce(s.is_complete, false)
  from review.imports i
  left join review.import_statements s on s.import_id = i.import_id and s.ordinal = 1
 order by i.stored_us desc, i.import_id
 limit :limit::int
