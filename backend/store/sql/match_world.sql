select onceover.match_world($1::uuid, $2, $3::uuid[], $4::text[], $5::text[]) as world
