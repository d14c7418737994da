select account, currency, balance_minor
  from review.ledger
 order by currency, account
