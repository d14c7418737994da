select provider, version, body, sha256 from review.providers order by provider
