-- What two people decide about a core, through the one mechanism of propose and approve: a new core may claim, a missing
-- witness is excused for this start of the server, a lost journal is closed and its core retired.
set local role onceover_owner;

insert into onceover.reason_codes values
    ('ADMIT_CORE', 'NEW_CORE'), ('ADMIT_CORE', 'REPLACES_A_CORE'), ('ADMIT_CORE', 'OTHER'),
    ('EXCUSE_CORE', 'HOST_IS_DOWN'), ('EXCUSE_CORE', 'NEEDED_ELSEWHERE'), ('EXCUSE_CORE', 'OTHER'),
    ('CLOSE_JOURNAL', 'JOURNAL_LOST'), ('CLOSE_JOURNAL', 'HOST_LOST'), ('CLOSE_JOURNAL', 'NO_LONGER_USED'), ('CLOSE_JOURNAL', 'OTHER');

insert into onceover.event_kinds values ('JOURNAL_CLOSED', '', '');

create index attempts_of_core on onceover.attempts (core_id, attempt_id);

-- A core speaks several times a second while it runs and is connected. Five minutes of silence are no proof that it
-- stopped; they keep people from closing the journal of one that plainly runs.
create function onceover.is_core_running(p_core onceover.cores) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$ select p_core.last_seen_at > clock_timestamp() - interval '5 minutes' $$;

create function onceover.open_attempts_of_core(p_core uuid) returns uuid[]
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select array(select a.attempt_id from onceover.attempts a
                  where a.core_id = p_core and not exists (select from onceover.closures c where c.attempt_id = a.attempt_id) order by a.attempt_id)
$$;

-- What people see of a core and bind their decision to. A core that runs says "running" instead of a time that never
-- stands still; one that was silent and speaks again is another sight.
create function onceover.core_facts(p_core uuid) returns text[]
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select array[c.core_id::text, c.name, c.host, c.login, c.journal_id::text, c.state,
                 case when onceover.is_core_running(c) then 'running' else onceover.micros(c.last_seen_at)::text end, cardinality(o.ids)::text] || o.ids::text[]
      from onceover.cores c, onceover.open_attempts_of_core(c.core_id) o (ids)
     where c.core_id = p_core
$$;

create function onceover.core_digest(p_core uuid) returns text
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$ select encode(sha256(onceover.lp(1, array['onceover.core'] || onceover.core_facts(p_core))), 'hex') $$;

-- The row's lock makes claims and heartbeats of this core wait, and this wait for a claim under way.
create function onceover.lock_core(p_core uuid) returns onceover.cores
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    core onceover.cores;
begin
    select * into core from onceover.cores where core_id = p_core for update;
    if not found then
        perform onceover.refuse('core.unknown', 'There is no such core.');
    end if;
    return core;
end
$$;

-- Whether this decision is legal now. Asked when it is proposed and again when it comes into force.
create function onceover.check_core_decision(p_core onceover.cores, p_kind text) returns void
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
begin
    if p_kind is null or p_kind not in ('ADMIT_CORE', 'EXCUSE_CORE', 'CLOSE_JOURNAL') then
        perform onceover.refuse('decision.unknown', 'There is no such decision about a core.');
    end if;
    if p_kind = 'ADMIT_CORE' and p_core.state <> 'LISTED' then
        perform onceover.refuse('core.not_listed', 'This core was admitted or retired before.');
    end if;
    -- One that has looked with an empty journal is excused from having witnessed anything: it may run.
    if p_kind = 'EXCUSE_CORE' and onceover.is_empty_witness(p_core.core_id) and exists (select from onceover.incarnations where state = 'CHECKING') then
        return;
    end if;
    if p_kind = 'EXCUSE_CORE' and not exists (select from onceover.awaited_cores() a where a.core_id = p_core.core_id) then
        perform onceover.refuse('core.not_awaited', 'Nobody waits for this core.');
    end if;
    if p_kind = 'CLOSE_JOURNAL' and p_core.state = 'RETIRED' then
        perform onceover.refuse('core.retired', 'This core was retired before.');
    end if;
    if p_kind <> 'ADMIT_CORE' and onceover.is_core_running(p_core) then
        perform onceover.refuse('core.running', 'This core was heard of within the last five minutes: it runs, and it can speak for its journal itself. Stop it first.');
    end if;
