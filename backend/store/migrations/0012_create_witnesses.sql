-- Guarantee 9: a rolled-back database moves nothing. Nothing in a database tells a restored snapshot from the original,
-- so the cores' journals are its witnesses: after every start of the server it is CHECKING until each admitted core has
-- found in it what its journal holds. Who is missing is excused by two people, by name, for that start alone; a core
-- whose journal proves nothing (a new one) claims nothing until two people have admitted it.
set local role onceover_owner;

create table onceover.server_starts (
    started_at timestamptz primary key,
    epoch bigint not null references onceover.incarnations,
    seen_at timestamptz not null default clock_timestamp()
);
comment on table onceover.server_starts is 'Starts of the server in which a core has asked for a check.';

create table onceover.core_proofs (
    started_at timestamptz not null references onceover.server_starts,
    core_id uuid not null references onceover.cores,
    how text not null constraint proof_is_known check (how in ('PROVEN', 'EXCUSED')),
    journal_records bigint not null constraint journal_records_are_counted check (journal_records >= 0),
    decision_id uuid references onceover.proposals,
    at timestamptz not null default clock_timestamp(),
    primary key (started_at, core_id, how),
    constraint an_excuse_names_its_decision check ((how = 'EXCUSED') = (decision_id is not null))
);

do $$
declare
    fact text;
begin
    foreach fact in array array['server_starts', 'core_proofs']
    loop
        execute format('create trigger append_only before update or delete on onceover.%I for each row execute function onceover.guard_append_only()', fact);
        execute format('create trigger append_only_truncate before truncate on onceover.%I for each statement execute function onceover.guard_append_only()', fact);
        execute format('alter table onceover.%I enable always trigger append_only', fact);
        execute format('alter table onceover.%I enable always trigger append_only_truncate', fact);
    end loop;
end
$$;

-- Two people agreed on this kind of decision about this core.
create function onceover.is_agreed_about_core(p_decision uuid, p_kind text, p_core uuid) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select exists (select from onceover.proposals q join onceover.approvals a using (decision_id)
                    where q.decision_id = p_decision and q.kind = p_kind and q.core_id = p_core and a.approved_by <> q.proposed_by)
$$;

create function onceover.guard_core() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    if tg_op = 'INSERT' then
        if new.state <> 'LISTED' or new.proven_start is not null then
            perform onceover.refuse('guard.core_admission', 'A core begins as LISTED, without a proof.');
        end if;
        return new;
    end if;
    if (new.core_id, new.journal_id, new.login) is distinct from (old.core_id, old.journal_id, old.login) or new.journal_records < old.journal_records
       or new.beats < old.beats then
        perform onceover.refuse('guard.core_identity', 'A core keeps its id, its login and its journal; a journal and the count of heartbeats only grow.');
    end if;
    if new.proven_start is distinct from old.proven_start and not exists (select from onceover.core_proofs f
            where f.core_id = new.core_id and f.started_at = new.proven_start and f.how = 'PROVEN') then
        perform onceover.refuse('guard.core_proof', 'A core is proven by a proof on record.');
    end if;
    if (new.admitted_as, new.admission_decision) is distinct from (old.admitted_as, old.admission_decision) and old.admitted_as is not null then
        perform onceover.refuse('guard.core_admission', 'A core is admitted once.');
    end if;
    if new.state = old.state then
        return new;
    end if;
    if old.state = 'RETIRED' or new.state = 'LISTED' then
        perform onceover.refuse('guard.core_state', format('A core does not go from %s to %s.', old.state, new.state));
    end if;
    if new.state = 'RETIRED' and not exists (select from onceover.proposals q join onceover.approvals a using (decision_id)
            where q.core_id = new.core_id and q.kind = 'CLOSE_JOURNAL' and a.approved_by <> q.proposed_by) then
        perform onceover.refuse('guard.core_retirement', 'A core is retired by two people, once.');
    end if;
    -- The founding core is the first of all, in a database that never sent anything.
    if new.state = 'ADMITTED' and not (case new.admitted_as
            when 'PEOPLE' then onceover.is_agreed_about_core(new.admission_decision, 'ADMIT_CORE', new.core_id)
            else not exists (select from onceover.attempts) and not exists (select from onceover.cores c where c.core_id <> new.core_id) end) then
        perform onceover.refuse('guard.core_admission', 'A core is admitted by two people, or as the founding one of a new database.');
    end if;
    return new;
