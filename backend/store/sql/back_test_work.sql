select onceover.back_test_work($1::uuid) as work