end
$$;

-- Decisions about witnesses are what ends a check; what changes payments waits until the check has ended.
create function onceover.require_state_for(p_subject_kind text, p_kind text) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    if p_subject_kind = 'CORE' and p_kind <> 'CLOSE_JOURNAL' then
        -- The decision may end the check, whose lock comes before the shared one.
        lock table onceover.incarnations in exclusive mode;
        perform onceover.require_unfenced();
    else
        perform onceover.require_armed();
    end if;
end
$$;

create function onceover.propose_core(p_decision uuid, p_core uuid, p_kind text, p_reason_code text, p_note text, p_digest text) returns jsonb
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    begun record;
    core onceover.cores;
begin
    select * into begun from onceover.begin_command(p_decision, 'propose_core', array['onceover_reviewer'],
        array[p_core::text, p_kind, p_reason_code, p_note, p_digest]);
    if begun.answer is not null then
        return begun.answer;
    end if;
    perform onceover.require_state_for('CORE', p_kind);
    core := onceover.lock_core(p_core);
    perform onceover.check_core_decision(core, p_kind);
    perform onceover.require_words(p_kind, p_reason_code, p_note, true);
    perform onceover.end_expired_proposal(p_core::text);
    if exists (select from onceover.open_proposals where subject = p_core::text) then
        perform onceover.refuse('proposal.open', 'Another proposal about this core is open; approve or withdraw it first.');
    end if;
    if p_digest is distinct from onceover.core_digest(p_core) then
        perform onceover.refuse('digest.changed', format('The core is not as it was shown: it is %s with %s open attempts.', core.state,
            cardinality(onceover.open_attempts_of_core(p_core))));
    end if;
    insert into onceover.proposals (decision_id, subject_kind, core_id, kind, reason_code, note, digest, facts, version,
        people_needed, proposed_by, proposed_login, expires_at, content_sha256)
    values (p_decision, 'CORE', p_core, p_kind, p_reason_code, p_note, p_digest, jsonb_build_object('core', onceover.core_facts(p_core)), 0,
        2, begun.person, session_user, clock_timestamp() + interval '24 hours', begun.content);
    insert into onceover.open_proposals (subject, decision_id) values (p_core::text, p_decision);
    perform onceover.add_event(p_core, 'CORE', 'PROPOSED', 'PERSON', begun.person, jsonb_build_object('decision_id', p_decision,
        'kind', p_kind, 'reason_code', p_reason_code, 'digest', p_digest, 'content_sha256', begun.content));
    return onceover.end_command(p_decision, begun.person, 'propose_core', begun.content, onceover.decision_answer(p_decision));
end
$$;

-- A journal that is lost speaks for nothing any more: its core's open attempts are closed by people. What they did stays
-- possible, and is nobody's ground to send again by itself.
create function onceover.close_journal(p_core uuid, p_decision uuid, p_person uuid) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    payment onceover.payments;
    still_open uuid;
    closed uuid[] := '{}';
begin
    for payment in
        select p.* from onceover.payments p
         where exists (select from onceover.attempts a where a.payment_id = p.payment_id and a.attempt_id = any (onceover.open_attempts_of_core(p_core)))
         order by p.payment_id for update of p
    loop
        for still_open in
            select a.attempt_id from onceover.attempts a
             where a.payment_id = payment.payment_id and a.core_id = p_core
               and not exists (select from onceover.closures c where c.attempt_id = a.attempt_id) order by a.attempt_id
        loop
            perform onceover.close_by_people(payment.payment_id, still_open, p_decision, p_person);
            perform onceover.move_account(still_open, 'FATE_IN_DOUBT', 'in_doubt', 'PERSON', p_person, jsonb_build_object('reason', 'JOURNAL_LOST'))
              from onceover.attempt_fates f where f.attempt_id = still_open and f.account = 'in_transit';
            closed := closed || still_open;
        end loop;
        perform onceover.void_open_proposal(payment.payment_id, 'an attempt was closed by two people');
        if payment.status = 'SUBMITTING' then
            perform onceover.change_status(payment.payment_id, 'UNKNOWN', 'CLAIM_LOST', 'PERSON', p_person, null, null, 'decision:' || p_decision);
        end if;
        update onceover.payments set next_look_at = clock_timestamp(), look_count = 0
         where payment_id = payment.payment_id and status in ('UNKNOWN', 'REVIEW');
    end loop;
    perform onceover.add_event(p_core, 'CORE', 'JOURNAL_CLOSED', 'PERSON', p_person, jsonb_build_object('decision_id', p_decision, 'attempts', to_jsonb(closed)));
