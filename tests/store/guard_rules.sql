-- For guard_rules_test: rows as no function writes them, in a database whose triggers are off but for the one asked.
create schema rules;

-- A proposal about a payment, approved and ended: by two people or by one, in this transaction or in an old one.
create function rules.agree(p_payment uuid, p_kind text, p_ended text default 'IN_FORCE', p_two boolean default true,
    p_is_old boolean default false) returns uuid
language plpgsql as $$
declare
    decision uuid := gen_random_uuid();
    first uuid := (select person_id from onceover.logins where login = 'liwei');
    second uuid := (select person_id from onceover.logins where login = case when p_two then 'ana' else 'liwei' end);
begin
    insert into onceover.proposals (decision_id, subject_kind, payment_id, kind, reason_code, note, digest, version, people_needed,
        proposed_by, proposed_login, expires_at, content_sha256)
    values (decision, 'PAYMENT', p_payment, p_kind, 'OTHER', 'n', repeat('a', 64), 1, 2, first, 'liwei', now() + interval '1 day', '');
    insert into onceover.approvals (command_id, decision_id, approved_by, approved_login, digest)
    values (gen_random_uuid(), decision, second, 'ana', repeat('a', 64));
    if p_ended is not null then
        insert into onceover.proposal_ends (decision_id, ended_as, why, xid)
        values (decision, p_ended, 'x', case when p_is_old then '3'::xid8 else pg_current_xact_id() end);
    end if;
    return decision;
end
$$;

-- The same about a core.
create function rules.agree_core(p_core uuid, p_kind text, p_two boolean default true) returns uuid
language plpgsql as $$
declare
    decision uuid := gen_random_uuid();
begin
    insert into onceover.proposals (decision_id, subject_kind, core_id, kind, reason_code, note, digest, version, people_needed,
        proposed_by, proposed_login, expires_at, content_sha256)
    select decision, 'CORE', p_core, p_kind, 'OTHER', 'n', repeat('a', 64), 0, 2, l.person_id, 'liwei', now() + interval '1 day', ''
      from onceover.logins l where l.login = 'liwei';
    insert into onceover.approvals (command_id, decision_id, approved_by, approved_login, digest)
    select gen_random_uuid(), decision, l.person_id, 'ana', repeat('a', 64)
      from onceover.logins l where l.login = case when p_two then 'ana' else 'liwei' end;
    return decision;
end
$$;

-- A new payment in this status.
create function rules.fresh(p_status text, p_unknown text default null, p_failure text default null, p_key text default 'new') returns uuid
language plpgsql as $$
declare
    payment uuid := gen_random_uuid();
begin
    insert into onceover.payments (payment_id, reference, source, idempotency_key, kind, direction, payee, payee_account, amount_minor,
        currency, provider, status, unknown_reason, failure_kind, review_reason, next_look_at, basis, version_epoch)
    values (payment, onceover.reference_of((select tenant from onceover.installation), 'rules', p_key), 'rules', 'new', 'PAYOUT', 'OUT',
        'P', 'A', 1250, 'EUR', 'card', p_status, p_unknown, p_failure, case p_status when 'REVIEW' then 'TAKEN' end, now(),
        case p_status when 'SUCCEEDED' then 'QUERY' end, 1);
    return payment;
end
$$;

-- The next permit of a payment.
create function rules.permit(p_payment uuid, p_ground text, p_ref text, p_generation int, p_decision uuid default null,
    p_key text default null) returns uuid
language plpgsql as $$
declare
    permit uuid := gen_random_uuid();
begin
    insert into onceover.permits (permit_id, payment_id, ordinal, generation, ground, ground_ref, provider_key, profile_version,
        evidence_version, decision_id, granted_by)
    select permit, p_payment, 1 + coalesce((select max(ordinal) from onceover.permits where payment_id = p_payment), 0), p_generation, p_ground, p_ref,
           coalesce(p_key, p.reference || '-' || p_generation), 1, 0, p_decision, 'x'
      from onceover.payments p where p.payment_id = p_payment;
    return permit;
end
$$;

create function rules.resend(p_payment uuid, p_decision uuid) returns uuid
language sql as $$ select rules.permit(p_payment, 'APPROVED_RESEND', 'decision:' || p_decision, 2, p_decision) $$;

create function rules.attempt_of(p_payment uuid) returns uuid
language sql as $$ select attempt_id from onceover.attempts where payment_id = p_payment $$;

-- A permit of this payment, used up by an attempt that each argument may make a wrong one.
create function rules.attempt(p_payment uuid, p_of uuid default null, p_generation int default 2, p_key text default null,
    p_state text default 'CLAIMED', p_core uuid default null, p_epoch bigint default 1, p_used uuid default null) returns void
language plpgsql as $$
declare
    attempt uuid := gen_random_uuid();
    permit uuid := rules.permit(p_payment, 'APPROVED_RESEND', 'x', 2, gen_random_uuid());
    first_core uuid := '00000000-0000-7000-9000-000000000001';
