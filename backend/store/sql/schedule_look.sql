select onceover.schedule_look($1::uuid, $2::uuid, $3::bigint, $4::bigint, $5::jsonb)
