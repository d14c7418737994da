select onceover.store_import_statement($1::uuid, $2::jsonb) as known_import