end
$$;
create trigger guard_core before insert or update on onceover.cores for each row execute function onceover.guard_core();
alter table onceover.cores enable always trigger guard_core;

create function onceover.guard_core_proof() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    if new.started_at <> pg_postmaster_start_time() then
        perform onceover.refuse('guard.core_proof', 'A proof is of the running server''s start.');
    end if;
    if new.how = 'EXCUSED' and not onceover.is_agreed_about_core(new.decision_id, 'EXCUSE_CORE', new.core_id) then
        perform onceover.refuse('guard.four_eyes', 'A missing core is excused by two people.');
    end if;
    return new;
end
$$;
create trigger guard_core_proof before insert on onceover.core_proofs for each row execute function onceover.guard_core_proof();
alter table onceover.core_proofs enable always trigger guard_core_proof;

-- Who stands by the database at its running start. Retired cores are awaited by nobody. A listed one is awaited too: what a
-- database that may have been set back says of its admission may be old.
create function onceover.awaited_cores() returns table (core_id uuid, name text)
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select c.core_id, c.name from onceover.cores c
     where c.state <> 'RETIRED'
       and not exists (select from onceover.core_proofs f where f.core_id = c.core_id and f.started_at = pg_postmaster_start_time())
     order by c.name, c.core_id
$$;

-- A core that has looked, and whose journal names nothing here: it agrees with every database, also with an older one.
create function onceover.is_empty_witness(p_core uuid) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select exists (select from onceover.core_proofs f where f.core_id = p_core and f.started_at = pg_postmaster_start_time() and f.how = 'PROVEN')
       and not exists (select from onceover.attempts a where a.core_id = p_core)
$$;

create function onceover.awaited_in_words() returns text
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select coalesce((select string_agg(c.name || ' on ' || c.host, ', ' order by c.name, c.host, c.core_id)
                       from onceover.awaited_cores() w join onceover.cores c using (core_id)),
                    -- Those who looked had nothing to look for, and the others are excused.
                    (select 'any core whose journal is not empty, or two people who excuse ' || string_agg(c.name || ' on ' || c.host, ' or ' order by c.name, c.host, c.core_id)
                       from onceover.cores c where c.state = 'ADMITTED' and onceover.is_empty_witness(c.core_id)), 'any core that was admitted')
$$;

-- The first look at a server that was started since the last check. Taken with the fence's lock, so that whatever was
-- under way has ended and nothing begins.
create function onceover.open_check(p_actor text, p_person uuid) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    changed bigint;
begin
    if exists (select from onceover.server_starts where started_at = pg_postmaster_start_time()) then
        return;
    end if;
    lock table onceover.incarnations in exclusive mode;
    insert into onceover.server_starts (started_at, epoch)
    select pg_postmaster_start_time(), max(epoch) from onceover.incarnations on conflict do nothing;
    update onceover.incarnations set state = 'CHECKING', why = 'the server was started at ' || pg_postmaster_start_time()
     where state = 'ARMED' and checked_start is distinct from pg_postmaster_start_time() returning epoch into changed;
    if found then
        perform onceover.add_event((select tenant from onceover.installation), 'INSTALLATION', 'CHECKING', p_actor, p_person,
            jsonb_build_object('epoch', changed, 'server_started_us', onceover.micros(pg_postmaster_start_time())));
    end if;
end
$$;

-- Whether an admitted core has looked that can witness anything. An empty journal does where nobody is missing, or where two
-- people have accepted that too, by the name of its core.
create function onceover.has_witness() returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select exists (
        select from onceover.core_proofs f join onceover.cores c using (core_id)
         where f.started_at = pg_postmaster_start_time() and f.how = 'PROVEN' and c.state = 'ADMITTED' and c.proven_start = f.started_at
           and (not onceover.is_empty_witness(c.core_id)
                or exists (select from onceover.core_proofs x where x.started_at = f.started_at and x.core_id = c.core_id and x.how = 'EXCUSED')
                or not exists (select from onceover.core_proofs x join onceover.cores m using (core_id)
                                where x.started_at = f.started_at and x.how = 'EXCUSED' and m.state <> 'RETIRED'
                                  and not exists (select from onceover.core_proofs y
                                                   where y.started_at = x.started_at and y.core_id = x.core_id and y.how = 'PROVEN'))))
