-- Who may call what. Nobody has a privilege on a table; nobody but the owner may write.
set local role onceover_owner;

grant usage on schema onceover to onceover_viewer, onceover_reviewer, onceover_approver, onceover_auditor, onceover_officer,
    onceover_core, onceover_intake, onceover_ingest;
grant usage on schema review to onceover_viewer, onceover_auditor, onceover_reviewer, onceover_approver, onceover_officer,
    onceover_core, onceover_intake, onceover_ingest;
grant select on all tables in schema review to onceover_viewer, onceover_auditor;
grant select on review.installation, review.me, review.providers, review.cores to onceover_core, onceover_intake, onceover_ingest,
    onceover_reviewer, onceover_approver, onceover_officer;

revoke all on all functions in schema onceover from public;
grant execute on function onceover.accept(jsonb) to onceover_intake;
grant execute on function onceover.register_core(uuid, text, text, uuid, uuid, text), onceover.heartbeat(uuid, uuid, bigint, bigint),
    onceover.set_core_paused(uuid, boolean), onceover.claim(uuid, uuid, text, uuid[], int), onceover.ready_to_call(uuid, uuid, bigint, text),
    onceover.record_results(uuid, jsonb), onceover.abandon(uuid, uuid, uuid, boolean, text), onceover.look_up_attempt(uuid, uuid),
    onceover.expire_leases(uuid, int), onceover.settle_stored(uuid, int), onceover.take_due_looks(uuid, text, int, int), onceover.look_input(uuid),
    onceover.record_evidence(uuid, uuid, jsonb), onceover.apply_verdict(uuid, uuid, bigint, text, text),
    onceover.schedule_look(uuid, uuid, bigint, bigint, jsonb), onceover.payments_to_retry(uuid, text, int),
    onceover.grant_automatic(uuid, uuid), onceover.fence(uuid, text) to onceover_core;
grant execute on function onceover.store_import(jsonb), onceover.store_import_statement(uuid, jsonb),
    onceover.store_import_records(uuid, uuid, jsonb), onceover.link_import(uuid), onceover.finish_import(uuid) to onceover_ingest;
-- Pure functions that a reader needs to check the record for himself.
grant execute on function onceover.lp(int, text[]), onceover.canonical_json(jsonb), onceover.reference_of(uuid, text, text),
    onceover.micros(timestamptz) to onceover_viewer, onceover_auditor, onceover_core, onceover_intake, onceover_ingest;
-- Views that other groups read too show times.
grant execute on function onceover.micros(timestamptz) to onceover_reviewer, onceover_approver, onceover_officer;
