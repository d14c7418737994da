select onceover.enrol_login($1, $2::uuid, $3)