$$;

-- Ends the check when nobody is awaited any more. At least one core must have looked and have had something to look for: with
-- nothing but excuses there is no witness at all.
create function onceover.end_check(p_actor text, p_person uuid) returns boolean
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    ended bigint;
begin
    if not exists (select from onceover.incarnations where state = 'CHECKING') then
        return false;
    end if;
    -- Two cores that finish at the same moment see each other.
    lock table onceover.incarnations in exclusive mode;
    if exists (select from onceover.awaited_cores()) or not onceover.has_witness() then
        return false;
    end if;
    update onceover.incarnations set state = 'ARMED', checked_start = pg_postmaster_start_time(), why = 'every core has found its journal'
     where state = 'CHECKING' returning epoch into ended;
    if found then
        perform onceover.add_event((select tenant from onceover.installation), 'INSTALLATION', 'ARMED', p_actor, p_person,
            jsonb_build_object('epoch', ended, 'server_started_us', onceover.micros(pg_postmaster_start_time()),
                'proven', (select jsonb_agg(c.core_id order by c.core_id) from onceover.core_proofs c where c.started_at = pg_postmaster_start_time() and c.how = 'PROVEN'),
                'excused', (select jsonb_agg(c.core_id order by c.core_id) from onceover.core_proofs c where c.started_at = pg_postmaster_start_time() and c.how = 'EXCUSED')));
    end if;
    return found;
end
$$;

-- Guarantee 9 against the functions' own bugs.
create function onceover.guard_incarnation() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    if tg_op = 'INSERT' then
        if exists (select from onceover.incarnations) then
            perform onceover.refuse('guard.incarnation', 'A database is armed on another server by two people, which this version cannot do.');
        end if;
        return new;
    end if;
    if (new.epoch, new.system_identifier, new.timeline, new.database_oid, new.at) is distinct from
       (old.epoch, old.system_identifier, old.timeline, old.database_oid, old.at) then
        perform onceover.refuse('guard.incarnation', 'The server that a database was armed on does not change.');
    end if;
    if new.state <> 'FENCED' and (old.state = 'FENCED' or exists (select from onceover.fence_marks m where m.epoch = new.epoch)) then
        perform onceover.refuse('guard.incarnation', 'Nothing leads out of a fence but a new epoch.');
    end if;
    if (new.state = 'ARMED' and old.state <> 'ARMED') or new.checked_start is distinct from old.checked_start then
        if new.state <> 'ARMED' or new.checked_start is distinct from pg_postmaster_start_time() or exists (select from onceover.awaited_cores())
           or not onceover.has_witness() then
            perform onceover.refuse('guard.incarnation', 'A check ends when nobody is awaited and an admitted core has found its journal.');
        end if;
    end if;
    return new;
end
$$;
create trigger guard_incarnation before insert or update on onceover.incarnations for each row execute function onceover.guard_incarnation();
alter table onceover.incarnations enable always trigger guard_incarnation;

-- For everything that moves: this core was admitted, and found its journal in this start of the server. Asked after the
-- fence, whose lock comes before the core's row.
create function onceover.require_witness(p_core uuid) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    core onceover.cores;
begin
    -- Two people who close this core's journal wait for what it has begun, and it for them.
    select * into strict core from onceover.cores where core_id = p_core for key share;
    if core.state = 'LISTED' then
        perform onceover.refuse('core.not_admitted', 'This core is new to the database and claims nothing until two people have admitted it.');
    elsif core.state = 'RETIRED' then
        perform onceover.refuse('core.retired', 'This core was retired by two people; it claims nothing any more.');
    elsif core.proven_start is distinct from pg_postmaster_start_time() then
        raise exception using errcode = 'OO002', message = 'fence.checking', detail = 'This core has not yet looked for its journal in the database.';
    end if;
end
$$;

-- The same as a question, for what is stored whoever brings it.
create function onceover.is_witness(p_core uuid) returns boolean
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    perform onceover.require_witness(p_core);
    return true;
exception when sqlstate 'OO002' or sqlstate 'OO003' then
    return false;
end
$$;