begin
    insert into onceover.attempt_ids values (attempt, p_state, first_core);
    if p_used is not null then
        insert into onceover.attempt_ids values (p_used, 'CLAIMED', first_core);
    end if;
    insert into onceover.permit_uses (permit_id, payment_id, used_as, attempt_id, reason) values (permit, p_payment, 'ATTEMPT', coalesce(p_used, attempt), 'x');
    insert into onceover.attempts (attempt_id, payment_id, permit_id, generation, provider_key, core_id, boot_id, epoch, lease_until)
    select attempt, coalesce(p_of, p_payment), permit, p_generation, coalesce(p_key, m.provider_key), coalesce(p_core, first_core), gen_random_uuid(), p_epoch, now()
      from onceover.permits m where m.permit_id = permit;
end
$$;

-- A charge that nobody owns, of the amount of every payment here.
create function rules.charge(p_amount bigint default 1250, p_currency text default 'EUR', p_direction text default 'OUT', p_is_reversal boolean default false) returns uuid
language sql as $$
    insert into onceover.records (record_id, layer, owner_name, external_id, amount_minor, currency, direction, state, reference, provider_key, payee_account, is_reversal)
    values (gen_random_uuid(), 'CHARGE', 'card', gen_random_uuid()::text, p_amount, p_currency, p_direction, 'SUCCEEDED', '', '', '', p_is_reversal)
    returning record_id
$$;

create function rules.own(p_payment uuid, p_record uuid, p_role text, p_layer text default 'CHARGE', p_decision uuid default null) returns void
language sql as $$
    insert into onceover.record_owners (record_id, payment_id, layer, role, tier, linked_by, decision_id)
    values (p_record, p_payment, p_layer, p_role, 'EXACT_REFERENCE', 'x', p_decision)
$$;

create function rules.fate(p_payment uuid, p_fate text, p_closed_by text default 'CORE', p_basis text default 'DIRECT', p_ref text default 'x') returns void
language sql as $$
    update onceover.attempt_fates set fate = p_fate, closed_by = p_closed_by, fate_basis = case when p_fate <> 'POSSIBLE' then p_basis end,
        fate_ref = case when p_fate <> 'POSSIBLE' then p_ref end, account = null where payment_id = p_payment
$$;

-- Evidence about a payment; its id is the ground of a fate.
create function rules.evidence(p_payment uuid, p_kind text, p_state text default '', p_proves boolean default false, p_is_human boolean default false,
    p_attempt uuid default null) returns text
language sql as $$
    insert into onceover.evidence (evidence_id, payment_id, attempt_id, source, kind, state, answered_at_us, is_human, proves_absence, is_material,
        evidence_version, recorded_by)
    values (gen_random_uuid(), p_payment, p_attempt, 'QUERY', p_kind, p_state, 1, p_is_human, p_proves, true, 1, 'x')
    returning evidence_id::text
$$;

-- Another attempt of the payment, of this generation.
create function rules.second_attempt(p_payment uuid, p_generation int) returns uuid
language plpgsql as $$
declare
    attempt uuid := gen_random_uuid();
    permit uuid := rules.permit(p_payment, 'APPROVED_RESEND', 'x', p_generation, gen_random_uuid());
    core uuid := '00000000-0000-7000-9000-000000000001';
begin
    insert into onceover.attempt_ids values (attempt, 'CLAIMED', core);
    insert into onceover.permit_uses (permit_id, payment_id, used_as, attempt_id, reason) values (permit, p_payment, 'ATTEMPT', attempt, 'x');
    insert into onceover.attempts (attempt_id, payment_id, permit_id, generation, provider_key, core_id, boot_id, epoch, lease_until)
    select attempt, p_payment, permit, p_generation, m.provider_key, core, gen_random_uuid(), 1, now() from onceover.permits m where m.permit_id = permit;
    return attempt;
end
$$;

create function rules.propose(p_login text, p_person text) returns void
language sql as $$
    insert into onceover.proposals (decision_id, subject_kind, payment_id, kind, reason_code, note, digest, version, people_needed,
        proposed_by, proposed_login, expires_at, content_sha256)
    select gen_random_uuid(), 'PAYMENT', (select payment_id from onceover.payments limit 1), 'REJECT', 'OTHER', 'n', repeat('a', 64), 1, 1,
           l.person_id, p_login, now() + interval '1 day', '' from onceover.logins l where l.login = p_person
$$;

create function rules.approve(p_decision uuid, p_login text, p_person text, p_digest text default repeat('a', 64)) returns void
language sql as $$
    insert into onceover.approvals (command_id, decision_id, approved_by, approved_login, digest)
    select gen_random_uuid(), p_decision, l.person_id, p_login, p_digest from onceover.logins l where l.login = p_person
$$;

-- Proposed by liwei, neither approved nor ended.
create function rules.open_proposal(p_payment uuid, p_people int default 2) returns uuid
language plpgsql as $$
declare
    decision uuid := gen_random_uuid();
begin
    insert into onceover.proposals (decision_id, subject_kind, payment_id, kind, reason_code, note, digest, version, people_needed,
        proposed_by, proposed_login, expires_at, content_sha256)
    select decision, 'PAYMENT', p_payment, 'REJECT', 'OTHER', 'n', repeat('a', 64), 1, p_people, l.person_id, 'liwei', now() + interval '1 day', ''
      from onceover.logins l where l.login = 'liwei';
    return decision;
