select onceover.begin_upload($1::uuid, $2::jsonb) as state
