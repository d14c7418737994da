select (extract(epoch from clock_timestamp()) * 1000000)::bigint, is_demo, is_standby, coalesce(schema_version, 0)::bigint,
       coalesce(incarnation_state, ''), coalesce(incarnation_why, '')
  from review.installation
