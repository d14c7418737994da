select account, currency, balance_minor
  from review.doubts
 order by account, currency
