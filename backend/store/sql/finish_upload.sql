select a.answer ->> 'digest' as digest, (a.answer ->> 'records')::bigint as records
  from onceover.finish_upload($1::uuid) a (answer)