end
$$;

create function rules.profile(p_version int, p_kind text default 'PROFILE', p_provider text default 'card', p_digest text default null,
    p_two boolean default true) returns void
language plpgsql as $$
declare
    decision uuid := gen_random_uuid();
    hash text := encode(sha256('{}'), 'hex');
begin
    insert into onceover.proposals (decision_id, subject_kind, payment_id, provider, kind, reason_code, note, digest, version, people_needed,
        proposed_by, proposed_login, expires_at, content_sha256)
    select decision, case when p_kind = 'PROFILE' then 'PROFILE' else 'PAYMENT' end,
           case when p_kind <> 'PROFILE' then (select payment_id from onceover.payments limit 1) end, case when p_kind = 'PROFILE' then p_provider end,
           p_kind, 'OTHER', 'n', coalesce(p_digest, hash), 1, 2, l.person_id, 'liwei', now() + interval '1 day', ''
      from onceover.logins l where l.login = 'liwei';
    insert into onceover.approvals (command_id, decision_id, approved_by, approved_login, digest)
    select gen_random_uuid(), decision, l.person_id, 'ana', repeat('a', 64)
      from onceover.logins l where l.login = case when p_two then 'ana' else 'liwei' end;
    insert into onceover.profiles (provider, version, body, sha256, decision_id) values ('card', p_version, '{}', hash, decision);
end
$$;

-- A book of rules, as if two people had put it in force after a core tested it.
create function rules.book(p_version int, p_kind text default 'MATCH_RULES', p_body text default '{}', p_two boolean default true,
    p_ended text default 'IN_FORCE', p_tested text default '{}', p_finding text default 'NEWLY_FOUND') returns void
language plpgsql as $$
declare
    decision uuid := gen_random_uuid();
    tested uuid := gen_random_uuid();
    hash text := encode(sha256('{}'), 'hex');
begin
    insert into onceover.proposals (decision_id, subject_kind, payment_id, kind, reason_code, note, options, digest, version, people_needed,
        proposed_by, proposed_login, expires_at, content_sha256)
    select decision, case when p_kind = 'MATCH_RULES' then 'RULES' else 'PAYMENT' end,
           case when p_kind <> 'MATCH_RULES' then (select payment_id from onceover.payments limit 1) end, p_kind, 'OTHER', 'n',
           jsonb_build_object('body', p_body), hash, 1, 2, l.person_id, 'liwei', now() + interval '1 day', ''
      from onceover.logins l where l.login = 'liwei';
    insert into onceover.approvals (command_id, decision_id, approved_by, approved_login, digest)
    select gen_random_uuid(), decision, l.person_id, 'ana', hash from onceover.logins l where l.login = case when p_two then 'ana' else 'liwei' end;
    insert into onceover.proposal_ends (decision_id, ended_as, why) values (decision, p_ended, 'a test');
    insert into onceover.match_back_tests (back_test_id, decision_id, rules_sha256, cases_sha256, through_at, case_count, linked_rightly, fault, core_id)
    select tested, decision, encode(sha256(convert_to(p_tested, 'UTF8')), 'hex'), onceover.resolved_lines_digest(now()), now(), 0, 0, '',
           (select core_id from onceover.cores limit 1);
    insert into onceover.match_back_test_findings (back_test_id, record_id, payment_id, finding, tier, reason)
    select tested, (select record_id from onceover.records limit 1), (select payment_id from onceover.payments limit 1), p_finding, '', '';
    insert into onceover.match_rule_books (version, body, sha256, decision_id) values (p_version, '{}', hash, decision);
end
$$;

-- In this start of the server these cores have found their journals, or were excused: all of them but one.
create function rules.prove(p_how text default 'PROVEN', p_but uuid default null) returns void
language sql as $$
    insert into onceover.server_starts select pg_postmaster_start_time(), 1 on conflict do nothing;
    delete from onceover.core_proofs;
    insert into onceover.core_proofs (started_at, core_id, how, journal_records, decision_id)
    select pg_postmaster_start_time(), c.core_id, p_how, 1, case when p_how = 'EXCUSED' then rules.agree_core(c.core_id, 'EXCUSE_CORE') end
      from onceover.cores c where c.core_id is distinct from p_but;
$$;

-- The last check was at that start.
create function rules.checked(p_start timestamptz) returns void
language plpgsql as $$
begin
    alter table onceover.incarnations disable trigger guard_incarnation;
    update onceover.incarnations set checked_start = p_start;
    alter table onceover.incarnations enable always trigger guard_incarnation;
end
$$;

-- What a line expects of the tables after a call.
create function rules.must(p_is boolean) returns void
language plpgsql as $$
begin
    if p_is is not true then
        raise exception using errcode = 'OO003', message = 'rules.wrong';
    end if;
end
$$;

-- An open proposal of liwei on the facts as they are.
create function rules.asked(p_payment uuid, p_kind text, p_options jsonb default '{}', p_people int default 2) returns void
language plpgsql as $$
declare
    decision uuid := gen_random_uuid();
