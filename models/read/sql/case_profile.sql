select body
  from review.providers
 where provider = :provider::text
