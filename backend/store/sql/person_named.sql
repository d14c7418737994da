select person_id from onceover.people where display_name = $1 and disabled_at is null order by created_at limit 1
