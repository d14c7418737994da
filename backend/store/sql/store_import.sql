select import_id, outcome from onceover.store_import($1::jsonb)
