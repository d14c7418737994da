select * from onceover.record_results($1::uuid, $2::jsonb)
