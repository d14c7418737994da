select onceover.add_upload_part($1::uuid, $2::int, $3, $4::jsonb) as state