begin
    insert into onceover.proposals (decision_id, subject_kind, payment_id, kind, reason_code, note, options, digest, facts, version, people_needed,
        proposed_by, proposed_login, expires_at, content_sha256)
    select decision, 'PAYMENT', p_payment, p_kind, 'OTHER', 'n', p_options, onceover.case_digest(p_payment), onceover.case_facts(p_payment), p.version, p_people,
           l.person_id, 'liwei', now() + interval '1 day', ''
      from onceover.payments p, onceover.logins l where p.payment_id = p_payment and l.login = 'liwei';
    insert into onceover.open_proposals (subject, decision_id) values (p_payment::text, decision);
end
$$;

-- Whoever is signed in approves the one open proposal, on the facts that it shows.
create function rules.approve_it(p_digest text default null) returns void
language sql as $$
    select onceover.approve(gen_random_uuid(), q.decision_id, coalesce(p_digest, q.digest)) from onceover.proposals q join onceover.open_proposals using (decision_id)
$$;

-- What the provider shows, recorded by whoever is signed in: the first core.
create function rules.shown(p_payment uuid, p_more jsonb, p_attempt uuid default null) returns text
language plpgsql as $$
declare
    answer record;
begin
    select * into answer from onceover.record_evidence('00000000-0000-7000-9000-000000000001', p_payment, jsonb_build_object('evidence_id', gen_random_uuid(),
        'attempt_id', p_attempt, 'source', 'QUERY', 'kind', 'FOUND', 'state', 'SUCCEEDED', 'asked_at_us', onceover.micros(clock_timestamp()),
        'answered_at_us', onceover.micros(clock_timestamp())) || p_more);
    return case when answer.is_material then 'material' else 'repeat' end;
end
$$;

-- The charge that proves this payment, as the provider shows it again.
create function rules.charge_of(p_payment uuid, p_amount bigint default 1250) returns jsonb
language sql as $$
    select jsonb_build_object('record', jsonb_build_object('external_id', r.external_id, 'amount_minor', p_amount, 'currency', 'EUR', 'direction', 'OUT',
               'state', 'SUCCEEDED', 'reference', r.reference, 'provider_key', r.provider_key))
      from onceover.record_owners o join onceover.records r using (record_id) where o.payment_id = p_payment limit 1
$$;

create function rules.contradicted(p_payment uuid, p_kind text, p_ref text) returns void
language sql as $$ insert into onceover.contradictions (payment_id, kind, ref, detail) values (p_payment, p_kind, p_ref, 'x') $$;

create function rules.judge(p_payment uuid, p_verdict text) returns text
language sql as $$
    select onceover.apply_verdict('00000000-0000-7000-9000-000000000001', p_payment, (select evidence_version from onceover.payments where payment_id = p_payment),
        p_verdict, '')
$$;

create function rules.status_of(p_payment uuid) returns text
language sql as $$ select status from onceover.payments where payment_id = p_payment $$;

-- A statement of a file, stored by whoever is signed in: the ingest login.
create function rules.statement(p_file text, p_more jsonb default '{}', p_row text default 'row') returns uuid
language plpgsql as $$
begin
    perform onceover.store_import(jsonb_build_object('import_id', md5(p_file)::uuid, 'sha256', p_file, 'file_name', 'f', 'format', 'camt.053', 'byte_count', 1));
    return onceover.store_import_statement(md5(p_file)::uuid, jsonb_build_object('statement_row_id', md5(p_row)::uuid, 'ordinal', 1, 'account', 'A',
        'currency', 'EUR', 'credits_minor', 0, 'debits_minor', 0, 'entry_count', 1, 'content_sha256', 'c') || p_more);
end
$$;

-- A record that may be this payment's.
create function rules.candidate(p_payment uuid, p_record uuid) returns void
language sql as $$ insert into onceover.candidates (payment_id, record_id, tier, fields, evidence_version) values (p_payment, p_record, 'EXACT_REFERENCE', '{}', 1) $$;

-- Whether the payment gets an automatic permit.
create function rules.is_tried_again(p_payment uuid, p_is_bounded boolean default true) returns boolean
language sql as $$ select onceover.grant_next(p_payment, 'CORE', p_is_bounded) is not null $$;

-- A record that names this payment, or what p_more makes of it.
create function rules.record(p_payment uuid, p_more jsonb default '{}') returns uuid
language sql as $$
    insert into onceover.records (record_id, layer, owner_name, external_id, amount_minor, currency, direction, state, reference, provider_key,
        payee_account, is_reversal)
    select gen_random_uuid(), coalesce(p_more ->> 'layer', 'CHARGE'), coalesce(p_more ->> 'owner_name', 'card'), gen_random_uuid()::text,
           coalesce((p_more ->> 'amount_minor')::bigint, p.amount_minor), coalesce(p_more ->> 'currency', 'EUR'), coalesce(p_more ->> 'direction', 'OUT'),
           coalesce(p_more ->> 'state', 'BOOKED'), coalesce(p_more ->> 'reference', p.reference), coalesce(p_more ->> 'provider_key', p.reference || '-1'),
           coalesce(p_more ->> 'payee_account', ''), coalesce((p_more ->> 'is_reversal')::boolean, false)
      from onceover.payments p where p.payment_id = p_payment
    returning record_id
$$;

