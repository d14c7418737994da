select status, currency, payment_count, amount_minor from review.status order by status, currency
