select onceover.read_command($1::uuid)::text as answer
