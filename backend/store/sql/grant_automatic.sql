select onceover.grant_automatic($1::uuid, $2::uuid) as permit_id
