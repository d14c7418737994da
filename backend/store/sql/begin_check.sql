select state, why, tenant, epoch, system_identifier, timeline, server_started_us, known_records, core_state, is_proven, awaited
  from onceover.begin_check($1::uuid, $2::uuid, $3::bigint)
