select onceover.record_back_test($1::uuid, $2::uuid, $3::jsonb) as outcome
