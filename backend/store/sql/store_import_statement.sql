select onceover.store_import_statement($1::uuid, $2::jsonb) as statement_row_id