-- A new database has no witness and nothing to witness: the first core under the login that the administrator enrolled
-- first is the founding one, as long as the server that the database was installed on has not been restarted.
create function onceover.admit_founding_core(p_core uuid) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    lock table onceover.cores in share row exclusive mode;
    if not onceover.is_armed() or exists (select from onceover.attempts)
       or exists (select from onceover.cores where core_id <> p_core)
       or not exists (select from onceover.logins where login = session_user and is_founding) then
        return;
    end if;
    update onceover.cores set state = 'ADMITTED', admitted_as = 'FOUNDING' where core_id = p_core and state = 'LISTED';
    perform onceover.add_event(p_core, 'CORE', 'CORE_ADMITTED', 'CORE', null, jsonb_build_object('as', 'FOUNDING', 'login', session_user));
end
$$;

-- The same by the administrator's own hand, where the server was restarted before the first core came. By the role that
-- migrates; refused once a payment was accepted: then only people can say that none of them was sent.
create function onceover.found_core(p_core uuid) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
    perform onceover.require_unfenced();
    lock table onceover.cores in share row exclusive mode;
    -- Anywhere else the database may be a snapshot from before its first payment, and only people can say that it is not.
    if not (select is_demo from onceover.installation) then
        perform onceover.refuse('core.not_founding', 'Only a demonstration has its first core admitted by its maker; elsewhere two people admit it.');
    end if;
    if exists (select from onceover.payments) or exists (select from onceover.cores where core_id <> p_core) then
        perform onceover.refuse('core.not_founding', 'This database is not new; a core is admitted by two people.');
    end if;
    update onceover.cores set state = 'ADMITTED', admitted_as = 'FOUNDING' where core_id = p_core and state = 'LISTED';
    if not found then
        perform onceover.refuse('core.not_listed', 'There is no such core, or it was admitted before.');
    end if;
    perform onceover.add_event(p_core, 'CORE', 'CORE_ADMITTED', 'INSTALLER', null, jsonb_build_object('as', 'FOUNDING', 'login', session_user));
end
$$;

-- The effects of people's decisions, for the functions that put decisions in force: kinds ADMIT_CORE, EXCUSE_CORE and
-- CLOSE_JOURNAL with the core in proposals.core_id. They need require_unfenced() and not require_armed(), for they are what
-- ends a check. The guards look for the two people again.
create function onceover.admit_core(p_core uuid, p_decision uuid) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    perform onceover.require_unfenced();
    update onceover.cores set state = 'ADMITTED', admitted_as = 'PEOPLE', admission_decision = p_decision where core_id = p_core and state = 'LISTED';
    if not found then
        perform onceover.refuse('core.not_listed', 'There is no such core, or it was admitted before.');
    end if;
    perform onceover.add_event(p_core, 'CORE', 'CORE_ADMITTED', 'PERSON', onceover.current_person(),
        jsonb_build_object('as', 'PEOPLE', 'decision_id', p_decision));
    perform onceover.end_check('PERSON', onceover.current_person());
end
$$;

-- For the running start of the server alone: a proposal from before it is about another server.
create function onceover.excuse_core(p_core uuid, p_decision uuid) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    core onceover.cores;
begin
    perform onceover.require_unfenced();
    select * into core from onceover.cores where core_id = p_core for update;
    if core.core_id is null or core.state = 'RETIRED' then
        perform onceover.refuse('core.not_awaited', 'Nobody waits for this core.');
    end if;
    if exists (select from onceover.proposals where decision_id = p_decision and proposed_at < pg_postmaster_start_time()) then
        perform onceover.refuse('core.excuse_stale', 'The server was restarted since this was proposed; it has to be proposed again.');
    end if;
    perform onceover.open_check('PERSON', onceover.current_person());
    insert into onceover.core_proofs (started_at, core_id, how, journal_records, decision_id)
    values (pg_postmaster_start_time(), p_core, 'EXCUSED', core.journal_records, p_decision);
    perform onceover.add_event(p_core, 'CORE', 'CORE_EXCUSED', 'PERSON', onceover.current_person(),
        jsonb_build_object('decision_id', p_decision, 'server_started_us', onceover.micros(pg_postmaster_start_time())));
    perform onceover.end_check('PERSON', onceover.current_person());
end
$$;

