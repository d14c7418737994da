select onceover.finish_import($1::uuid)
