select is_material, evidence_version, opened_contradiction from onceover.record_evidence($1::uuid, $2::uuid, $3::jsonb)