end
$$;

-- The caller holds the core's lock and has checked everything.
create function onceover.put_core_in_force(p_proposal onceover.proposals, p_person uuid) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    perform onceover.end_proposal(p_proposal.decision_id, 'IN_FORCE', 'approved by a second person', 'DECIDED', 'PERSON', p_person,
        jsonb_build_object('reason_code', p_proposal.reason_code));
    if p_proposal.kind = 'ADMIT_CORE' then
        perform onceover.admit_core(p_proposal.core_id, p_proposal.decision_id);
    elsif p_proposal.kind = 'EXCUSE_CORE' then
        perform onceover.excuse_core(p_proposal.core_id, p_proposal.decision_id);
    else
        perform onceover.close_journal(p_proposal.core_id, p_proposal.decision_id, p_person);
        perform onceover.retire_core(p_proposal.core_id, p_proposal.decision_id);
    end if;
end
$$;

-- The cores as people see them, with what a decision about one is bound to.
create or replace view review.cores as
select c.core_id, c.name, c.host, c.login, c.program_version, c.is_paused, onceover.micros(c.registered_at) as registered_us,
       onceover.micros(c.last_seen_at) as last_seen_us, c.journal_id, c.state,
       c.last_seen_at > clock_timestamp() - interval '5 minutes' as is_running,
       cardinality(w.ids) as open_attempt_count, array_to_string(w.ids, ' ') as open_attempt_ids, onceover.core_digest(c.core_id) as digest,
       o.decision_id as open_decision_id, q.kind as open_decision_kind, p.display_name as open_proposed_by_name, q.digest as open_digest
  from onceover.cores c
 cross join lateral (select array(select a.attempt_id from onceover.attempts a
            where a.core_id = c.core_id and not exists (select from onceover.closures x where x.attempt_id = a.attempt_id)
            order by a.attempt_id) as ids) w
  left join onceover.open_proposals o on o.subject = c.core_id::text
  left join onceover.proposals q on q.decision_id = o.decision_id
  left join onceover.people p on p.person_id = q.proposed_by;

-- A decision about a core names it.
create or replace view review.decisions as
select q.decision_id, q.subject_kind, q.payment_id, q.provider, q.kind, q.reason_code, q.note, q.options::text as options, q.digest,
       q.version, q.people_needed, q.proposed_by, p.display_name as proposed_by_name, q.proposed_login,
       onceover.micros(q.proposed_at) as proposed_us, onceover.micros(q.expires_at) as expires_us,
       a.approved_by, b.display_name as approved_by_name, a.approved_login, onceover.micros(a.approved_at) as approved_us,
       coalesce(e.ended_as, 'OPEN') as state, e.why as end_reason, onceover.micros(e.ended_at) as ended_us, q.core_id
  from onceover.proposals q
  join onceover.people p on p.person_id = q.proposed_by
  left join onceover.approvals a on a.decision_id = q.decision_id
  left join onceover.people b on b.person_id = a.approved_by
  left join onceover.proposal_ends e on e.decision_id = q.decision_id;

grant execute on function onceover.propose_core(uuid, uuid, text, text, text, text) to onceover_reviewer;
grant execute on function onceover.core_digest(uuid) to onceover_viewer, onceover_reviewer, onceover_approver, onceover_auditor,
    onceover_officer, onceover_core, onceover_intake, onceover_ingest;