create function rules.link(p_payment uuid, p_more jsonb default '{}') returns text
language sql as $$ select onceover.link_record(p_payment, rules.record(p_payment, p_more), 'CORE', null) $$;

-- The contradictions of a payment, in the order of their names.
create function rules.contradictions(p_payment uuid) returns text
language sql as $$ select coalesce(string_agg(kind, ' ' order by kind), '') from onceover.contradictions where payment_id = p_payment $$;

create function rules.person(p_login text) returns uuid
language sql as $$ select person_id from onceover.logins where login = p_login $$;

-- How many people a decision of liwei about the payment takes.
create function rules.needed(p_payment uuid, p_kind text) returns int
language sql as $$ select onceover.people_needed(p, p_kind, rules.person('liwei')) from onceover.payments p where p.payment_id = p_payment $$;

-- One person may decide so much alone, and liwei has: a payment was confirmed, just now.
create function rules.decided_alone(p_most bigint, p_payment uuid) returns void
language plpgsql as $$
begin
    insert into onceover.amount_classes values ('EUR', p_most);
    perform rules.asked(p_payment, 'CONFIRM', '{}', 1);
    insert into onceover.proposal_ends (decision_id, ended_as, why) select decision_id, 'IN_FORCE', 'x' from onceover.open_proposals;
    delete from onceover.open_proposals;
end
$$;

create function rules.may(p_payment uuid, p_kind text, p_options jsonb default '{}') returns void
language sql as $$ select onceover.check_decision(p, p_kind, p_options) from onceover.payments p where p.payment_id = p_payment $$;

create function rules.may_resend(p_payment uuid, p_options jsonb default '{"generation": "new"}') returns void
language sql as $$ select rules.may(p_payment, 'RESEND', p_options) $$;

-- Somebody asked about the payment, now.
create function rules.answer(p_payment uuid, p_kind text, p_state text default '', p_proves boolean default false, p_attempt uuid default null,
    p_is_human boolean default false) returns void
language plpgsql as $$
begin
    perform rules.evidence(p_payment, p_kind, p_state, p_proves, p_is_human, p_attempt);
    update onceover.evidence set asked_at_us = onceover.micros(clock_timestamp()), answered_at_us = onceover.micros(clock_timestamp())
     where payment_id = p_payment and asked_at_us is null;
end
$$;

create function rules.is_absent(p_payment uuid) returns boolean
language sql as $$ select onceover.is_absence_proven(p_payment) $$;

create function rules.is_shown(p_payment uuid) returns boolean
language sql as $$ select (onceover.confirming_record(p_payment)).record_id is not null $$;

-- The record of a paid payment came in a file.
create function rules.from_file(p_payment uuid, p_channel text, p_is_accepted boolean default false) returns void
language plpgsql as $$
declare
    file uuid := gen_random_uuid();
begin
    insert into onceover.imports (import_id, sha256, file_name, format, byte_count, channel, uploaded_by, person_id, accepted_decision_id)
    values (file, 'x', 'f', 'camt.053', 1, p_channel, 'ana', case p_channel when 'UPLOAD' then rules.person('ana') end,
        case when p_is_accepted then gen_random_uuid() end);
    update onceover.records set import_id = file where record_id in (select record_id from onceover.record_owners where payment_id = p_payment
        union select record_id from onceover.candidates where payment_id = p_payment);
end
$$;

create function rules.may_approve(p_login text) returns void
language sql as $$ select onceover.check_approver(q, rules.person(p_login)) from onceover.proposals q join onceover.open_proposals using (decision_id) $$;

-- Whether a "not found" proves absence: asked, answered and seen so long before now.
create function rules.proves(p_payment uuid, p_source text default 'QUERY', p_asked interval default '0 s', p_answered interval default null, p_seen interval default null)
    returns boolean
language sql as $$
    select onceover.absence_is_proven(p_payment, p_source, onceover.micros(clock_timestamp() - p_asked),
        onceover.micros(clock_timestamp() - coalesce(p_answered, p_asked)), onceover.micros(clock_timestamp() - p_seen))
$$;

-- The only attempt of the payment was closed so long ago.
create function rules.closed(p_payment uuid, p_before interval) returns void
language sql as $$ update onceover.closures set closed_at = clock_timestamp() - p_before where payment_id = p_payment $$;

-- The profile says something else.
create function rules.profile_says(p_old text, p_new text, p_provider text default 'card') returns void
language sql as $$
    update onceover.profiles set body = replace(body, p_old, p_new), sha256 = encode(sha256(convert_to(replace(body, p_old, p_new), 'UTF8')), 'hex')
     where provider = p_provider
$$;

create function rules.core() returns uuid
language sql as $$ select '00000000-0000-7000-9000-000000000001'::uuid $$;

create function rules.is_offered(p_payment uuid) returns boolean
language sql as $$ select exists (select from onceover.payments_to_retry(rules.core(), 'card', 1000) r where r.payment_id = p_payment) $$;

-- The first core claims what waits; how many it got of the payment.
create function rules.claimed(p_payment uuid, p_lease_ms int default 1000) returns bigint
language sql as $$
    select count(*) from onceover.claim(rules.core(), gen_random_uuid(), 'card', array(select gen_random_uuid() from generate_series(1, 20)), p_lease_ms) c
     where c.payment_id = p_payment