create function onceover.retire_core(p_core uuid, p_decision uuid) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    perform onceover.require_unfenced();
    if not onceover.is_agreed_about_core(p_decision, 'CLOSE_JOURNAL', p_core) then
        perform onceover.refuse('guard.four_eyes', 'A core is retired by two people.');
    end if;
    update onceover.cores set state = 'RETIRED' where core_id = p_core and state <> 'RETIRED';
    if not found then
        perform onceover.refuse('core.retired', 'This core was retired before.');
    end if;
    perform onceover.add_event(p_core, 'CORE', 'CORE_RETIRED', 'PERSON', onceover.current_person(), jsonb_build_object('decision_id', p_decision));
    perform onceover.end_check('PERSON', onceover.current_person());
end
$$;

-- A core looks at the server it is connected to: what state it is in, and how much of its journal it is known to have
-- seen. A server that is not the armed one is fenced here, so that everybody sees why nothing moves.
create function onceover.begin_check(p_core uuid, p_boot_nonce uuid, p_journal_records bigint,
    out state text, out why text, out tenant uuid, out epoch bigint, out system_identifier text, out timeline text,
    out server_started_us bigint, out known_records bigint, out core_state text, out is_proven boolean, out awaited text)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    core onceover.cores;
    incarnation onceover.incarnations;
    now_is record;
    server record;
begin
    if pg_is_in_recovery() then
        raise exception using errcode = 'OO002', message = 'fence.standby', detail = 'This server is a standby; nothing moves on it.';
    end if;
    perform onceover.require_core(p_core);
    select * into core from onceover.cores c where c.core_id = p_core and c.boot_nonce = p_boot_nonce;
    if not found then
        perform onceover.refuse('core.replaced', 'Another process has registered this core. This one stops: two processes on one journal would send twice.');
    end if;
    if p_journal_records < core.journal_records then
        perform onceover.refuse('core.journal_went_back', format('This journal has %s records and had %s before: it was restored from a copy and witnesses nothing. '
            'The core starts under a new id; two people close what this one left open.', p_journal_records, core.journal_records));
    end if;
    select * into server from onceover.this_server();
    select * into incarnation from onceover.incarnations i order by i.epoch desc limit 1;
    select * into now_is from onceover.current_incarnation;
    if now_is.state = 'FENCED' and not now_is.is_complete then
        perform onceover.complete_fence();
    elsif now_is.state <> 'FENCED' and not onceover.is_server_of(incarnation) then
        perform onceover.fence_now(p_core, format('this is not the server the database was armed on (failover, restore or copy): armed on %s timeline %s database %s, this is %s timeline %s database %s',
            incarnation.system_identifier, incarnation.timeline, incarnation.database_oid, server.system_identifier, server.timeline, server.database_oid));
    elsif now_is.state <> 'FENCED' then
        perform onceover.open_check('CORE', null);
    end if;
    select * into now_is from onceover.current_incarnation;
    state := now_is.state;
    why := now_is.why;
    epoch := now_is.epoch;
    tenant := (select i.tenant from onceover.installation i);
    system_identifier := server.system_identifier;
    timeline := server.timeline;
    server_started_us := onceover.micros(pg_postmaster_start_time());
    known_records := core.journal_records;
    core_state := core.state;
    is_proven := core.proven_start is not distinct from pg_postmaster_start_time();
    awaited := onceover.awaited_in_words();
end
$$;

-- What the database lacks of a journal, or has otherwise. Anything at all proves that it is not the database which the
-- journal's core worked on, and fences it in the same transaction. States: CALLED (the call was announced here before
-- CALLING was written), RECORDED (its result is stored here), CLOSED (abandoned, and closed here), VOID (its id was voided
-- here). An INTENT alone may rightly be missing and is not asked for.
create function onceover.find_missing(p_core uuid, p_attempts uuid[], p_states text[])
returns table (attempt_id uuid, state text, finding text)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
    misses int := 0;
    first_miss text;
