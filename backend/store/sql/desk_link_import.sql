select jsonb_build_object('outcome', 'DONE', 'linked', l.linked)::text as answer from onceover.link_import($1::uuid) l
