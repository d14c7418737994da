select note_id::text, person_name, kind, reason_code, note, until_us, at_us
  from review.notes
 where payment_id = :payment::uuid
 order by at_us, note_id
