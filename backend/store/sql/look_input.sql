select onceover.look_input($1::uuid)::text as facts
