select onceover.find_late_payments($1::uuid) as late
