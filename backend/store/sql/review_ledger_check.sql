select currency, ledger_minor, possible_minor, agrees from review.ledger_check order by currency
