select onceover.look_up_attempt($1::uuid, $2::uuid) as state
