select account, currency, balance_minor
  from review.ledger
 where account in ('in_transit', 'in_doubt') and balance_minor <> 0
 order by account, currency
