select is_demo, schema_version, incarnation_state, incarnation_why from review.installation
