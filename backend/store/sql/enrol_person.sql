select onceover.enrol_person($1::uuid, $2)