$$;

create function rules.ready(p_payment uuid, p_epoch bigint default 1) returns void
language sql as $$ select onceover.ready_to_call(rules.core(), rules.attempt_of(p_payment), p_epoch, 'body') $$;

create function rules.expired() returns int
language sql as $$ select onceover.expire_leases(rules.core(), 100) $$;

create function rules.recorded(p_payment uuid, p_answer text) returns text
language sql as $$
    select outcome || ' ' || code from onceover.record_results(rules.core(), jsonb_build_array(jsonb_build_object('attempt_id', rules.attempt_of(p_payment),
        'answer', p_answer, 'reason', 'deadline', 'http_status', 200, 'request_bytes', case p_answer when 'NOT_SENT' then 0 else 1 end, 'started_at_us', 1, 'finished_at_us', 2,
        'body_sha256', '')))
$$;

create function rules.decided(p_payment uuid, p_kind text) returns void
language sql as $$ select onceover.decide_fates(p, p_kind, gen_random_uuid(), rules.person('liwei')) from onceover.payments p where p.payment_id = p_payment $$;

-- A second attempt of the payment in doubt, of this generation.
create function rules.second_doubt(p_payment uuid, p_generation int) returns void
language sql as $$ insert into onceover.attempt_fates (attempt_id, payment_id, account) values (rules.second_attempt(p_payment, p_generation), p_payment, 'in_doubt') $$;

-- Fate and account of a payment's attempts, in the order of their claims.
create function rules.fates(p_payment uuid) returns text
language sql as $$
    select string_agg(f.fate || coalesce(' in ' || f.account, ''), ', ' order by a.claimed_at)
      from onceover.attempt_fates f join onceover.attempts a using (attempt_id) where f.payment_id = p_payment
$$;

-- Whether this session holds the table in this mode.
create function rules.holds(p_table text, p_mode text) returns boolean
language sql as $$ select exists (select from pg_locks where pid = pg_backend_pid() and relation = ('onceover.' || p_table)::regclass and mode = p_mode and granted) $$;

-- Whether this transaction holds the row.
create function rules.locks_core(p_core uuid) returns boolean
language sql as $$ select xmax = pg_current_xact_id()::xid from onceover.cores where core_id = p_core $$;

create function rules.locks(p_payment uuid) returns boolean
language sql as $$ select xmax = pg_current_xact_id()::xid from onceover.payments where payment_id = p_payment $$;

create function rules.has_event(p_subject uuid, p_kind text) returns boolean
language sql as $$ select exists (select from onceover.events where subject_id = p_subject and kind = p_kind) $$;

-- The first core gives the attempt of the payment up; in the boot that made the claim, or in another.
create function rules.abandoned(p_payment uuid, p_was_called boolean, p_boot uuid default null) returns text
language sql as $$
    select onceover.abandon(rules.core(), a.attempt_id, coalesce(p_boot, a.boot_id), p_was_called, 'why') from onceover.attempts a
     where a.attempt_id = rules.attempt_of(p_payment)
$$;

-- The core was ready to call.
create function rules.was_ready(p_payment uuid) returns void
language sql as $$ insert into onceover.ready_calls values (rules.attempt_of(p_payment), p_payment) $$;

-- A booked line of a file that names this payment.
create function rules.line(p_file text, p_payment uuid, p_more jsonb default '{}', p_format text default 'camt.053', p_channel text default 'APPROVED_CHANNEL')
    returns uuid
language plpgsql as $$
declare
    line uuid := rules.record(p_payment, '{"layer": "BANK", "owner_name": "A"}' || p_more);
begin
    insert into onceover.imports (import_id, sha256, file_name, format, byte_count, channel, uploaded_by, person_id)
    values (md5(p_file)::uuid, p_file, 'f', p_format, 1, p_channel, 'ana', case p_channel when 'UPLOAD' then rules.person('ana') end) on conflict do nothing;
    update onceover.records set import_id = md5(p_file)::uuid, ordinal = coalesce((p_more ->> 'ordinal')::int, 1),
        external_id = coalesce(p_more ->> 'external_id', external_id), entry_name = coalesce(p_more ->> 'entry_name', ''),
        booked_on = coalesce((p_more ->> 'booked_on')::date, '2026-01-05'), references_found = coalesce(p_more -> 'references_found', '{}'),
        named_references = case when p_more ? 'names' then array(select jsonb_array_elements_text(p_more -> 'names')) else '{}' end
     where record_id = line;
    return line;
end
$$;

-- What the file proves, makes a candidate of, and leaves: counted by whoever is signed in, the ingest login.
create function rules.linked(p_file text) returns text
language sql as $$ select format('%s %s %s', linked, candidates, unmatched) from onceover.link_import(md5(p_file)::uuid) $$;

create function rules.reference_of(p_payment uuid) returns text
language sql as $$ select reference from onceover.payments where payment_id = p_payment $$;

-- A line of the bank that takes this payment back, or what p_more makes of it, is a candidate.
create function rules.returned(p_payment uuid, p_more jsonb default '{}') returns void
language sql as $$ select rules.candidate(p_payment, rules.record(p_payment, '{"layer": "BANK", "owner_name": "A", "is_reversal": true}' || p_more)) $$;

