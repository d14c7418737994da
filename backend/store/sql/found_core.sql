select onceover.found_core($1::uuid)
