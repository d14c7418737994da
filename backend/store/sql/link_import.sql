select linked, candidates, unmatched from onceover.link_import($1::uuid)