-- The bank proves the payment.
create function rules.booked(p_payment uuid, p_role text default 'PROOF') returns void
language sql as $$ select rules.own(p_payment, rules.record(p_payment, '{"layer": "BANK", "owner_name": "A"}'), p_role, 'BANK') $$;

-- Another attempt of the payment, of this generation, fate and account.
create function rules.twin(p_payment uuid, p_generation int default 1, p_fate text default 'POSSIBLE', p_account text default null, p_closed_by text default 'CORE')
    returns void
language sql as $$
    insert into onceover.attempt_fates (attempt_id, payment_id, fate, fate_basis, fate_ref, account, closed_by)
    values (rules.second_attempt(p_payment, p_generation), p_payment, p_fate, case when p_fate <> 'POSSIBLE' then 'BANK' end,
        case when p_fate <> 'POSSIBLE' then 'x' end, p_account, p_closed_by)
$$;

create function rules.becomes(p_payment uuid, p_fate text) returns void
language sql as $$
    select onceover.set_fate((select attempt_id from onceover.attempts where payment_id = p_payment order by claimed_at limit 1), p_fate, 'BANK', 'x', 'CORE')
$$;

-- What was asked last about the payment takes effect.
create function rules.takes_effect(p_payment uuid) returns void
language sql as $$
    select onceover.take_effect(e) from onceover.evidence e where e.payment_id = p_payment and e.asked_at_us is not null order by e.asked_at_us desc limit 1
$$;

-- The core of the attempt was retired, and its answer comes late.
create function rules.tells_late(p_payment uuid, p_answer text) returns void
language plpgsql as $$
declare
    attempt uuid := (select attempt_id from onceover.attempts where payment_id = p_payment order by claimed_at limit 1);
begin
    update onceover.results set answer = p_answer where attempt_id = attempt;
    perform onceover.show_late_answer(attempt);
end
$$;

create function rules.evidence_version(p_payment uuid) returns bigint
language sql as $$ select evidence_version from onceover.payments where payment_id = p_payment $$;

create function rules.due(p_provider text default 'card', p_limit int default 100) returns bigint
language sql as $$ select count(*) from onceover.take_due_looks(rules.core(), p_provider, p_limit, 60000) $$;

create function rules.resent(p_payment uuid, p_generation int) returns boolean
language plpgsql as $$
declare
    permit uuid := onceover.grant_permit(p_payment, 'APPROVED_RESEND', 'x', p_generation, gen_random_uuid(), 'PERSON', rules.person('ana'));
begin
    return (select shares_fate from onceover.permits where permit_id = permit);
end
$$;

create function rules.field_missing(p_words jsonb, p_currency text, p_direction text) returns text
language sql as $$ select onceover.inexpressible_field(jsonb_populate_record(onceover.capabilities('card'), p_words), p_currency, p_direction) $$;

create function rules.nonce(p_core uuid) returns uuid
language sql as $$ select boot_nonce from onceover.cores where core_id = p_core $$;

-- A line of a file that is stored now, or was stored in an earlier transaction.
create function rules.file_line(p_channel text, p_was_before boolean default false) returns uuid
language plpgsql as $$
declare
    file uuid := gen_random_uuid();
    line uuid := gen_random_uuid();
begin
    insert into onceover.imports (import_id, sha256, file_name, format, byte_count, channel, uploaded_by, person_id, stored_in)
    values (file, file::text, 'f', 'camt.053', 1, p_channel, 'liwei', case p_channel when 'UPLOAD' then rules.person('liwei') end,
        case when p_was_before then '3'::xid8 else pg_current_xact_id() end);
    insert into onceover.import_statements (statement_row_id, import_id, ordinal, account, currency, credits_minor, debits_minor, entry_count, is_complete)
    values (file, file, 1, 'A', 'EUR', 0, 1250, 1, false);
    insert into onceover.records (record_id, layer, owner_name, external_id, amount_minor, currency, direction, state, import_id)
    values (line, 'BANK', 'A', line::text, 1250, 'EUR', 'OUT', 'BOOKED', file);
    return line;
end
$$;

create function rules.started(p_at timestamptz default pg_postmaster_start_time()) returns void
language sql as $$ insert into onceover.server_starts (started_at, epoch) values (p_at, 1) on conflict do nothing $$;

-- Every core has found its journal since the start of the server.
create function rules.all_proven() returns void
language sql as $$
    select rules.started();
    delete from onceover.core_proofs;
    insert into onceover.core_proofs (started_at, core_id, how, journal_records) select pg_postmaster_start_time(), core_id, 'PROVEN', 0 from onceover.cores;
    update onceover.cores set proven_start = pg_postmaster_start_time()
$$;

-- Whether the check of the restarted server ends.
create function rules.is_checked() returns boolean
language plpgsql as $$
begin
    update onceover.incarnations set state = 'CHECKING';
    return onceover.end_check('CORE', null);
end
$$;

create function rules.state() returns text
language sql as $$ select state from onceover.incarnations $$;

create function rules.core_state(p_core uuid) returns text
language sql as $$ select state from onceover.cores where core_id = p_core $$;

