select onceover.enrol_login($1, $2::uuid, $3) where not exists (select from onceover.logins where login = $1)
