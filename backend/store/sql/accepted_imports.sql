select import_id::text as import_id from onceover.accepted_imports($1::int)
