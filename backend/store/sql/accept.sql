select outcome, payment_id, reference, status, differs::text as differs, code, detail, is_held
  from onceover.accept($1::jsonb)
