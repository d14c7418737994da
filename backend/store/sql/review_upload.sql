select upload_id::text as upload_id, digest, state from review.uploads where upload_id::text = $1 or sha256 = $1 order by stored_us desc limit 1