begin
    perform onceover.require_core(p_core);
    if coalesce(cardinality(p_attempts), 0) > 10000 or cardinality(p_attempts) is distinct from cardinality(p_states) then
        perform onceover.refuse('witness.invalid', 'A question names at most 10000 attempts, each with its state.');
    end if;
    for attempt_id, state, finding in
        select w.attempt_id, w.state,
               case when i.attempt_id is null then 'its id is unknown'
                    when i.core_id <> p_core then 'its id belongs to another core'
                    when w.state = 'VOID' then 'its id is not void'
                    when a.attempt_id is null then 'it was never claimed'
                    when w.state = 'CALLED' then 'its call was never announced'
                    when w.state = 'RECORDED' then 'it has no result, or was never announced'
                    else 'it is not closed' end
          from unnest(p_attempts, p_states) w (attempt_id, state)
          left join onceover.attempt_ids i on i.attempt_id = w.attempt_id
          left join onceover.attempts a on a.attempt_id = w.attempt_id and a.core_id = p_core
         where i.attempt_id is null or i.core_id <> p_core or not coalesce(case w.state
                    when 'VOID' then i.state = 'VOID'
                    when 'CALLED' then exists (select from onceover.ready_calls c where c.attempt_id = a.attempt_id)
                    when 'RECORDED' then exists (select from onceover.results r where r.attempt_id = a.attempt_id)
                        and exists (select from onceover.ready_calls c where c.attempt_id = a.attempt_id)
                    when 'CLOSED' then exists (select from onceover.closures c where c.attempt_id = a.attempt_id) end, false)
    loop
        misses := misses + 1;
        first_miss := coalesce(first_miss, attempt_id || ': ' || finding);
        return next;
    end loop;
    if misses > 0 then
        perform onceover.fence_now(p_core, format('the journal of core %s holds %s attempts that this database lacks or has otherwise (%s): the database was rolled back',
            (select c.name from onceover.cores c where c.core_id = p_core), misses, first_miss));
    end if;
end
$$;

-- The core's word that it has asked for everything and found it.
create function onceover.finish_check(p_core uuid, p_boot_nonce uuid, p_server_started_us bigint, p_journal_records bigint) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
    perform onceover.require_core(p_core);
    -- Whoever may end the check takes its lock before the shared one: two that come at once wait in order.
    if exists (select from onceover.incarnations where state = 'CHECKING') then
        lock table onceover.incarnations in exclusive mode;
    end if;
    perform onceover.require_unfenced();
    if p_server_started_us is distinct from onceover.micros(pg_postmaster_start_time()) then
        raise exception using errcode = 'OO002', message = 'fence.checking', detail = 'The server was restarted since the check began.';
    end if;
    if not exists (select from onceover.cores c where c.core_id = p_core and c.boot_nonce = p_boot_nonce) then
        perform onceover.refuse('core.replaced', 'Another process has registered this core. This one stops: two processes on one journal would send twice.');
    end if;
    insert into onceover.core_proofs (started_at, core_id, how, journal_records)
    values (pg_postmaster_start_time(), p_core, 'PROVEN', p_journal_records) on conflict do nothing;
    if found then
        perform onceover.add_event(p_core, 'CORE', 'CORE_PROVEN', 'CORE', null,
            jsonb_build_object('server_started_us', p_server_started_us, 'journal_records', p_journal_records));
    end if;
    update onceover.cores set proven_start = pg_postmaster_start_time(), journal_records = greatest(journal_records, p_journal_records)
     where core_id = p_core;
    perform onceover.end_check('CORE', null);
end
$$;

-- For people, consoles and auditors: who is awaited, and since when.
create view review.witnesses as
select c.core_id, c.name, c.host, c.state as core_state, c.admitted_as,
       case when c.state = 'LISTED' then 'NOT_ADMITTED' when c.state = 'RETIRED' then 'RETIRED'
            when exists (select from onceover.core_proofs f where f.core_id = c.core_id and f.started_at = pg_postmaster_start_time() and f.how = 'PROVEN') then 'PROVEN'
            when exists (select from onceover.core_proofs f where f.core_id = c.core_id and f.started_at = pg_postmaster_start_time()) then 'EXCUSED'
            else 'AWAITED' end as witness_state,
       onceover.micros(pg_postmaster_start_time()) as server_started_us, onceover.micros(c.last_seen_at) as last_seen_us, c.journal_records
  from onceover.cores c;

grant select on review.witnesses to onceover_viewer, onceover_auditor, onceover_reviewer, onceover_approver, onceover_officer, onceover_core;
grant execute on function onceover.begin_check(uuid, uuid, bigint), onceover.find_missing(uuid, uuid[], text[]),
    onceover.finish_check(uuid, uuid, bigint, bigint) to onceover_core;
