select login, coalesce(person_id::text, ''), coalesce(display_name, ''), roles, coalesce(is_disabled, false)
  from review.me
