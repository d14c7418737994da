select account, currency, balance_minor from review.ledger order by account, currency
