select core_id, digest from review.cores where core_id::text = $1 or name = $1 order by core_id limit 2
