select onceover.end_overdue($1::uuid, $2::int) as ended
