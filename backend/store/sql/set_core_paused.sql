select onceover.set_core_paused($1::uuid, $2::boolean)