create function rules.tenant() returns uuid
language sql as $$ select tenant from onceover.installation $$;

-- The server was started anew since the core was last heard of.
create function rules.restarted() returns void
language sql as $$
    delete from onceover.server_starts;
    update onceover.incarnations set checked_start = '2020-01-01'
$$;

-- The first core looks at the server with so many records in its journal.
create function rules.begun(p_records bigint default 0, p_nonce uuid default null) returns record
language sql as $$ select c from onceover.begin_check(rules.core(), coalesce(p_nonce, rules.nonce(rules.core())), p_records) c $$;

create function rules.finished(p_nonce uuid default null, p_started_us bigint default null, p_records bigint default 7) returns void
language sql as $$
    select onceover.finish_check(rules.core(), coalesce(p_nonce, rules.nonce(rules.core())),
        coalesce(p_started_us, onceover.micros(pg_postmaster_start_time())), p_records)
$$;

-- A decision about a core; the core was heard of so long ago.
create function rules.may_core(p_core uuid, p_kind text, p_ago interval default '1 day') returns void
language plpgsql as $$
begin
    update onceover.cores set last_seen_at = clock_timestamp() - p_ago where core_id = p_core;
    perform onceover.check_core_decision(c, p_kind) from onceover.cores c where core_id = p_core;
end
$$;

-- A database as it was made, with one core that nobody has admitted.
create function rules.only_core(p_core uuid) returns void
language plpgsql as $$
begin
    truncate onceover.payments, onceover.cores cascade;
    insert into onceover.cores (core_id, name, host, login, journal_id, boot_nonce, program_version)
    values (p_core, 'only', 'host', 'm_core', gen_random_uuid(), gen_random_uuid(), '0');
end
$$;

-- Whether two lines of two messages can be one movement.
create function rules.is_one_line(p_more jsonb default '{}', p_format text default 'camt.054', p_first jsonb default '{}', p_first_format text default 'camt.053',
    p_file text default 'b') returns boolean
language plpgsql as $$
declare
    payment uuid := (select payment_id from onceover.payments order by payment_id limit 1);
    one uuid := rules.line('a', payment, p_first, p_first_format);
    other uuid := rules.line(p_file, payment, p_more, p_format);
begin
    update onceover.records set booked_on = null where record_id = other and p_more ? 'booked_on' and p_more ->> 'booked_on' is null;
    return (select onceover.may_be_one_line(a, b) from onceover.records a, onceover.records b where a.record_id = one and b.record_id = other);
end
$$;

-- A line as a file tells it.
create function rules.given(p_more jsonb default '{}') returns jsonb
language sql as $$
    select jsonb_build_array(jsonb_build_object('record_id', gen_random_uuid(), 'external_id', 'place:1', 'position_id', 'pos:1', 'amount_minor', 5,
        'currency', 'EUR', 'direction', 'OUT', 'state', 'BOOKED', 'ordinal', 1) || p_more)
$$;

-- Two files with a statement each, of this account, number and period: by whoever is signed in, the ingest login.
create function rules.two_statements(p_one jsonb default '{}', p_two jsonb default '{}') returns void
language sql as $$
    select rules.statement('a', '{}', 'one'), rules.statement('b', '{"content_sha256": "d"}', 'two');
    update onceover.import_statements s set account = coalesce(m ->> 'account', 'A'), sequence = coalesce(m ->> 'sequence', ''), period = (m ->> 'period')::tsrange,
        from_date = coalesce((m ->> 'from_date')::date, '2026-01-01'), to_date = coalesce((m ->> 'to_date')::date, '2026-01-31'),
        is_complete = coalesce((m ->> 'is_complete')::boolean, true)
      from (values (md5('one')::uuid, p_one), (md5('two')::uuid, p_two)) given (id, m) where s.statement_row_id = given.id
$$;

-- What the second file stores of a line that the first told too.
create function rules.stored_second(p_first jsonb default '{}', p_second jsonb default '{}', p_one jsonb default '{}', p_two jsonb default '{}') returns text
language plpgsql as $$
begin
    perform rules.two_statements(p_one, p_two);
    perform onceover.store_import_records(md5('a')::uuid, md5('one')::uuid, rules.given(p_first));
    perform onceover.store_import_records(md5('b')::uuid, md5('two')::uuid, rules.given(p_second));
    return coalesce((select string_agg(external_id || ' ' || entry_name, ',') from onceover.records where import_id = md5('b')::uuid), 'nothing');
end
$$;

-- The second file tells a line of this place; the first covers January.
create function rules.overlaps(p_place jsonb default '{}', p_one jsonb default '{}', p_two jsonb default '{}', p_format text default 'camt.053', p_row text default 'two')
    returns void
language plpgsql as $$
begin
    perform rules.two_statements(p_one, p_two);
    update onceover.imports set format = p_format where import_id = md5('a')::uuid;
    perform onceover.store_import_records(md5('b')::uuid, md5('two')::uuid, rules.given('{"booked_on": "2026-01-15"}' || p_place));
    update onceover.records set statement_row_id = md5(p_row)::uuid where import_id = md5('b')::uuid;
    perform onceover.finish_import(md5('b')::uuid);
end
$$;
