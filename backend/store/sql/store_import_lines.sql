select onceover.store_import_lines($1::uuid, $2::uuid, $3::jsonb) as stored
