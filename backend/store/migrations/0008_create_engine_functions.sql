-- The machine's steps. Each takes the payment's row lock first, checks the fence where it moves anything, and leaves events.
set local role onceover_owner;

create function onceover.is_armed() returns boolean
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    perform onceover.require_armed();
    return true;
exception when sqlstate 'OO002' then
    return false;
end
$$;

create function onceover.require_core(p_core uuid) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    perform onceover.require_machine('CORE');
    if not exists (select from onceover.cores where core_id = p_core and login = session_user) then
        perform onceover.refuse('core.unknown', 'This core is not registered under this login.');
    end if;
end
$$;

create function onceover.register_core(p_core uuid, p_name text, p_host text, p_journal uuid, p_boot_nonce uuid, p_program_version text) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    known onceover.cores;
begin
    perform onceover.require_machine('CORE');
    -- A new core looks at all others; taken first, so that two that come at once wait for one another in order. The fence's
    -- lock comes before it, as where two people decide about a core; is_armed() would let it go again.
    if not exists (select from onceover.cores where core_id = p_core) then
        lock table onceover.incarnations in row share mode;
        lock table onceover.cores in share row exclusive mode;
    end if;
    -- The insert decides: of two that register one id at once the second is judged like one that comes later.
    insert into onceover.cores (core_id, name, host, login, journal_id, boot_nonce, program_version)
    values (p_core, left(p_name, 100), left(p_host, 100), session_user, p_journal, p_boot_nonce, left(p_program_version, 40))
    on conflict (core_id) do nothing;
    if not found then
        select * into strict known from onceover.cores where core_id = p_core for update;
        if known.journal_id <> p_journal then
            perform onceover.refuse('core.other_journal', 'This core id belongs to another journal. A core with a lost journal starts under a new id; two people close its attempts.');
        end if;
        if known.login <> session_user then
            perform onceover.refuse('core.other_login', 'This core id belongs to another login.');
        end if;
        update onceover.cores set boot_nonce = p_boot_nonce, program_version = left(p_program_version, 40), host = left(p_host, 100),
            name = left(p_name, 100), last_seen_at = clock_timestamp() where core_id = p_core;
        -- The same process again (a lost session): only the time of last sight moves.
        if (known.boot_nonce, known.name, known.host, known.program_version)
                = (p_boot_nonce, left(p_name, 100), left(p_host, 100), left(p_program_version, 40)) then
            return;
        end if;
    end if;
    perform onceover.add_event(p_core, 'CORE', 'CORE_REGISTERED', 'CORE', null,
        jsonb_build_object('name', left(p_name, 100), 'host', left(p_host, 100), 'journal_id', p_journal, 'program_version', left(p_program_version, 40)));
    if known.core_id is null then
        perform onceover.admit_founding_core(p_core);
    end if;
end
$$;

-- A process that was replaced (a cloned disk, a second start) learns it here and before every claim.
-- What it says about its journal counts once it has proven it to this start of the server: a rolled-back database must
-- not learn from the journal what it has lost.
-- Every heartbeat is counted, and its core remembers how many there were: a server that was set back together with its
-- memory looks like one that was never stopped, but has counted fewer.
create function onceover.heartbeat(p_core uuid, p_boot_nonce uuid, p_journal_records bigint default 0, p_known_beats bigint default 0,
    out is_paused boolean, out beats bigint)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    core onceover.cores;
begin
    perform onceover.require_core(p_core);
    select * into core from onceover.cores c where c.core_id = p_core and c.boot_nonce = p_boot_nonce;
    -- The fence's lock comes before the row's, as where two people decide about this core.
    if core.beats < p_known_beats then
        perform onceover.fence_now(p_core, format('this server has counted %s heartbeats of core %s and had counted %s before: it was set back while it ran',
            core.beats + 1, core.name, p_known_beats));
    end if;
    update onceover.cores set last_seen_at = clock_timestamp(), beats = cores.beats + 1,
        journal_records = case when proven_start = pg_postmaster_start_time() then greatest(journal_records, p_journal_records) else journal_records end
     where core_id = p_core and boot_nonce = p_boot_nonce returning * into core;
    if not found then
        perform onceover.refuse('core.replaced', 'Another process has registered this core. This one stops: two processes on one journal would send twice.');
    end if;
    is_paused := core.is_paused;
    beats := core.beats;
end
$$;

create function onceover.set_core_paused(p_core uuid, p_is_paused boolean) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
    perform onceover.require_core(p_core);
    update onceover.cores set is_paused = p_is_paused where core_id = p_core and is_paused <> p_is_paused;
    if found then
        perform onceover.add_event(p_core, 'CORE', case when p_is_paused then 'CORE_PAUSED' else 'CORE_RESUMED' end, 'CORE', null, '{}');
    end if;
end
$$;

-- Where an attempt's amount stands, moved with its event. The caller holds the payment's row lock.
create function onceover.move_account(p_attempt uuid, p_event text, p_to text, p_actor text, p_person uuid, p_body jsonb) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    fate onceover.attempt_fates;
    payment onceover.payments;
begin
    select * into strict fate from onceover.attempt_fates where attempt_id = p_attempt for update;
    select * into strict payment from onceover.payments where payment_id = fate.payment_id;
    if fate.account is null or fate.account = p_to then
        return;
    end if;
    update onceover.attempt_fates set account = p_to where attempt_id = p_attempt;
    perform onceover.add_event(fate.payment_id, 'PAYMENT', p_event, p_actor, p_person,
        p_body || jsonb_build_object('attempt_id', p_attempt), fate.account, p_to, payment.amount_minor, payment.currency);
end
$$;

-- Knowledge of one attempt. HAPPENED and NOT_HAPPENED move its amount; an attempt that shares a fate counts once.
create function onceover.set_fate(p_attempt uuid, p_fate text, p_basis text, p_ref text, p_actor text, p_person uuid default null) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    fate onceover.attempt_fates;
    this_attempt onceover.attempts;
    payment onceover.payments;
    sharer uuid;
    target text;
    event_kind text;
begin
    select * into strict fate from onceover.attempt_fates where attempt_id = p_attempt for update;
    select * into strict this_attempt from onceover.attempts where attempt_id = p_attempt;
    select * into strict payment from onceover.payments where payment_id = fate.payment_id for update;
    if fate.fate = p_fate then
        return;
    end if;
    if p_fate = 'HAPPENED' then
        event_kind := case when exists (select from onceover.attempt_fates f where f.payment_id = fate.payment_id and f.account = 'settled')
            then 'FATE_HAPPENED_AGAIN' else 'FATE_HAPPENED' end;
        target := case event_kind when 'FATE_HAPPENED' then 'settled' else 'refund_due' end;
    else
        event_kind := 'FATE_NOT_HAPPENED';
        target := 'obligation';
        -- The amount stays visible while another send under the same key may still have happened.
        select f.attempt_id into sharer from onceover.attempt_fates f join onceover.attempts a using (attempt_id)
         where f.payment_id = fate.payment_id and a.generation = this_attempt.generation and f.attempt_id <> p_attempt
           and f.fate = 'POSSIBLE' and f.account is null order by a.claimed_at limit 1;
    end if;
    if fate.account is null or sharer is not null then
        if sharer is not null and fate.account is not null then
            update onceover.attempt_fates set account = fate.account where attempt_id = sharer;
        end if;
        update onceover.attempt_fates set fate = p_fate, fate_basis = p_basis, fate_ref = p_ref, account = null where attempt_id = p_attempt;
        perform onceover.add_event(fate.payment_id, 'PAYMENT', case p_fate when 'HAPPENED' then 'FATE_HAPPENED' else 'FATE_NOT_HAPPENED' end,
            p_actor, p_person, jsonb_build_object('attempt_id', p_attempt, 'basis', p_basis, 'ref', p_ref, 'counts', false));
    else
        update onceover.attempt_fates set fate = p_fate, fate_basis = p_basis, fate_ref = p_ref, account = target where attempt_id = p_attempt;
        perform onceover.add_event(fate.payment_id, 'PAYMENT', event_kind, p_actor, p_person,
            jsonb_build_object('attempt_id', p_attempt, 'basis', p_basis, 'ref', p_ref), fate.account, target, payment.amount_minor, payment.currency);
    end if;
    -- One key, one charge: the other sends of a collapsing generation happened with this one.
    if p_fate = 'HAPPENED' then
        for sharer in select f.attempt_id from onceover.attempt_fates f join onceover.attempts a using (attempt_id)
                  join onceover.permits m using (permit_id)
                 where f.payment_id = fate.payment_id and a.generation = this_attempt.generation and f.attempt_id <> p_attempt
                   and f.fate = 'POSSIBLE' and (f.account is null or fate.account is null)
                   and (onceover.capabilities(payment.provider, m.profile_version)).key_collapses loop
            perform onceover.set_fate(sharer, 'HAPPENED', p_basis, p_ref, p_actor, p_person);
        end loop;
    end if;
end
$$;

create function onceover.open_contradiction(p_payment uuid, p_kind text, p_ref text, p_detail text, p_evidence uuid, p_actor text) returns boolean
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    payment onceover.payments;
    inserted_rows int;
begin
    select * into strict payment from onceover.payments where payment_id = p_payment for update;
    insert into onceover.contradictions (payment_id, kind, ref, detail, evidence_id) values (p_payment, p_kind, p_ref, p_detail, p_evidence) on conflict do nothing;
    get diagnostics inserted_rows = row_count;
    if inserted_rows = 0 then
        return false;
    end if;
    update onceover.payments set has_contradiction = true where payment_id = p_payment;
    perform onceover.add_event(p_payment, 'PAYMENT', 'CONTRADICTION_OPENED', p_actor, null,
        jsonb_build_object('kind', p_kind, 'ref', p_ref, 'detail', p_detail));
    if payment.status in ('SUCCEEDED', 'FAILED', 'UNKNOWN') then
        perform onceover.change_status(p_payment, 'REVIEW', 'CONTRADICTION', p_actor);
    end if;
    return true;
end
$$;

-- What came up while the call was under way could only be noted. Once the call is over, a settled payment with such a
-- note is no settled payment.
create function onceover.review_what_disagrees(p_payment uuid) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    payment onceover.payments;
    differing uuid;
begin
    select * into strict payment from onceover.payments where payment_id = p_payment for update;
    if payment.status not in ('SUCCEEDED', 'FAILED') then
        return;
    end if;
    if payment.has_contradiction then
        perform onceover.change_status(p_payment, 'REVIEW', 'CONTRADICTION', (select actor from onceover.session_actor()));
        return;
    end if;
    -- The other leg of a transfer between accounts of ours is no disagreement with a success.
    select c.record_id into differing from onceover.candidates c join onceover.records r using (record_id)
     where c.payment_id = p_payment and c.tier <> 'ACCOUNT_AMOUNT_WINDOW'
       and (payment.status = 'FAILED' or r.layer <> 'BANK' or r.is_reversal or r.direction = payment.direction)
     order by c.record_id limit 1;
    if found then
        perform onceover.open_contradiction(p_payment, 'RECORD_DIFFERS', differing::text,
            'A record carries the name of this settled payment and differs from it.', null, (select actor from onceover.session_actor()));
    end if;
end
$$;

-- People confirmed a payment without proof, and later its last possible send is proven not to have happened: nobody
-- may go on believing in it silently.
create function onceover.review_confirmed_in_vain(p_payment uuid, p_attempt uuid, p_evidence uuid) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    if exists (select from onceover.payments p where p.payment_id = p_payment and p.status = 'SUCCEEDED')
       and not exists (select from onceover.attempt_fates f where f.payment_id = p_payment and f.fate <> 'NOT_HAPPENED')
       and not exists (select from onceover.record_owners o where o.payment_id = p_payment and o.role = 'PROOF') then
        perform onceover.open_contradiction(p_payment, 'CONFIRMED_BUT_ENDED', p_attempt::text,
            'The payment was confirmed without proof, and none of its sends happened.', p_evidence, 'CORE');
    end if;
end
$$;

-- What material evidence does besides being stored: the version rises, an open proposal is void, an open permit is revoked.
create function onceover.material_evidence(p_payment uuid, p_why text, p_actor text) returns bigint
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    payment onceover.payments;
begin
    update onceover.payments set evidence_version = evidence_version + 1, version = version + 1, next_look_at = clock_timestamp(),
        updated_at = clock_timestamp() where payment_id = p_payment returning * into strict payment;
    perform onceover.void_open_proposal(p_payment, p_why);
    if payment.status = 'PENDING' then
        perform onceover.revoke_permit(p_payment, p_why, p_actor);
        perform onceover.change_status(p_payment, 'REVIEW', 'EVIDENCE_ARRIVED', p_actor);
    end if;
    return payment.evidence_version;
end
$$;

create function onceover.claim(p_core uuid, p_boot uuid, p_provider text, p_attempt_ids uuid[], p_lease_ms int)
returns table (attempt_id uuid, payment_id uuid, permit_id uuid, ordinal int, generation int, ground text, provider_key text,
    profile_version int, reference text, source text, idempotency_key text, kind text, direction text, payee text, payee_account text,
    amount_minor bigint, currency text, fingerprint text, fingerprint_version int, epoch bigint, stored_body text)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
    armed bigint;
    candidate record;
    permit onceover.permits;
    next_id uuid;
    used int := 0;
    claimed_rows int;
    shares boolean;
begin
    perform onceover.require_core(p_core);
    armed := onceover.require_armed();
    perform onceover.require_witness(p_core);
    -- A payment whose lease never ends would be SUBMITTING for ever, without a look and without a case.
    if p_lease_ms is null or p_lease_ms not between 0 and 3600000 or coalesce(cardinality(p_attempt_ids), 0) not between 1 and 1000 then
        perform onceover.refuse('claim.invalid', 'A claim names 1 to 1000 attempt ids and a lease of at most an hour.');
    end if;
    for candidate in
        with waiting as materialized (
            select p.payment_id from onceover.payments p
             where p.provider = p_provider and p.status = 'PENDING' and p.hold_reason is null
               and (p.send_before is null or p.send_before > clock_timestamp())
               and not exists (select from onceover.waiting_facts w where w.payment_id = p.payment_id)
               -- A record that came together with the intake: it is shown in the next round, and nothing is sent before.
               and not onceover.is_named_unseen(p.payment_id)
               and exists (select from onceover.permits m where m.payment_id = p.payment_id
                     and (m.not_before is null or m.not_before <= clock_timestamp())
                     and not exists (select from onceover.permit_uses u where u.permit_id = m.permit_id))
             order by p.payment_id
             limit cardinality(p_attempt_ids)
             for update of p skip locked)
        select w.payment_id from waiting w order by w.payment_id
    loop
        select m.* into strict permit from onceover.permits m
         where m.payment_id = candidate.payment_id and not exists (select from onceover.permit_uses u where u.permit_id = m.permit_id);
        if permit.evidence_version <> (select p.evidence_version from onceover.payments p where p.payment_id = candidate.payment_id) then
            continue;
        end if;
        -- The key lived when the permit was granted; a core that was paused since may come after its death.
        if permit.ground in ('NOT_SENT', 'REJECTED_RETRYABLE', 'PROVEN_ABSENT') and onceover.relies_on_absence(candidate.payment_id)
           and not onceover.key_outlives(candidate.payment_id, permit.generation, onceover.capabilities(p_provider), p_lease_ms) then
            perform onceover.revoke_permit(candidate.payment_id, 'the key would not outlive the send', 'CORE');
            perform onceover.change_status(candidate.payment_id, 'REVIEW', 'KEY_EXPIRED', 'CORE');
            continue;
        end if;
        -- A key may have died since the permit was granted: then this send counts as one of its own.
        shares := permit.shares_fate and exists (
            select from onceover.attempts a
             where a.payment_id = candidate.payment_id and a.generation = permit.generation
               and a.claimed_at + (onceover.capabilities(p_provider, permit.profile_version)).key_lifetime_ms * interval '1 millisecond'
                   > clock_timestamp() + p_lease_ms * interval '1 millisecond');
        used := used + 1;
        next_id := p_attempt_ids[used];
        -- The status is checked again in the update itself.
        update onceover.payments p set status = 'SUBMITTING', version = p.version + 1, next_look_at = null, look_count = 0, exhausted_at = null,
            updated_at = clock_timestamp()
         where p.payment_id = candidate.payment_id and p.status = 'PENDING' and p.hold_reason is null;
        get diagnostics claimed_rows = row_count;
        if claimed_rows <> 1 then
            perform onceover.refuse('claim.lost', 'The payment was not PENDING any more.');
        end if;
        begin
            insert into onceover.attempt_ids (attempt_id, state, core_id) values (next_id, 'CLAIMED', p_core);
        exception when unique_violation then
            perform onceover.refuse('claim.attempt_void', 'This attempt id was used or voided before.');
        end;
        insert into onceover.permit_uses (permit_id, payment_id, used_as, attempt_id, reason)
        values (permit.permit_id, candidate.payment_id, 'ATTEMPT', next_id, 'claimed');
        insert into onceover.attempts (attempt_id, payment_id, permit_id, generation, provider_key, core_id, boot_id, epoch, lease_until)
        values (next_id, candidate.payment_id, permit.permit_id, permit.generation, permit.provider_key, p_core, p_boot, armed,
            clock_timestamp() + p_lease_ms * interval '1 millisecond');
        insert into onceover.attempt_fates (attempt_id, payment_id, account)
        values (next_id, candidate.payment_id, case when shares then null else 'in_transit' end);
        perform onceover.add_event(candidate.payment_id, 'PAYMENT', 'CLAIMED', 'CORE', null,
            jsonb_build_object('attempt_id', next_id, 'permit_id', permit.permit_id, 'core_id', p_core, 'provider_key', permit.provider_key),
            case when shares then '' when permit.shares_fate then 'obligation' else 'due' end, case when shares then '' else 'in_transit' end,
            (select p.amount_minor from onceover.payments p where p.payment_id = candidate.payment_id),
            (select p.currency from onceover.payments p where p.payment_id = candidate.payment_id));
        return query
            select next_id, p.payment_id, permit.permit_id, permit.ordinal, permit.generation, permit.ground, permit.provider_key,
                   permit.profile_version, p.reference, p.source, p.idempotency_key, p.kind, p.direction, p.payee, p.payee_account,
                   p.amount_minor, p.currency, encode(o.fingerprint, 'hex'), o.fingerprint_version, armed, r.body
              from onceover.payments p
              join onceover.operations o on o.payment_id = p.payment_id
              left join onceover.requests r on r.payment_id = p.payment_id and r.generation = permit.generation
             where p.payment_id = candidate.payment_id;
    end loop;
end
$$;

-- A step that could not be taken: counted, so that it is tried behind the others, and shown with its reason.
create function onceover.note_stuck(p_step text, p_subject text, p_sqlstate text, p_message text) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
    insert into onceover.stuck_steps as s (step, subject, failure) values (p_step, p_subject, left(p_sqlstate || ' ' || p_message, 500))
    on conflict (step, subject) do update set tries = s.tries + 1, failure = excluded.failure
$$;

create function onceover.forget_stuck(p_step text, p_subject text) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ delete from onceover.stuck_steps where step = p_step and subject = p_subject $$;

create function onceover.end_overdue_intent(p_payment uuid) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    -- A release that waits for its second person has nothing left to release.
    perform onceover.void_open_proposal(p_payment, 'send_before passed');
    perform onceover.revoke_permit(p_payment, 'send_before passed', 'CORE');
    if exists (select from onceover.attempt_fates f where f.payment_id = p_payment
                and (f.fate <> 'NOT_HAPPENED' or f.closed_by is distinct from 'CORE')) then
        perform onceover.change_status(p_payment, 'REVIEW', 'EARLIER_ATTEMPT_OPEN', 'CORE');
    else
        perform onceover.change_status(p_payment, 'FAILED', 'CANCELLED', 'CORE', null, null, null, 'send_before');
    end if;
end
$$;

-- send_before has passed before the open permit was used: nothing is sent any more, held or not. One that cannot end goes to
-- the end of the queue.
create function onceover.end_overdue_intents(p_limit int) returns int
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    overdue record;
    failure text;
    message text;
    ended int := 0;
begin
    for overdue in
        select p.payment_id from onceover.payments p
          left join onceover.stuck_steps s on s.step = 'SEND_BEFORE' and s.subject = p.payment_id::text
         where p.status = 'PENDING' and p.send_before <= clock_timestamp()
         order by coalesce(s.tries, 0), p.payment_id limit p_limit for update of p skip locked
    loop
        begin
            perform onceover.end_overdue_intent(overdue.payment_id);
            perform onceover.forget_stuck('SEND_BEFORE', overdue.payment_id::text);
            ended := ended + 1;
        exception when others then
            get stacked diagnostics failure = returned_sqlstate, message = message_text;
            if not onceover.is_fault_of_row(failure) then
                raise;
            end if;
            perform onceover.note_stuck('SEND_BEFORE', overdue.payment_id::text, failure, message);
        end;
    end loop;
    return ended;
end
$$;

-- Right before CALLING, on the claim's connection. Any error is doubt, and doubt abandons.
create function onceover.ready_to_call(p_core uuid, p_attempt uuid, p_epoch bigint, p_body text) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    attempt onceover.attempts;
    payment onceover.payments;
    stored text;
begin
    perform onceover.require_core(p_core);
    if onceover.require_armed() is distinct from p_epoch then
        raise exception using errcode = 'OO002', message = 'fence.epoch', detail = 'The database was re-armed since the claim.';
    end if;
    perform onceover.require_witness(p_core);
    select * into attempt from onceover.attempts where attempt_id = p_attempt and core_id = p_core;
    if not found then
        perform onceover.refuse('attempt.unknown', 'This attempt is not this core''s.');
    end if;
    select * into strict payment from onceover.payments where payment_id = attempt.payment_id for update;
    if payment.status <> 'SUBMITTING' or attempt.lease_until <= clock_timestamp()
       or exists (select from onceover.closures where attempt_id = p_attempt) or exists (select from onceover.results where attempt_id = p_attempt) then
        perform onceover.refuse('attempt.over', 'This attempt is over, closed or its lease has ended; it is not called.');
    end if;
    if payment.has_contradiction or onceover.is_charge_on_record(payment.payment_id)
       or payment.evidence_version <> (select m.evidence_version from onceover.permits m where m.permit_id = attempt.permit_id) then
        perform onceover.refuse('attempt.stale', 'Evidence about this payment has arrived since the permit was granted; it is not called.');
    end if;
    if payment.send_before <= clock_timestamp() then
        perform onceover.refuse('attempt.too_late', 'The payment was to be sent before a time that has passed since the claim; it is not called.');
    end if;
    insert into onceover.ready_calls (attempt_id, payment_id) values (p_attempt, attempt.payment_id) on conflict do nothing;
    if not found then
        perform onceover.refuse('attempt.ready_before', 'This attempt was made ready for its call before; one attempt is one call.');
    end if;
    insert into onceover.requests (payment_id, generation, body, body_sha256)
    values (attempt.payment_id, attempt.generation, p_body, encode(sha256(convert_to(p_body, 'UTF8')), 'hex'))
    on conflict do nothing;
    if found then
        perform onceover.add_event(attempt.payment_id, 'PAYMENT', 'REQUEST_STORED', 'CORE', null,
            jsonb_build_object('attempt_id', p_attempt, 'generation', attempt.generation, 'sha256', encode(sha256(convert_to(p_body, 'UTF8')), 'hex')));
    else
        select body into strict stored from onceover.requests where payment_id = attempt.payment_id and generation = attempt.generation;
        if stored is distinct from p_body then
            perform onceover.refuse('request.differs', 'The request of this generation was sent with another body before.');
        end if;
    end if;
end
$$;

-- A charge that the provider shows, known by provider and id. Returns null for what is not a succeeded charge.
create function onceover.store_charge_record(p_provider text, p_payment onceover.payments, p_record jsonb) returns uuid
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    stored uuid;
begin
    if coalesce(p_record ->> 'external_id', '') = '' or p_record ->> 'state' is distinct from 'SUCCEEDED' or p_record ->> 'amount_minor' is null then
        return null;
    end if;
    insert into onceover.records (record_id, layer, owner_name, external_id, amount_minor, currency, direction, state, reference, provider_key, payee_account)
    values (gen_random_uuid(), 'CHARGE', p_provider, left(p_record ->> 'external_id', 255), (p_record ->> 'amount_minor')::bigint,
        coalesce(p_record ->> 'currency', ''), coalesce(p_record ->> 'direction', p_payment.direction), 'SUCCEEDED', coalesce(p_record ->> 'reference', ''),
        coalesce(p_record ->> 'provider_key', ''), left(coalesce(p_record ->> 'payee_account', ''), 100))
    on conflict (layer, owner_name, external_id) do nothing
    returning record_id into stored;
    if stored is null then
        select record_id into stored from onceover.records
         where layer = 'CHARGE' and owner_name = p_provider and external_id = left(p_record ->> 'external_id', 255);
    end if;
    return stored;
end
$$;

-- The attempt that a record or an answer names: by its provider key's generation, or the only one there is.
create function onceover.attempt_named(p_payment uuid, p_provider_key text) returns uuid
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
declare
    named uuid;
    matching int;
begin
    select count(*), (array_agg(a.attempt_id order by a.claimed_at))[1] into matching, named from onceover.attempts a
     where a.payment_id = p_payment and (coalesce(p_provider_key, '') = '' or a.provider_key = p_provider_key);
    if matching = 1 or (matching > 1 and coalesce(p_provider_key, '') <> '') then
        return named;
    end if;
    return null;
end
$$;

-- A pair for people, with the fields compared. True if it is new.
create function onceover.add_candidate(p_payment onceover.payments, p_record onceover.records, p_more jsonb, p_actor text,
    p_tier text default 'EXACT_REFERENCE') returns boolean
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    insert into onceover.candidates (payment_id, record_id, tier, fields, evidence_version)
    values (p_payment.payment_id, p_record.record_id, p_tier, jsonb_build_object(
        'reference', case when p_record.reference = p_payment.reference or p_record.provider_key like p_payment.reference || '-%'
                or p_payment.reference = any (p_record.named_references) then 'EQUAL' else 'DIFFERS' end,
        'amount', case when p_record.amount_minor = p_payment.amount_minor then 'EQUAL' else 'DIFFERS' end,
        'currency', case when p_record.currency = p_payment.currency then 'EQUAL' else 'DIFFERS' end,
        'direction', case when p_record.direction = p_payment.direction then 'EQUAL' else 'DIFFERS' end,
        'payee_account', case when p_record.payee_account = '' then 'MISSING'
            when upper(replace(p_record.payee_account, ' ', '')) = upper(replace(p_payment.payee_account, ' ', '')) then 'EQUAL' else 'DIFFERS' end)
        || case when p_record.is_reversal then '{"reversal": "YES"}'::jsonb else '{}' end || p_more,
        p_payment.evidence_version + 1)
    on conflict do nothing;
    if not found then
        return false;
    end if;
    perform onceover.add_event(p_payment.payment_id, 'PAYMENT', 'CANDIDATE_FOUND', p_actor, null,
        jsonb_build_object('record_id', p_record.record_id, 'layer', p_record.layer));
    return true;
end
$$;

-- Money of a proven payment that came back: a reversal, or the opposite movement on the account that proves it.
create function onceover.note_return(p_payment uuid, p_actor text) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    returned uuid;
begin
    for returned in
        select r.record_id from onceover.candidates c join onceover.records r using (record_id) join onceover.payments p on p.payment_id = c.payment_id
         where c.payment_id = p_payment and r.layer = 'BANK' and r.state = 'BOOKED' and r.reference = p.reference
           and exists (select from onceover.record_owners o join onceover.records proof using (record_id)
                        where o.payment_id = p_payment and o.layer = 'BANK' and o.role = 'PROOF'
                          and (r.is_reversal or (r.direction <> p.direction and r.owner_name = proof.owner_name)))
         order by r.record_id
    loop
        perform onceover.open_contradiction(p_payment, 'RETURNED', returned::text,
            'The bank shows the payment, and a line that names it and takes it back.', null, p_actor);
    end loop;
end
$$;

-- The record is this payment's from now on, and what that says of its attempts. The caller holds the payment's row lock and
-- has compared the two. Answer: 'PROOF' or 'DUPLICATE'.
create function onceover.own_record(p_payment onceover.payments, p_record onceover.records, p_tier text, p_actor text, p_evidence uuid) returns text
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    role_name text;
    happened uuid;
begin
    role_name := case when exists (select from onceover.record_owners o where o.payment_id = p_payment.payment_id and o.layer = p_record.layer and o.role = 'PROOF')
        then 'DUPLICATE' else 'PROOF' end;
    insert into onceover.record_owners (record_id, payment_id, layer, role, tier, linked_by)
    values (p_record.record_id, p_payment.payment_id, p_record.layer, role_name, p_tier, session_user);
    perform onceover.add_event(p_payment.payment_id, 'PAYMENT', 'RECORD_LINKED', p_actor, null,
        jsonb_build_object('record_id', p_record.record_id, 'layer', p_record.layer, 'role', role_name, 'external_id', p_record.external_id)
        || case p_tier when 'EXACT_REFERENCE' then '{}'::jsonb else jsonb_build_object('tier', p_tier) end);
    if role_name = 'PROOF' then
        -- Several attempts may have travelled under one key: the charge is not of the one that is known not to have happened
        -- while another one may be its cause. A key that no attempt bears is of a send that was lost: it proves no other one.
        select f.attempt_id into happened from onceover.attempt_fates f join onceover.attempts a using (attempt_id)
         where f.payment_id = p_payment.payment_id and p_record.provider_key in ('', a.provider_key)
         order by (f.fate = 'HAPPENED') desc, (f.fate = 'POSSIBLE') desc, a.claimed_at limit 1;
        if happened is null then
            perform onceover.open_contradiction(p_payment.payment_id, 'CHARGE_WITHOUT_SEND', p_record.record_id::text,
                'A record shows this payment although no attempt of ours that fits it is on record.', p_evidence, p_actor);
        else
            if exists (select from onceover.attempt_fates f where f.attempt_id = happened and f.fate = 'NOT_HAPPENED') then
                perform onceover.set_fate(happened, 'HAPPENED', p_record.layer, p_record.record_id::text, p_actor);
                perform onceover.open_contradiction(p_payment.payment_id, 'CHARGE_AFTER_FAILURE', p_record.record_id::text,
                    'A record shows a charge for an attempt that was taken as not happened.', p_evidence, p_actor);
            else
                perform onceover.set_fate(happened, 'HAPPENED', p_record.layer, p_record.record_id::text, p_actor);
            end if;
            if p_payment.status = 'FAILED' then
                perform onceover.open_contradiction(p_payment.payment_id, 'CHARGE_AFTER_FAILURE', p_record.record_id::text,
                    'A record shows a charge for a payment that counts as failed.', p_evidence, p_actor);
            end if;
        end if;
        update onceover.payments set finality = 'SETTLED' where payment_id = p_payment.payment_id and p_record.layer in ('SETTLEMENT', 'BANK');
        perform onceover.note_return(p_payment.payment_id, p_actor);
        return 'PROOF';
    end if;
    -- A second record in one layer: another of our own sends, or one that no send of ours explains.
    select f.attempt_id into happened from onceover.attempt_fates f join onceover.attempts a using (attempt_id)
     where f.payment_id = p_payment.payment_id and f.fate = 'POSSIBLE' and (p_record.provider_key = '' or a.provider_key = p_record.provider_key)
     order by a.claimed_at limit 1;
    if happened is not null and p_record.layer = 'CHARGE' then
        perform onceover.set_fate(happened, 'HAPPENED', p_record.layer, p_record.record_id::text, p_actor);
    elsif p_record.layer = 'CHARGE' then
        perform onceover.add_event(p_payment.payment_id, 'PAYMENT', 'DUPLICATE_FOUND', p_actor, null,
            jsonb_build_object('record_id', p_record.record_id, 'external_id', p_record.external_id), 'unexplained', 'refund_due', p_record.amount_minor, p_record.currency);
    end if;
    perform onceover.open_contradiction(p_payment.payment_id, 'DUPLICATE', p_record.record_id::text,
        'A second record of this payment stands in the same layer: it may have been paid twice.', p_evidence, p_actor);
    return 'DUPLICATE';
end
$$;

-- Links one record to the payment it names. Answer: 'PROOF', 'DUPLICATE', 'CANDIDATE', 'KNOWN' or 'FOREIGN'.
create function onceover.link_record(p_payment uuid, p_record uuid, p_actor text, p_evidence uuid) returns text
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    payment onceover.payments;
    record onceover.records;
    owner_row onceover.record_owners;
    names_us boolean;
begin
    select * into strict payment from onceover.payments where payment_id = p_payment for update;
    select * into strict record from onceover.records where record_id = p_record;
    select * into owner_row from onceover.record_owners where record_id = p_record;
    if found and owner_row.payment_id = p_payment then
        return 'KNOWN';
    end if;
    if found then
        perform onceover.open_contradiction(p_payment, 'RECORD_OF_ANOTHER', p_record::text,
            'A record that already proves another payment was shown for this one.', p_evidence, p_actor);
        return 'FOREIGN';
    end if;
    names_us := (record.reference <> '' or record.provider_key <> '')
        and record.reference in ('', payment.reference)
        and (record.provider_key = '' or record.provider_key like payment.reference || '-%');
    -- A reversal undoes a movement, whatever direction the bank prints: it never proves one.
    if (record.amount_minor, record.currency, record.direction) is distinct from (payment.amount_minor, payment.currency, payment.direction)
       or not names_us or record.is_reversal
       -- Where the provider shows the account, money on another account is not this payment's.
       or (record.layer = 'CHARGE' and record.payee_account <> '' and (onceover.capabilities(payment.provider)).echoes_account
           and upper(replace(record.payee_account, ' ', '')) <> upper(replace(payment.payee_account, ' ', ''))) then
        -- The payment that it does name may wait for somebody to see it.
        insert into onceover.unfound_names (record_id, reference)
        select p_record, p.reference from onceover.payments p
         where record.reference <> '' and p.reference = record.reference and p.payment_id <> p_payment
           and not exists (select from onceover.attempts a where a.payment_id = p.payment_id)
        on conflict do nothing;
        if not onceover.add_candidate(payment, record, case when names_us then '{}'::jsonb else '{"reference": "DIFFERS"}' end, p_actor) then
            return 'KNOWN';
        end if;
        perform onceover.note_return(p_payment, p_actor);
        -- A settled payment is not judged again by itself: what disagrees brings it back to people. The other leg of a
        -- transfer between accounts of ours is no disagreement with a success.
        if (payment.status = 'FAILED' or (payment.status = 'SUCCEEDED'
                and (record.layer <> 'BANK' or record.is_reversal or record.direction = payment.direction)))
           and not exists (select from onceover.contradictions c where c.payment_id = p_payment and c.ref = p_record::text) then
            perform onceover.open_contradiction(p_payment, 'RECORD_DIFFERS', p_record::text,
                'A record carries the name of this settled payment and differs from it.', p_evidence, p_actor);
        end if;
        return 'CANDIDATE';
    end if;
    return onceover.own_record(payment, record, 'EXACT_REFERENCE', p_actor, p_evidence);
end
$$;

-- A record that carries this payment's name and proves nothing by itself, for people. Of a failed payment it opens the case:
-- nobody may go on believing that it was not paid. Answers as link_record does.
create function onceover.show_named(p_payment onceover.payments, p_record onceover.records, p_more jsonb, p_actor text) returns text
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    if not onceover.add_candidate(p_payment, p_record, p_more, p_actor) then
        return 'KNOWN';
    end if;
    if p_payment.status = 'FAILED' then
        perform onceover.open_contradiction(p_payment.payment_id, 'RECORD_DIFFERS', p_record.record_id::text,
            'A record names this failed payment and does not prove it by itself.', null, p_actor);
    end if;
    return 'CANDIDATE';
end
$$;

-- What a line of a provider's file is: what it kept, paid out or carried on is nobody's payment, whatever it names.
create function onceover.may_name(p_kind text) returns boolean
language sql immutable
set search_path = pg_catalog, pg_temp
as $$ select p_kind not in ('FEE', 'RESERVE', 'PAYOUT', 'CARRY', 'CONVERSION', 'TRANSFER', 'ADJUSTMENT') $$;

-- What a line of a file says of a payment that it was linked to, or may belong to. The caller holds the payment's row lock.
create function onceover.observe_line(p_payment uuid, p_record onceover.records, p_link text, p_actor text) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    evidence_row uuid := gen_random_uuid();
    -- A provider's file of charges is a list of them.
    shown_by text := case p_record.layer when 'CHARGE' then 'LIST' else p_record.layer end;
begin
    insert into onceover.evidence (evidence_id, payment_id, attempt_id, source, kind, state, reason, record_id, amount_minor, currency,
        answered_at_us, could_see_until_us, is_material, evidence_version, recorded_by)
    select evidence_row, p_payment, onceover.attempt_named(p_payment, p_record.provider_key), shown_by, 'FOUND', 'BOOKED', lower(p_link), p_record.record_id,
           p_record.amount_minor, p_record.currency, onceover.micros(clock_timestamp()),
           onceover.micros((select s.to_date + 1 from onceover.import_statements s where s.statement_row_id = p_record.statement_row_id)::timestamptz),
           true, p.evidence_version + 1, session_user
      from onceover.payments p where p.payment_id = p_payment;
    perform onceover.add_event(p_payment, 'PAYMENT', 'EVIDENCE_RECORDED', p_actor, null,
        jsonb_build_object('evidence_id', evidence_row, 'source', shown_by, 'kind', 'FOUND', 'link', p_link, 'record_id', p_record.record_id));
    perform onceover.material_evidence(p_payment, shown_by || ' FOUND', p_actor);
end
$$;

-- One booked line of a file and one payment that it names. Answers as link_record does, and SPOKEN_FOR where the same money
-- was told in another message.
create function onceover.link_line(p_payment uuid, p_record uuid, p_actor text) returns text
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    payment onceover.payments;
    record onceover.records;
    answer text;
    rivals int;
    is_spoken_for boolean;
begin
    select * into strict payment from onceover.payments where payment_id = p_payment for update;
    select * into strict record from onceover.records where record_id = p_record;
    is_spoken_for := onceover.is_spoken_for(record);
    if is_spoken_for and exists (select from onceover.record_owners o where o.payment_id = p_payment and o.layer = record.layer) then
        return 'SPOKEN_FOR';
    end if;
    -- Two unlinked lines that name one payment prove nothing by themselves.
    select count(*) into rivals from onceover.records other
     where other.layer = record.layer and other.reference = record.reference and other.record_id <> p_record and other.state = 'BOOKED'
       and other.amount_minor = record.amount_minor and other.direction = record.direction and not other.is_reversal
       and other.entry_name <> record.external_id and record.entry_name <> other.external_id
       and not onceover.may_be_one_line(other, record)
       and not exists (select from onceover.record_owners o where o.record_id = other.record_id)
       and not exists (select from onceover.record_owners o where o.payment_id = p_payment and o.layer = record.layer and o.role = 'PROOF');
    if is_spoken_for then
        -- Another message told the same money of another payment: that it carries this name, people should see.
        answer := onceover.show_named(payment, record, '{"names": "ANOTHER"}', p_actor);
    elsif record.reference <> payment.reference then
        answer := onceover.show_named(payment, record, '{"names": "SEVERAL"}', p_actor);
    elsif rivals > 0 and not record.is_reversal then
        answer := onceover.show_named(payment, record, '{"rivals": "YES"}', p_actor);
    else
        answer := onceover.link_record(p_payment, p_record, p_actor, null);
    end if;
    if answer = 'KNOWN' then
        return answer;
    end if;
    perform onceover.observe_line(p_payment, record, answer, p_actor);
    return answer;
end
$$;

-- Every record that shows this payment's reference, for a payment that arrives after them: the same that is_reference_on_record
-- keeps it from being sent for. What counts and carries it alone is linked; the rest may be meant and is shown.
create function onceover.link_records_by_name(p_payment uuid, p_actor text) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    payment onceover.payments;
    record onceover.records;
    answer text;
begin
    perform 1 from onceover.payments where payment_id = p_payment for update;
    for record in
        select r.* from onceover.records r join onceover.payments p on p.payment_id = p_payment
         where r.record_id in (select n.record_id from onceover.records n where n.reference = p.reference and n.reference <> ''
                               union all select n.record_id from onceover.records n where n.named_references @> array[p.reference])
           and not exists (select from onceover.candidates c where c.payment_id = p_payment and c.record_id = r.record_id)
         order by r.seen_at, coalesce(r.ordinal, 0), r.record_id
    loop
        select * into strict payment from onceover.payments where payment_id = p_payment;
        answer := 'SHOW';
        if onceover.may_prove(record) and (record.layer = 'BANK' or record.import_id is not null) then
            answer := onceover.link_line(p_payment, record.record_id, p_actor);
        elsif onceover.may_prove(record) and record.reference = payment.reference then
            answer := onceover.link_record(p_payment, record.record_id, p_actor, null);
            if answer <> 'KNOWN' then
                perform onceover.material_evidence(p_payment, record.layer || ' FOUND', p_actor);
            end if;
        end if;
        -- Money that another message has told of another payment is no proof; that it carries this name, people should see.
        if answer = 'SHOW' or (answer = 'SPOKEN_FOR' and not exists (select from onceover.record_owners o where o.payment_id = p_payment)) then
            perform onceover.show_named(payment, record, jsonb_build_object('state', record.state), p_actor);
            perform onceover.material_evidence(p_payment, record.layer || ' ' || record.state, p_actor);
        end if;
    end loop;
end
$$;

-- A file that is stored and was not linked, because whoever stored it broke off between the two: its names go where those are
-- that an import did not find. Within its first minute it is its own import's to link.
create function onceover.take_left_file() returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    left_import uuid;
begin
    select i.import_id into left_import from onceover.imports i
     where i.linked_at is null and i.stored_at < clock_timestamp() - interval '1 minute' and onceover.is_import_accepted(i.import_id)
     order by i.stored_at, i.import_id limit 1 for update of i skip locked;
    if not found then
        return;
    end if;
    insert into onceover.unfound_names (record_id, reference)
    select r.record_id, n.reference from onceover.records r
     cross join lateral (select r.reference union select unnest(r.named_references)) n (reference)
     where r.import_id = left_import and n.reference <> ''
    on conflict do nothing;
    perform onceover.free_records_of(left_import);
    update onceover.imports set linked_at = clock_timestamp() where import_id = left_import;
end
$$;

-- Names that an import did not find, once every intake that it may have missed has ended: whoever came since sees the record
-- himself. One that cannot be linked goes to the end of the queue, and a payment that somebody is busy with is nobody's to wait
-- for: an import may hold it and wait for another one.
create function onceover.find_left_names(p_limit int) returns int
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    left_name record;
    named uuid;
    failure text;
    message text;
    found_names int := 0;
begin
    for left_name in
        select n.record_id, n.reference, n.record_id || ' ' || n.reference as subject from onceover.unfound_names n
          left join onceover.stuck_steps s on s.step = 'NAME' and s.subject = n.record_id || ' ' || n.reference
         where n.xid < pg_snapshot_xmin(pg_current_snapshot())
         order by coalesce(s.tries, 0), n.reference, n.record_id limit p_limit for update of n skip locked
    loop
        begin
            select p.payment_id into named from onceover.payments p where p.reference = left_name.reference;
            if found then
                perform 1 from onceover.payments p where p.payment_id = named for update skip locked;
                continue when not found;
                perform onceover.link_records_by_name(named, 'CORE');
                found_names := found_names + 1;
            end if;
            delete from onceover.unfound_names where record_id = left_name.record_id and reference = left_name.reference;
            perform onceover.forget_stuck('NAME', left_name.subject);
        exception when others then
            get stacked diagnostics failure = returned_sqlstate, message = message_text;
            if not onceover.is_fault_of_row(failure) then
                raise;
            end if;
            perform onceover.note_stuck('NAME', left_name.subject, failure, message);
        end;
    end loop;
    return found_names;
end
$$;

-- Does this "not found" prove absence? Every condition of section 6, computed here and nowhere trusted.
create function onceover.absence_is_proven(p_payment uuid, p_source text, p_asked_us bigint, p_answered_us bigint, p_could_see_until_us bigint) returns boolean
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
declare
    payment onceover.payments;
    can onceover.capability_set;
    last_close timestamptz;
    open_attempts int;
    horizon_us bigint;
    -- The core's clock is not trusted to be late: the question was asked no later than its duration before now.
    asked_us bigint := least(p_asked_us, onceover.micros(clock_timestamp()) - greatest(p_answered_us - p_asked_us, 0));
begin
    select * into strict payment from onceover.payments where payment_id = p_payment;
    can := onceover.capabilities(payment.provider);
    if can.version is null or not can.query_authoritative or not can.query_by_key or p_source <> 'QUERY' then
        return false;
    end if;
    select count(*) filter (where c.attempt_id is null), max(c.closed_at) into open_attempts, last_close
      from onceover.attempts a left join onceover.closures c using (attempt_id) where a.payment_id = p_payment;
    if open_attempts > 0 or last_close is null or p_asked_us is null or p_answered_us is null or p_answered_us < p_asked_us then
        return false;
    end if;
    horizon_us := onceover.micros(last_close) + can.longest_processing_ms * 1000;
    return asked_us >= horizon_us + can.visibility_lag_ms * 1000
       and coalesce(p_could_see_until_us, asked_us - can.visibility_lag_ms * 1000) >= horizon_us
       and not exists (select from onceover.waiting_facts w where w.payment_id = p_payment)
       -- A charge that somebody besides the answer itself has shown is no absence.
       and not exists (select from onceover.record_owners o join onceover.evidence e using (record_id) where o.payment_id = p_payment);
end
$$;

-- What evidence does once it may move anything, when it comes or later.
create function onceover.take_effect(p_evidence onceover.evidence, out evidence_version bigint, out opened_contradiction boolean)
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    payment onceover.payments;
    happened uuid;
    link text := '';
    -- One charge, two amounts: the record keeps what was seen first, so the second sight has to be said aloud.
    is_changed boolean := p_evidence.kind = 'FOUND' and exists (select from onceover.records r where r.record_id = p_evidence.record_id
                and (r.amount_minor, r.currency) is distinct from (p_evidence.amount_minor, coalesce(p_evidence.currency, '')))
            and not exists (select from onceover.contradictions c where c.payment_id = p_evidence.payment_id and c.kind = 'RECORD_CHANGED'
                                and c.ref = p_evidence.record_id::text);
begin
    select * into strict payment from onceover.payments where payment_id = p_evidence.payment_id for update;
    opened_contradiction := false;
    perform onceover.add_event(payment.payment_id, 'PAYMENT', 'EVIDENCE_RECORDED', 'CORE', null, jsonb_build_object('evidence_id', p_evidence.evidence_id,
        'source', p_evidence.source, 'kind', p_evidence.kind, 'state', p_evidence.state, 'proves_absence', p_evidence.proves_absence));
    if p_evidence.record_id is not null then
        link := onceover.link_record(payment.payment_id, p_evidence.record_id, 'CORE', p_evidence.evidence_id);
    end if;
    evidence_version := onceover.material_evidence(payment.payment_id, p_evidence.source || ' ' || p_evidence.kind, 'CORE');
    if is_changed then
        opened_contradiction := onceover.open_contradiction(payment.payment_id, 'RECORD_CHANGED', p_evidence.record_id::text,
            'The provider shows the same charge with another amount than before.', p_evidence.evidence_id, 'CORE');
    end if;
    if p_evidence.proves_absence and payment.status = 'SUCCEEDED' and onceover.is_absence_proven(payment.payment_id) then
        opened_contradiction := onceover.open_contradiction(payment.payment_id, 'CONFIRMED_BUT_ABSENT', p_evidence.evidence_id::text,
            'The payment was confirmed without proof, and the provider''s own records do not show it.', p_evidence.evidence_id, 'CORE');
    end if;
    -- Nothing under one key says nothing about another; of the sends under this one, the contradiction belongs to the one that
    -- happened, once.
    if p_evidence.proves_absence then
        select f.attempt_id into happened from onceover.attempt_fates f join onceover.attempts a using (attempt_id)
         where f.payment_id = payment.payment_id and f.fate = 'HAPPENED'
           and (p_evidence.attempt_id is null or a.provider_key = (select n.provider_key from onceover.attempts n where n.attempt_id = p_evidence.attempt_id))
         order by a.claimed_at limit 1;
    end if;
    if happened is not null then
        opened_contradiction := onceover.open_contradiction(payment.payment_id, 'SUCCESS_NOT_LISTED', happened::text,
            'The provider answered success, but its own records do not show the charge.', p_evidence.evidence_id, 'CORE');
    end if;
    if p_evidence.kind = 'FOUND' and p_evidence.state = 'DECLINED' and exists (select from onceover.attempt_fates f
            where f.attempt_id = p_evidence.attempt_id and f.fate = 'HAPPENED') then
        opened_contradiction := onceover.open_contradiction(payment.payment_id, 'SUCCESS_DECLINED', p_evidence.evidence_id::text,
            'The provider answered success, but its records show the charge as declined.', p_evidence.evidence_id, 'CORE');
    end if;
    if link in ('DUPLICATE', 'FOREIGN') then
        opened_contradiction := true;
    end if;
end
$$;

create function onceover.require_same_observation(p_known onceover.evidence, p_payment uuid, p_evidence jsonb) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    -- An id names one observation for ever; under another text it would be lost without a word.
    if (p_known.payment_id, p_known.source, p_known.kind, p_known.state, p_known.reason, p_known.asked_at_us, p_known.answered_at_us, p_known.could_see_until_us,
            p_known.amount_minor, p_known.currency, p_known.body_sha256)
       is distinct from (p_payment, p_evidence ->> 'source', p_evidence ->> 'kind', coalesce(p_evidence ->> 'state', ''), coalesce(p_evidence ->> 'reason', ''),
            (p_evidence ->> 'asked_at_us')::bigint, (p_evidence ->> 'answered_at_us')::bigint, (p_evidence ->> 'could_see_until_us')::bigint,
            (p_evidence #>> '{record,amount_minor}')::bigint, p_evidence #>> '{record,currency}', coalesce(p_evidence ->> 'body_sha256', ''))
       or (p_evidence ->> 'attempt_id' is not null and p_known.attempt_id is distinct from (p_evidence ->> 'attempt_id')::uuid) then
        perform onceover.refuse('evidence.differs', 'This id names another observation.');
    end if;
end
$$;

-- A sight that was told before is not material, in whatever order a provider shows its charges; nor is one that waits already,
-- as long as what comes now would wait too and no longer than what waits. A witness's sight is news beside what others said.
create function onceover.is_repeat(p_payment uuid, p_evidence jsonb, p_attempt uuid, p_record uuid, p_core uuid, p_moves boolean) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select exists (select from onceover.effective_evidence e
                    where e.payment_id = p_payment and e.source = p_evidence ->> 'source' and e.kind = 'FOUND'
                      and ((e.is_material and e.is_witnessed)
                           or (not p_moves and (e.core_id = p_core
                               or (exists (select from onceover.waiting_facts w where w.kind = 'EVIDENCE' and w.fact_id = e.evidence_id)
                                   and exists (select from onceover.cores c where c.core_id = e.core_id and c.state = 'ADMITTED')))))
                      and e.attempt_id is not distinct from p_attempt and e.state = coalesce(p_evidence ->> 'state', '')
                      and e.record_id is not distinct from p_record)
$$;

create function onceover.record_evidence(p_core uuid, p_payment uuid, p_evidence jsonb,
    out evidence_id uuid, out is_material boolean, out evidence_version bigint, out opened_contradiction boolean)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
    payment onceover.payments;
    known onceover.evidence;
    record_row uuid;
    named uuid;
    proves boolean := false;
    is_changed boolean := false;
    is_news boolean;
    moves boolean;
begin
    perform onceover.require_core(p_core);
    -- What a core says that was not admitted, was given up, or has not found its journal, waits like what comes while the
    -- database is checking. The core's row is locked before the payment's, as where two people decide about it.
    moves := onceover.is_armed();
    perform 1 from onceover.cores where core_id = p_core for key share;
    moves := moves and onceover.is_witness(p_core);
    evidence_id := (p_evidence ->> 'evidence_id')::uuid;
    opened_contradiction := false;
    select * into strict payment from onceover.payments where payment_id = p_payment for update;
    select * into known from onceover.evidence e where e.evidence_id = record_evidence.evidence_id;
    if found then
        perform onceover.require_same_observation(known, p_payment, p_evidence);
        is_material := false;
        evidence_version := payment.evidence_version;
        return;
    end if;
    if p_evidence ->> 'attempt_id' is not null and not exists (select from onceover.attempts a
            where a.attempt_id = (p_evidence ->> 'attempt_id')::uuid and a.payment_id = p_payment) then
        perform onceover.refuse('evidence.other_attempt', 'The evidence names an attempt of another payment.');
    end if;
    named := coalesce((p_evidence ->> 'attempt_id')::uuid, onceover.attempt_named(p_payment, p_evidence #>> '{record,provider_key}'));
    if p_evidence ->> 'kind' = 'FOUND' then
        record_row := onceover.store_charge_record(payment.provider, payment, p_evidence -> 'record');
        is_material := not onceover.is_repeat(p_payment, p_evidence, named, record_row, p_core, moves);
        if record_row is not null and is_material then
            is_material := not exists (select from onceover.record_owners o where o.record_id = record_row and o.payment_id = p_payment);
        end if;
        -- One charge, two amounts: the record keeps what was seen first, so the second sight has to be said aloud.
        is_changed := exists (select from onceover.records r where r.record_id = record_row
                and (r.amount_minor, r.currency) is distinct from ((p_evidence #>> '{record,amount_minor}')::bigint, coalesce(p_evidence #>> '{record,currency}', '')))
            and not exists (select from onceover.contradictions c where c.payment_id = p_payment and c.kind = 'RECORD_CHANGED' and c.ref = record_row::text);
        is_material := is_material or is_changed;
    elsif p_evidence ->> 'kind' = 'ABSENT' then
        -- It can be asked for again by whoever is a witness then.
        proves := moves and onceover.absence_is_proven(p_payment, p_evidence ->> 'source', (p_evidence ->> 'asked_at_us')::bigint,
            (p_evidence ->> 'answered_at_us')::bigint, (p_evidence ->> 'could_see_until_us')::bigint);
        is_material := proves and not exists (select from onceover.evidence e where e.payment_id = p_payment and e.proves_absence and e.is_material
            and e.attempt_id is not distinct from named
            and e.recorded_at > (select max(c.closed_at) from onceover.closures c where c.payment_id = p_payment));
    else
        is_material := false;
    end if;
    is_news := is_material and p_evidence ->> 'kind' = 'FOUND';
    is_material := is_material and moves;
    insert into onceover.evidence (evidence_id, payment_id, attempt_id, source, kind, state, reason, record_id, amount_minor, currency, asked_at_us,
        answered_at_us, could_see_until_us, body_excerpt, body_sha256, proves_absence, is_material, evidence_version, recorded_by, core_id, is_witnessed)
    values (record_evidence.evidence_id, p_payment, named, p_evidence ->> 'source', p_evidence ->> 'kind', coalesce(p_evidence ->> 'state', ''),
        coalesce(p_evidence ->> 'reason', ''), record_row, (p_evidence #>> '{record,amount_minor}')::bigint, p_evidence #>> '{record,currency}',
        (p_evidence ->> 'asked_at_us')::bigint, (p_evidence ->> 'answered_at_us')::bigint, (p_evidence ->> 'could_see_until_us')::bigint,
        left(coalesce(p_evidence ->> 'body_excerpt', ''), 4096), coalesce(p_evidence ->> 'body_sha256', ''), proves, is_material,
        payment.evidence_version + is_material::int, session_user, p_core, moves);
    evidence_version := payment.evidence_version;
    if is_material then
        select * into strict known from onceover.evidence e where e.evidence_id = record_evidence.evidence_id;
        select * into evidence_version, opened_contradiction from onceover.take_effect(known);
    elsif is_news and not moves then
        insert into onceover.waiting_facts (kind, fact_id, payment_id) values ('EVIDENCE', record_evidence.evidence_id, p_payment);
    end if;
end
$$;

-- A record that names this payment and no other, and shows another amount of it.
create function onceover.shows_another_amount(p_payment uuid) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select exists (select from onceover.candidates c join onceover.records r using (record_id) join onceover.payments p using (payment_id)
                    where c.payment_id = p_payment and r.reference = p.reference and (r.provider_key = '' or r.provider_key like p.reference || '-%')
                      and r.direction = p.direction and r.currency = p.currency and not r.is_reversal and r.amount_minor <> p.amount_minor)
$$;

-- The verdict NOT_HAPPENED, with what it rests on. Answers the status that the payment has then.
create function onceover.end_by_proof(p_payment onceover.payments) returns text
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    proof uuid;
    declined uuid;
    pending record;
    failure text;
begin
    -- Every attempt that may still have happened needs proof that names it or its key. No attempt on record
    -- is no proof: the record may be what is missing.
    if not exists (select from onceover.attempts a where a.payment_id = p_payment.payment_id) then
        perform onceover.refuse('verdict.unproven', 'No attempt of this payment is on record, which proves nothing.');
    end if;
    for pending in select f.attempt_id from onceover.attempt_fates f where f.payment_id = p_payment.payment_id and f.fate = 'POSSIBLE' order by f.attempt_id loop
        select e.evidence_id into declined from onceover.effective_evidence e
         where e.payment_id = p_payment.payment_id and e.attempt_id = pending.attempt_id and e.kind = 'FOUND' and e.state = 'DECLINED' and not e.is_human
           and e.is_witnessed
           and not exists (select from onceover.attempts twin join onceover.attempts mine on mine.attempt_id = pending.attempt_id
                            where twin.payment_id = p_payment.payment_id and twin.generation = mine.generation and twin.attempt_id <> mine.attempt_id)
           -- Another charge under the key, seen in the same look or later, has not been declined.
           and not exists (select from onceover.evidence f where f.payment_id = p_payment.payment_id and f.kind = 'FOUND' and f.state <> 'DECLINED'
                              and coalesce(f.asked_at_us, f.answered_at_us) >= coalesce(e.asked_at_us, e.answered_at_us))
         order by e.recorded_at desc limit 1;
        if declined is not null and exists (select from onceover.closures c where c.attempt_id = pending.attempt_id) then
            perform onceover.set_fate(pending.attempt_id, 'NOT_HAPPENED', 'QUERY', declined::text, 'CORE');
            failure := 'REJECTED_FINAL';
            continue;
        end if;
        proof := (onceover.absence_evidence(pending.attempt_id)).evidence_id;
        if proof is null or exists (select from onceover.record_owners o where o.payment_id = p_payment.payment_id) then
            perform onceover.refuse('verdict.unproven', 'Nothing on record proves that this attempt did not happen.');
        end if;
        perform onceover.set_fate(pending.attempt_id, 'NOT_HAPPENED', 'ABSENCE', proof::text, 'CORE');
        failure := 'ABSENT';
    end loop;
    if exists (select from onceover.attempt_fates f where f.payment_id = p_payment.payment_id and f.fate = 'HAPPENED') then
        perform onceover.refuse('verdict.contradicted', 'An attempt of this payment is known to have happened.');
    end if;
    if exists (select from onceover.attempt_fates f where f.payment_id = p_payment.payment_id and f.closed_by is distinct from 'CORE') then
        return p_payment.status;
    end if;
    if failure is null then
        -- All were known before: the last answer names the kind.
        select case when r.answer in ('NOT_SENT', 'REJECTED_RETRYABLE', 'REJECTED_FINAL') then r.answer
                    when f.fate_basis = 'ABANDONED' then 'NOT_SENT' else 'ABSENT' end
          into failure from onceover.attempts a join onceover.attempt_fates f using (attempt_id) left join onceover.results r using (attempt_id)
         where a.payment_id = p_payment.payment_id order by a.claimed_at desc limit 1;
    end if;
    perform onceover.change_status(p_payment.payment_id, 'FAILED', coalesce(failure, 'ABSENT'), 'CORE');
    return 'FAILED';
end
$$;

-- Verdict to status. The verdict is the program's; what it rests on is checked again here.
create function onceover.apply_verdict(p_core uuid, p_payment uuid, p_evidence_version bigint, p_verdict text, p_reason text) returns text
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    payment onceover.payments;
    basis_name text;
begin
    perform onceover.require_core(p_core);
    perform onceover.require_armed();
    perform onceover.require_witness(p_core);
    select * into strict payment from onceover.payments where payment_id = p_payment for update;
    if payment.evidence_version is distinct from p_evidence_version then
        perform onceover.refuse('verdict.stale', 'New evidence arrived since this verdict was made.');
    end if;
    if p_verdict is null or p_verdict not in ('HAPPENED', 'NOT_HAPPENED', 'PROCESSING', 'WAIT', 'AMBIGUOUS', 'CONTRADICTION', 'EXHAUSTED') then
        perform onceover.refuse('verdict.unknown', 'This verdict is not known.');
    end if;
    -- What waits to take effect may say otherwise than the verdict; that people have to look is right in any case.
    if p_verdict in ('PROCESSING', 'WAIT') or payment.status not in ('UNKNOWN', 'REVIEW')
       or (p_verdict in ('HAPPENED', 'NOT_HAPPENED') and exists (select from onceover.waiting_facts w where w.payment_id = p_payment)) then
        return payment.status;
    end if;
    -- A proposal that nobody approved in time holds nothing any more.
    perform onceover.end_expired_proposal(p_payment::text);
    if payment.status = 'REVIEW' and (payment.has_contradiction or payment.taken_by is not null
            or exists (select from onceover.open_proposals o where o.subject = p_payment::text)) then
        return payment.status;
    end if;
    if p_verdict in ('AMBIGUOUS', 'CONTRADICTION', 'EXHAUSTED') then
        if payment.status = 'UNKNOWN' then
            perform onceover.change_status(p_payment, 'REVIEW', case when p_reason in ('PARTIAL', 'KEY_EXPIRED', 'EARLIER_ATTEMPT_OPEN') then p_reason
                when p_verdict = 'AMBIGUOUS' and onceover.shows_another_amount(p_payment) then 'PARTIAL' else p_verdict end, 'CORE');
            update onceover.payments set exhausted_at = clock_timestamp() where payment_id = p_payment and p_verdict = 'EXHAUSTED';
            return 'REVIEW';
        end if;
        return payment.status;
    end if;
    if payment.has_contradiction then
        perform onceover.refuse('verdict.contradicted', 'A contradiction is on record; people decide.');
    end if;
    if exists (select from onceover.standing_candidates c where c.payment_id = p_payment) then
        perform onceover.refuse('verdict.ambiguous', 'Another record may belong to this payment; people decide.');
    end if;
    if p_verdict = 'HAPPENED' then
        select case f.fate_basis when 'CHARGE' then 'QUERY' when 'SETTLEMENT' then 'SETTLEMENT' when 'BANK' then 'BANK' else 'DIRECT' end into basis_name
          from onceover.attempt_fates f where f.payment_id = p_payment and f.fate = 'HAPPENED' order by f.attempt_id limit 1;
        if not found then
            perform onceover.refuse('verdict.unproven', 'No attempt of this payment is known to have happened.');
        end if;
        perform onceover.change_status(p_payment, 'SUCCEEDED', null, 'CORE', null, basis_name,
            coalesce(payment.finality, case when basis_name in ('SETTLEMENT', 'BANK') then 'SETTLED' else 'PROVISIONAL' end));
        return 'SUCCEEDED';
    end if;
    return onceover.end_by_proof(payment);
end
$$;

-- The answer as it came, and the end of the call: true whatever the database is allowed to do about it.
create function onceover.store_result(p_attempt onceover.attempts, p_result jsonb) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    insert into onceover.results (attempt_id, payment_id, answer, reason, provider_id, http_status, request_bytes, started_at_us,
        finished_at_us, body_excerpt, body_sha256)
    values (p_attempt.attempt_id, p_attempt.payment_id, p_result ->> 'answer', left(coalesce(p_result ->> 'reason', ''), 200),
        left(p_result ->> 'provider_id', 255), (p_result ->> 'http_status')::int, (p_result ->> 'request_bytes')::bigint,
        (p_result ->> 'started_at_us')::bigint, (p_result ->> 'finished_at_us')::bigint,
        left(coalesce(p_result ->> 'body_excerpt', ''), 4096), coalesce(p_result ->> 'body_sha256', ''));
    insert into onceover.closures (attempt_id, payment_id, closed_by, how, proves_not_sent)
    values (p_attempt.attempt_id, p_attempt.payment_id, 'CORE', 'RESULT', p_result ->> 'answer' = 'NOT_SENT')
    on conflict do nothing;
    update onceover.attempt_fates set closed_by = 'CORE' where attempt_id = p_attempt.attempt_id and closed_by is null;
end
$$;

-- The answer as evidence, from when it takes effect: the caller raises the version.
create function onceover.add_answer(p_result onceover.results) returns uuid
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    new_id uuid := gen_random_uuid();
    is_material boolean := p_result.answer <> 'UNKNOWN';
begin
    insert into onceover.evidence (evidence_id, payment_id, attempt_id, source, kind, state, reason, asked_at_us, answered_at_us,
        body_excerpt, body_sha256, is_material, evidence_version, recorded_by, core_id)
    select new_id, p.payment_id, p_result.attempt_id, 'DIRECT', 'ANSWER', p_result.answer, p_result.reason, p_result.started_at_us,
           p_result.finished_at_us, p_result.body_excerpt, p_result.body_sha256, is_material, p.evidence_version + is_material::int, session_user,
           (select a.core_id from onceover.attempts a where a.attempt_id = p_result.attempt_id)
      from onceover.payments p where p.payment_id = p_result.payment_id;
    return new_id;
end
$$;

-- What an answer says of its own attempt. The payment is as it was before.
create function onceover.answer_to_fate(p_result onceover.results, p_payment onceover.payments, p_evidence uuid) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    attempt onceover.attempts;
    fate onceover.attempt_fates;
    record_row uuid;
begin
    select * into strict attempt from onceover.attempts where attempt_id = p_result.attempt_id;
    select * into strict fate from onceover.attempt_fates where attempt_id = p_result.attempt_id;
    if p_result.answer = 'SUCCEEDED' then
        record_row := onceover.store_charge_record(p_payment.provider, p_payment, jsonb_build_object('external_id', p_result.provider_id,
            'state', 'SUCCEEDED', 'amount_minor', p_payment.amount_minor, 'currency', p_payment.currency, 'direction', p_payment.direction,
            'reference', p_payment.reference, 'provider_key', attempt.provider_key, 'payee_account', p_payment.payee_account));
        perform onceover.set_fate(attempt.attempt_id, 'HAPPENED', 'DIRECT', attempt.attempt_id::text, 'CORE');
        if record_row is not null then
            perform onceover.link_record(p_payment.payment_id, record_row, 'CORE', p_evidence);
        elsif p_payment.status = 'FAILED' or fate.fate = 'NOT_HAPPENED' then
            perform onceover.open_contradiction(p_payment.payment_id, 'CHARGE_AFTER_FAILURE', attempt.attempt_id::text,
                'The provider answered success for an attempt or payment that was taken as not happened.', p_evidence, 'CORE');
        end if;
    elsif p_result.answer in ('NOT_SENT', 'REJECTED_FINAL', 'REJECTED_RETRYABLE') then
        if fate.fate = 'POSSIBLE' then
            perform onceover.set_fate(attempt.attempt_id, 'NOT_HAPPENED', case p_result.answer when 'NOT_SENT' then 'NOT_SENT' else 'DIRECT' end,
                attempt.attempt_id::text, 'CORE');
            perform onceover.review_confirmed_in_vain(p_payment.payment_id, attempt.attempt_id, p_evidence);
        elsif fate.fate = 'HAPPENED' then
            perform onceover.open_contradiction(p_payment.payment_id, 'REFUSAL_AFTER_CHARGE', attempt.attempt_id::text,
                'The provider refused the call, but a record shows the charge.', p_evidence, 'CORE');
        end if;
    elsif fate.account = 'in_transit' then
        perform onceover.move_account(attempt.attempt_id, 'FATE_IN_DOUBT', 'in_doubt', 'CORE', null, jsonb_build_object('reason', p_result.reason));
    end if;
end
$$;

-- What the answer to the call under way makes of its payment.
create function onceover.answer_to_status(p_result onceover.results) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    payment onceover.payments;
    can onceover.capability_set;
begin
    select * into strict payment from onceover.payments where payment_id = p_result.payment_id for update;
    can := onceover.capabilities(payment.provider);
    if p_result.answer = 'SUCCEEDED' then
        perform onceover.change_status(payment.payment_id, 'SUCCEEDED', null, 'CORE', null, 'DIRECT', 'PROVISIONAL', p_result.attempt_id::text);
        -- Succeeded payments are swept too, for charges only the provider knows.
        update onceover.payments set look_count = 0, next_look_at = case when can.query_by_key
            then clock_timestamp() + (can.longest_processing_ms + can.visibility_lag_ms + 1) * interval '1 millisecond' end
         where payment_id = payment.payment_id;
    elsif p_result.answer in ('NOT_SENT', 'REJECTED_FINAL', 'REJECTED_RETRYABLE') and not exists (select from onceover.attempt_fates f
            where f.payment_id = payment.payment_id and (f.fate <> 'NOT_HAPPENED' or f.closed_by is distinct from 'CORE')) then
        perform onceover.change_status(payment.payment_id, 'FAILED', p_result.answer, 'CORE', null, null, null, p_result.attempt_id::text);
    else
        perform onceover.change_status(payment.payment_id, 'UNKNOWN',
            case when p_result.answer in ('NOT_SENT', 'REJECTED_FINAL', 'REJECTED_RETRYABLE') then 'EARLIER_ATTEMPT_OPEN'
                 when p_result.answer = 'UNKNOWN' then coalesce(nullif(upper(regexp_replace(split_part(p_result.reason, ':', 1), '[^A-Za-z0-9_]', '_', 'g')), ''), 'ANSWER_LOST')
                 else p_result.answer end, 'CORE', null, null, null, p_result.attempt_id::text);
        update onceover.payments set look_count = 0, next_look_at = clock_timestamp() + can.first_look_ms * interval '1 millisecond'
         where payment_id = payment.payment_id;
    end if;
    perform onceover.review_what_disagrees(payment.payment_id);
end
$$;

-- An answer takes effect, when it comes or later. The caller holds the payment's row lock.
create function onceover.take_answer(p_attempt uuid) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    result onceover.results;
    payment onceover.payments;
    evidence_row uuid;
    is_current boolean;
begin
    select * into strict result from onceover.results where attempt_id = p_attempt;
    select * into strict payment from onceover.payments where payment_id = result.payment_id for update;
    evidence_row := onceover.add_answer(result);
    delete from onceover.waiting_facts where kind = 'RESULT' and fact_id = p_attempt;
    is_current := payment.status = 'SUBMITTING' and p_attempt = (select a.attempt_id from onceover.attempts a
        where a.payment_id = payment.payment_id order by a.claimed_at desc, a.attempt_id desc limit 1);
    perform onceover.answer_to_fate(result, payment, evidence_row);
    if not is_current then
        if result.answer <> 'UNKNOWN' then
            perform onceover.material_evidence(payment.payment_id, 'late answer ' || result.answer, 'CORE');
        else
            -- The attempt is closed now, which is a fact on the screen of whoever proposed.
            perform onceover.void_open_proposal(payment.payment_id, 'an attempt was closed by its core');
        end if;
        return;
    end if;
    if result.answer <> 'UNKNOWN' then
        update onceover.payments set evidence_version = evidence_version + 1 where payment_id = payment.payment_id;
    end if;
    -- A contradiction met above has moved the payment already.
    if (select p.status from onceover.payments p where p.payment_id = payment.payment_id) = 'SUBMITTING' then
        perform onceover.answer_to_status(result);
    end if;
end
$$;

-- One result. The caller isolates it in a subtransaction.
create function onceover.record_one_result(p_core uuid, p_attempt uuid, p_result jsonb, p_moves boolean) returns text
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    attempt onceover.attempts;
    payment onceover.payments;
    stored onceover.results;
begin
    select * into attempt from onceover.attempts where attempt_id = p_attempt;
    if not found or attempt.core_id <> p_core then
        perform onceover.refuse('attempt.unknown', 'This attempt is not this core''s.');
    end if;
    select * into strict payment from onceover.payments where payment_id = attempt.payment_id for update;
    select * into stored from onceover.results where attempt_id = attempt.attempt_id;
    if found then
        if (stored.answer, stored.body_sha256, stored.http_status) is distinct from
           (p_result ->> 'answer', coalesce(p_result ->> 'body_sha256', ''), (p_result ->> 'http_status')::int) then
            perform onceover.refuse('result.differs', 'Another result of this attempt is on record.');
        end if;
        -- Stored while nothing moved, it takes effect when its core delivers it again, or when any core finds it waiting.
        if not exists (select from onceover.waiting_facts w where w.kind = 'RESULT' and w.fact_id = attempt.attempt_id) then
            return 'REPEATED';
        end if;
        if not p_moves then
            return 'STORED';
        end if;
    else
        perform onceover.store_result(attempt, p_result);
        perform onceover.add_event(payment.payment_id, 'PAYMENT', 'RESULT_RECORDED', 'CORE', null,
            jsonb_build_object('attempt_id', attempt.attempt_id, 'answer', p_result ->> 'answer', 'reason', left(coalesce(p_result ->> 'reason', ''), 200),
                'http_status', (p_result ->> 'http_status')::int, 'request_bytes', (p_result ->> 'request_bytes')::bigint,
                'body_sha256', coalesce(p_result ->> 'body_sha256', ''), 'moves', p_moves));
    end if;
    if not p_moves then
        insert into onceover.waiting_facts (kind, fact_id, payment_id) values ('RESULT', attempt.attempt_id, payment.payment_id);
        return 'STORED';
    end if;
    perform onceover.take_answer(attempt.attempt_id);
    return 'RECORDED';
end
$$;

-- The attempt that a row of a batch names, or null where it names none: a row that nobody can read is refused alone.
create function onceover.attempt_of_row(p_row jsonb) returns uuid
language sql immutable
set search_path = pg_catalog, pg_temp
as $$
    select case when p_row ->> 'attempt_id' ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' then (p_row ->> 'attempt_id')::uuid end
$$;

-- What a retired core says late ends nothing and is seen by people: whoever decided on the facts before sees others now,
-- nothing that waits is sent, and a success beside another send of the payment may be the second.
create function onceover.show_late_answer(p_attempt uuid) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    payment onceover.payments;
    result onceover.results;
    evidence_row uuid;
begin
    select p.* into strict payment from onceover.attempts a join onceover.payments p using (payment_id) where a.attempt_id = p_attempt for update of p;
    select * into strict result from onceover.results where attempt_id = p_attempt;
    evidence_row := onceover.add_answer(result);
    delete from onceover.waiting_facts where kind = 'RESULT' and fact_id = p_attempt;
    if result.answer = 'UNKNOWN' then
        return;
    end if;
    perform onceover.material_evidence(payment.payment_id, 'late answer of a retired core: ' || result.answer, 'CORE');
    if result.answer <> 'SUCCEEDED' or exists (select from onceover.attempt_fates f where f.attempt_id = p_attempt and f.fate = 'HAPPENED') then
        return;
    end if;
    if payment.status = 'FAILED' or exists (select from onceover.attempt_fates f where f.attempt_id = p_attempt and f.fate = 'NOT_HAPPENED') then
        perform onceover.open_contradiction(payment.payment_id, 'CHARGE_AFTER_FAILURE', p_attempt::text,
            'A core whose journal was given up says that the provider answered success.', evidence_row, 'CORE');
    elsif exists (select from onceover.attempt_fates f where f.payment_id = payment.payment_id and f.attempt_id <> p_attempt and f.fate <> 'NOT_HAPPENED') then
        perform onceover.open_contradiction(payment.payment_id, 'DUPLICATE', p_attempt::text,
            'A core whose journal was given up says that the provider answered success, and another send of this payment happened or may have.', evidence_row, 'CORE');
    end if;
end
$$;

-- Whether an error is of the row that was worked on. What concerns the session, the server or its resources is not: the same
-- work can be done later, and must not be taken as refused for good.
create function onceover.is_fault_of_row(p_sqlstate text) returns boolean
language sql immutable
set search_path = pg_catalog, pg_temp
as $$
    select left(p_sqlstate, 2) not in ('08', '25', '40', '53', '55', '57', '58', 'XX') and p_sqlstate not in ('OO001', 'OO002', 'OO005')
$$;

create function onceover.record_results(p_core uuid, p_results jsonb)
returns table (attempt_id uuid, outcome text, code text, detail text, status text)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
    armed boolean;
    is_retired boolean;
    each record;
    failure text;
begin
    perform onceover.require_core(p_core);
    -- A retired core's journal was given up: what it still knows is stored for people, and ends nothing. Two people who close
    -- it now are waited for here: after them it is asked again.
    armed := onceover.is_armed();
    select c.state = 'RETIRED' into strict is_retired from onceover.cores c where c.core_id = p_core for key share;
    for each in
        select item.value, named.attempt, a.payment_id
          from jsonb_array_elements(p_results) with ordinality item(value, place)
         cross join lateral (select onceover.attempt_of_row(item.value) as attempt) named
          left join onceover.attempts a on a.attempt_id = named.attempt
         order by a.payment_id, named.attempt, item.place
    loop
        attempt_id := each.attempt;
        code := '';
        detail := '';
        begin
            outcome := onceover.record_one_result(p_core, each.attempt, each.value, armed and not is_retired);
            if is_retired and outcome = 'STORED' and armed then
                perform onceover.show_late_answer(each.attempt);
            end if;
        exception when others then
            get stacked diagnostics failure = returned_sqlstate, code = message_text, detail = pg_exception_detail;
            -- One poisoned row does not take the batch with it.
            if not onceover.is_fault_of_row(failure) then
                raise;
            end if;
            outcome := 'REFUSED';
            if failure <> 'OO003' then
                detail := code;
                code := 'result.invalid';
            end if;
        end;
        status := null;
        select p.status into status from onceover.payments p where p.payment_id = each.payment_id;
        return next;
    end loop;
end
$$;

-- What a retired core saw, once it may be looked at: people see it, whoever decided sees other facts now, nothing that waits is
-- sent, and a settled payment that it disagrees with is no settled payment. It proves nothing.
create function onceover.show_late_sight(p_evidence onceover.evidence) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    payment onceover.payments;
    charge onceover.records;
begin
    select * into strict payment from onceover.payments where payment_id = p_evidence.payment_id for update;
    perform onceover.add_event(payment.payment_id, 'PAYMENT', 'EVIDENCE_RECORDED', 'CORE', null, jsonb_build_object('evidence_id', p_evidence.evidence_id,
        'source', p_evidence.source, 'kind', p_evidence.kind, 'state', p_evidence.state, 'core_id', p_evidence.core_id, 'is_shown_only', true));
    perform onceover.material_evidence(payment.payment_id, 'late sight of a retired core: ' || p_evidence.state, 'CORE');
    select r.* into charge from onceover.records r
     where r.record_id = p_evidence.record_id and not exists (select from onceover.record_owners o where o.record_id = r.record_id and o.payment_id = payment.payment_id);
    if found then
        perform onceover.add_candidate(payment, charge, '{"core": "RETIRED"}', 'CORE');
    end if;
    if p_evidence.state <> 'DECLINED' and (charge.record_id is not null or p_evidence.record_id is null) then
        perform onceover.open_contradiction(payment.payment_id, 'RECORD_DIFFERS', coalesce(p_evidence.record_id, p_evidence.evidence_id)::text,
            'A core whose journal was given up says that the provider shows this payment.', p_evidence.evidence_id, 'CORE');
    end if;
end
$$;

-- One fact that waited. The caller holds its payment's row lock and its own. It counts by what people think of its core now.
create function onceover.settle_fact(p_kind text, p_fact uuid) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    evidence onceover.evidence;
    core onceover.cores;
begin
    if p_kind = 'EVIDENCE' then
        select * into strict evidence from onceover.evidence where evidence_id = p_fact;
        select * into core from onceover.cores where core_id = evidence.core_id;
        insert into onceover.late_effects (evidence_id, evidence_version, how)
        select p_fact, p.evidence_version + 1, case when core.state = 'RETIRED' then 'SHOWN' else 'COUNTED' end
          from onceover.payments p where p.payment_id = evidence.payment_id;
        delete from onceover.waiting_facts where kind = 'EVIDENCE' and fact_id = p_fact;
        if core.state = 'RETIRED' then
            perform onceover.show_late_sight(evidence);
        else
            perform onceover.take_effect(evidence);
        end if;
        return;
    end if;
    select c.* into strict core from onceover.attempts a join onceover.cores c using (core_id) where a.attempt_id = p_fact;
    if core.state = 'RETIRED' then
        perform onceover.show_late_answer(p_fact);
    else
        perform onceover.take_answer(p_fact);
    end if;
end
$$;

-- What was stored while nothing moved takes effect, whichever admitted core brought it: its own may never come back. What a core
-- said that nobody has admitted waits until two people admit or retire it. Asked before anything is claimed. One that cannot take effect keeps its payment still and no other: it goes to the end of the queue.
create function onceover.settle_stored(p_core uuid, p_limit int) returns int
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    fact record;
    failure text;
    done int := 0;
begin
    perform onceover.require_core(p_core);
    perform onceover.require_armed();
    perform onceover.require_witness(p_core);
    -- The fact's own row is locked too: one that another core has settled meanwhile is not settled again.
    for fact in
        select w.kind, w.fact_id from onceover.waiting_facts w join onceover.payments p using (payment_id)
         where not exists (select from onceover.evidence e join onceover.cores c using (core_id)
                            where w.kind = 'EVIDENCE' and e.evidence_id = w.fact_id and c.state = 'LISTED')
         order by w.tries, w.payment_id, w.stored_at
         limit p_limit for update of p, w skip locked
    loop
        begin
            perform onceover.settle_fact(fact.kind, fact.fact_id);
            done := done + 1;
        exception when others then
            get stacked diagnostics failure = returned_sqlstate;
            if not onceover.is_fault_of_row(failure) then
                raise;
            end if;
            update onceover.waiting_facts set tries = tries + 1 where kind = fact.kind and fact_id = fact.fact_id;
        end;
    end loop;
    return done;
end
$$;

-- The core's own word that an attempt will not be sent (any more). Not called, in the boot it was claimed in, is proof.
create function onceover.abandon(p_core uuid, p_attempt uuid, p_boot uuid, p_was_called boolean, p_why text) returns text
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    attempt onceover.attempts;
    payment onceover.payments;
    can onceover.capability_set;
    is_proof boolean;
    was_ready boolean;
begin
    perform onceover.require_core(p_core);
    select * into attempt from onceover.attempts where attempt_id = p_attempt and core_id = p_core;
    if not found then
        perform onceover.refuse('attempt.unknown', 'This attempt is not this core''s.');
    end if;
    select * into strict payment from onceover.payments where payment_id = attempt.payment_id for update;
    if exists (select from onceover.closures where attempt_id = p_attempt) then
        return payment.status;
    end if;
    perform onceover.require_armed();
    can := onceover.capabilities(payment.provider);
    was_ready := exists (select from onceover.ready_calls c where c.attempt_id = p_attempt);
    is_proof := coalesce(not p_was_called and attempt.boot_id = p_boot and not was_ready, false);
    insert into onceover.closures (attempt_id, payment_id, closed_by, how, proves_not_sent) values (p_attempt, payment.payment_id, 'CORE', 'ABANDONED', is_proof);
    update onceover.attempt_fates set closed_by = 'CORE' where attempt_id = p_attempt and closed_by is null;
    perform onceover.add_event(payment.payment_id, 'PAYMENT', 'ABANDONED', 'CORE', null,
        jsonb_build_object('attempt_id', p_attempt, 'was_called', p_was_called, 'was_ready', was_ready, 'same_boot', attempt.boot_id = p_boot,
            'why', left(p_why, 200)));
    perform onceover.void_open_proposal(payment.payment_id, 'an attempt was closed by its core');
    if is_proof and exists (select from onceover.attempt_fates f where f.attempt_id = p_attempt and f.fate = 'POSSIBLE') then
        perform onceover.set_fate(p_attempt, 'NOT_HAPPENED', 'ABANDONED', p_attempt::text, 'CORE');
        perform onceover.review_confirmed_in_vain(payment.payment_id, p_attempt, null);
        if payment.status in ('SUBMITTING', 'UNKNOWN') and not exists (select from onceover.attempt_fates f
                where f.payment_id = payment.payment_id and (f.fate <> 'NOT_HAPPENED' or f.closed_by is distinct from 'CORE')) then
            perform onceover.change_status(payment.payment_id, 'FAILED', 'NOT_SENT', 'CORE', null, null, null, p_attempt::text);
            perform onceover.review_what_disagrees(payment.payment_id);
            return (select p.status from onceover.payments p where p.payment_id = payment.payment_id);
        end if;
    else
        perform onceover.move_account(p_attempt, 'FATE_IN_DOUBT', 'in_doubt', 'CORE', null, jsonb_build_object('reason', 'ABANDONED'))
          from onceover.attempt_fates f where f.attempt_id = p_attempt and f.account = 'in_transit';
    end if;
    if payment.status = 'SUBMITTING' then
        perform onceover.change_status(payment.payment_id, 'UNKNOWN', case when is_proof then 'EARLIER_ATTEMPT_OPEN' else 'CORE_STOPPED' end, 'CORE', null, null, null, p_attempt::text);
    end if;
    update onceover.payments set next_look_at = clock_timestamp() + can.first_look_ms * interval '1 millisecond', look_count = 0
     where payment_id = payment.payment_id and status in ('UNKNOWN', 'REVIEW');
    return (select p.status from onceover.payments p where p.payment_id = payment.payment_id);
end
$$;

-- After a lost commit answer. The insert waits for an uncommitted claim of the same id; when nothing is found, the id
-- is void in this transaction, so that the old claim cannot commit later.
create function onceover.look_up_attempt(p_core uuid, p_attempt uuid) returns text
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    known onceover.attempt_ids;
begin
    perform onceover.require_core(p_core);
    insert into onceover.attempt_ids (attempt_id, state, core_id) values (p_attempt, 'VOID', p_core) on conflict do nothing;
    select * into strict known from onceover.attempt_ids where attempt_id = p_attempt for update;
    if known.core_id <> p_core then
        perform onceover.refuse('attempt.unknown', 'This attempt is not this core''s.');
    end if;
    return known.state;
end
$$;

create function onceover.end_lease(p_payment uuid, p_provider text, p_attempt uuid) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    can onceover.capability_set := onceover.capabilities(p_provider);
begin
    perform onceover.add_event(p_payment, 'PAYMENT', 'LEASE_OVER', 'CORE', null, jsonb_build_object('attempt_id', p_attempt));
    -- A record may have shown meanwhile what became of it: then nothing is in doubt.
    perform onceover.move_account(p_attempt, 'FATE_IN_DOUBT', 'in_doubt', 'CORE', null, jsonb_build_object('reason', 'CLAIM_LOST'))
      from onceover.attempt_fates f where f.attempt_id = p_attempt and f.account = 'in_transit';
    perform onceover.change_status(p_payment, 'UNKNOWN', 'CLAIM_LOST', 'CORE', null, null, null, p_attempt::text);
    update onceover.payments set next_look_at = clock_timestamp() + can.first_look_ms * interval '1 millisecond', look_count = 0
     where payment_id = p_payment;
end
$$;

-- One payment that cannot leave SUBMITTING keeps no other in it, and many of them neither: what fails goes to the end.
create function onceover.expire_leases(p_core uuid, p_limit int) returns int
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    over record;
    failure text;
    message text;
    ended int := 0;
begin
    perform onceover.require_core(p_core);
    perform onceover.require_armed();
    perform onceover.require_witness(p_core);
    for over in
        select p.payment_id, p.provider, a.attempt_id from onceover.payments p
          join lateral (select * from onceover.attempts t where t.payment_id = p.payment_id order by t.claimed_at desc, t.attempt_id desc limit 1) a on true
          left join onceover.stuck_steps s on s.step = 'LEASE' and s.subject = p.payment_id::text
         where p.status = 'SUBMITTING' and a.lease_until < clock_timestamp()
         order by coalesce(s.tries, 0), p.payment_id limit p_limit for update of p skip locked
    loop
        begin
            perform onceover.end_lease(over.payment_id, over.provider, over.attempt_id);
            perform onceover.forget_stuck('LEASE', over.payment_id::text);
            ended := ended + 1;
        exception when others then
            get stacked diagnostics failure = returned_sqlstate, message = message_text;
            if not onceover.is_fault_of_row(failure) then
                raise;
            end if;
            perform onceover.note_stuck('LEASE', over.payment_id::text, failure, message);
        end;
    end loop;
    return ended;
end
$$;

-- Payments to ask about now. Pushing the next look on keeps two cores from asking the same; a look is harmless.
create function onceover.take_due_looks(p_core uuid, p_provider text, p_limit int, p_lease_ms int) returns table (payment_id uuid)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
    perform onceover.require_core(p_core);
    return query
        with due as materialized (
            select p.payment_id from onceover.payments p
             where p.next_look_at <= clock_timestamp() and p.provider = p_provider and p.status not in ('PENDING', 'SUBMITTING')
             order by p.next_look_at limit p_limit for update skip locked)
        update onceover.payments p set next_look_at = clock_timestamp() + least(greatest(p_lease_ms, 1), 3600000) * interval '1 millisecond', look_count = p.look_count + 1
          from due where p.payment_id = due.payment_id and p.next_look_at <= clock_timestamp()
        returning p.payment_id;
end
$$;

create function onceover.look_input(p_payment uuid) returns jsonb
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
    select jsonb_build_object(
        'now_us', onceover.micros(clock_timestamp()),
        'payment', (select to_jsonb(p) - 'metadata' - 'payee' || jsonb_build_object('created_us', onceover.micros(p.created_at),
                'updated_us', onceover.micros(p.updated_at), 'send_before_us', onceover.micros(p.send_before),
                'exhausted_us', onceover.micros(p.exhausted_at)) from onceover.payments p where p.payment_id = p_payment),
        'attempts', coalesce((select jsonb_agg(jsonb_build_object('attempt_id', a.attempt_id, 'ordinal', m.ordinal, 'ground', m.ground,
                'generation', a.generation, 'provider_key', a.provider_key, 'fate', f.fate, 'fate_basis', f.fate_basis,
                'closed_by', f.closed_by, 'closed_us', onceover.micros(c.closed_at), 'claimed_us', onceover.micros(a.claimed_at),
                'answer', r.answer, 'answer_reason', r.reason, 'started_us', r.started_at_us, 'finished_us', r.finished_at_us) order by m.ordinal)
              from onceover.attempts a join onceover.permits m using (permit_id) join onceover.attempt_fates f on f.attempt_id = a.attempt_id
              left join onceover.closures c on c.attempt_id = a.attempt_id left join onceover.results r on r.attempt_id = a.attempt_id
             where a.payment_id = p_payment), '[]'),
        'evidence', coalesce((select jsonb_agg(jsonb_build_object('evidence_id', e.evidence_id, 'attempt_id', e.attempt_id, 'source', e.source,
                'kind', e.kind, 'state', e.state, 'reason', e.reason, 'record_id', e.record_id, 'amount_minor', e.amount_minor, 'currency', e.currency,
                'asked_us', e.asked_at_us, 'answered_us', e.answered_at_us, 'could_see_until_us', e.could_see_until_us, 'is_human', e.is_human,
                'proves_absence', e.proves_absence, 'is_material', e.is_material, 'recorded_us', onceover.micros(e.recorded_at)) order by e.recorded_at, e.evidence_id)
              from (select * from onceover.effective_evidence where payment_id = p_payment and is_witnessed order by recorded_at desc limit 500) e), '[]'),
        'records', coalesce((select jsonb_agg(jsonb_build_object('record_id', o.record_id, 'layer', o.layer, 'role', o.role, 'tier', o.tier) order by o.record_id)
              from onceover.record_owners o where o.payment_id = p_payment), '[]')
            -- Candidates as they stand: an amount that differs is a part or another payment, and people are told which.
            || coalesce((select jsonb_agg(jsonb_build_object('record_id', r.record_id, 'layer', r.layer, 'role', '', 'state', r.state,
                'amount_minor', r.amount_minor, 'currency', r.currency, 'direction', r.direction, 'reference', r.reference,
                'provider_key', r.provider_key, 'is_reversal', r.is_reversal) order by r.record_id)
              from onceover.candidates c join onceover.records r using (record_id) where c.payment_id = p_payment), '[]'),
        'candidates', (select count(*) from onceover.standing_candidates c where c.payment_id = p_payment),
        'contradictions', (select count(*) from onceover.contradictions c where c.payment_id = p_payment))
$$;

create function onceover.schedule_look(p_core uuid, p_payment uuid, p_next_look_us bigint, p_next_evidence_us bigint, p_conditions jsonb) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
    perform onceover.require_core(p_core);
    -- While the outcome is in doubt the looks go on for ever, slowly at last: no core can end them or put them off for good.
    update onceover.payments set next_look_at = case when status in ('UNKNOWN', 'REVIEW')
                then least(coalesce(onceover.at_micros(p_next_look_us), clock_timestamp() + interval '1 day'), clock_timestamp() + interval '31 days')
                else onceover.at_micros(p_next_look_us) end,
        next_evidence_at = onceover.at_micros(p_next_evidence_us), absence_conditions = coalesce(p_conditions, '[]')
     where payment_id = p_payment;
end
$$;

create function onceover.payments_to_retry(p_core uuid, p_provider text, p_limit int) returns table (payment_id uuid)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
    perform onceover.require_core(p_core);
    return query
        select p.payment_id from onceover.payments p
         where p.status = 'FAILED' and p.provider = p_provider and p.failure_kind in ('NOT_SENT', 'REJECTED_RETRYABLE', 'ABSENT')
           and not p.was_in_review and not p.has_contradiction and (p.send_before is null or p.send_before > clock_timestamp())
           and (select count(*) from onceover.permits m where m.payment_id = p.payment_id and m.ground in ('NOT_SENT', 'REJECTED_RETRYABLE', 'PROVEN_ABSENT'))
               < (onceover.capabilities(p.provider)).max_automatic_permits
           -- What grant_next would refuse must not stand in front of what it would grant.
           and not exists (select from onceover.candidates c where c.payment_id = p.payment_id)
           and not onceover.is_charge_on_record(p.payment_id)
           and not exists (select from onceover.evidence e where e.payment_id = p.payment_id and e.kind = 'FOUND' and e.state not in ('DECLINED', 'FAILED'))
           and not exists (select from onceover.attempt_fates f where f.payment_id = p.payment_id
                 and (f.fate <> 'NOT_HAPPENED' or f.closed_by is distinct from 'CORE'))
           and exists (select from onceover.attempts a where a.payment_id = p.payment_id)
           and (not (p.failure_kind = 'ABSENT' or onceover.relies_on_absence(p.payment_id))
                or onceover.key_outlives(p.payment_id, p.generation, onceover.capabilities(p.provider),
                       (onceover.capabilities(p.provider)).retry_delay_ms + 60000))
         order by p.payment_id limit p_limit;
end
$$;

create function onceover.grant_automatic(p_core uuid, p_payment uuid) returns uuid
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
    perform onceover.require_core(p_core);
    perform onceover.require_armed();
    perform onceover.require_witness(p_core);
    perform 1 from onceover.payments where payment_id = p_payment for update;
    return onceover.grant_next(p_payment, 'CORE', true);
end
$$;

-- What a mark has fenced gets its state and its event. The table's lock waits for whatever is under way, and whoever comes
-- later waits behind it: a stream of claims does not starve it. Where somebody keeps the lock longer than this session may
-- wait, the mark stands alone until the next core asks.
create function onceover.complete_fence() returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    mark onceover.fence_marks;
begin
    begin
        lock table onceover.incarnations in exclusive mode;
    exception when lock_not_available then
        return;
    end;
    select m.* into mark from onceover.fence_marks m join onceover.incarnations n using (epoch) where n.state <> 'FENCED';
    if not found then
        return;
    end if;
    update onceover.incarnations set state = 'FENCED', why = mark.why where epoch = mark.epoch;
    perform onceover.add_event((select tenant from onceover.installation), 'INSTALLATION', 'FENCED', 'CORE', null,
        jsonb_build_object('core_id', mark.core_id, 'why', mark.why));
end
$$;

-- The mark comes first and waits for no claim: once it is committed, nothing begins any more.
create function onceover.fence_now(p_core uuid, p_why text) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    insert into onceover.fence_marks (epoch, core_id, why)
    select n.epoch, p_core, left(p_why, 500) from onceover.incarnations n where n.state <> 'FENCED'
    on conflict do nothing;
    perform onceover.complete_fence();
end
$$;

create function onceover.fence(p_core uuid, p_why text) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
    perform onceover.require_core(p_core);
    perform onceover.fence_now(p_core, p_why);
end
$$;

-- Imports: one transaction of the client stores a file, statement by statement; linking is separate and small.
create function onceover.store_import(p_import jsonb, out import_id uuid, out outcome text)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
    perform onceover.require_machine('INGEST');
    if coalesce(p_import ->> 'channel_name', '') <> ''
       and not exists (select from onceover.channels_in_force() c where c.channel = p_import ->> 'channel_name') then
        perform onceover.refuse('import.channel_unknown', 'No such channel is in force.');
    end if;
    insert into onceover.imports (import_id, sha256, file_name, format, byte_count, channel, uploaded_by, channel_name)
    values ((p_import ->> 'import_id')::uuid, p_import ->> 'sha256', left(p_import ->> 'file_name', 255), p_import ->> 'format',
        (p_import ->> 'byte_count')::bigint, 'APPROVED_CHANNEL', session_user, coalesce(p_import ->> 'channel_name', ''))
    on conflict (sha256) do nothing
    returning imports.import_id into import_id;
    if import_id is null then
        select i.import_id into strict import_id from onceover.imports i where i.sha256 = p_import ->> 'sha256';
        outcome := 'SAME_FILE';
        return;
    end if;
    outcome := 'STORED';
    perform onceover.add_event(import_id, 'IMPORT', 'FILE_STORED', 'INGEST', null,
        jsonb_build_object('sha256', p_import ->> 'sha256', 'file_name', left(p_import ->> 'file_name', 255), 'format', p_import ->> 'format'));
end
$$;

-- One statement with the coverage it claims. Answers null, or the import that holds the same statement already: banks send
-- a statement again inside another file. Under the same identity with other content it is a conflict.
create function onceover.store_import_statement(p_import uuid, p_statement jsonb) returns uuid
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    known onceover.import_statements;
    from_at timestamp := (p_statement ->> 'period_from')::timestamp;
    to_at timestamp := (p_statement ->> 'period_to')::timestamp;
begin
    perform onceover.require_storing(p_import);
    -- Files of one account are compared with each other one after the other.
    insert into onceover.line_owners (layer, owner_name) values ('BANK', p_statement ->> 'account') on conflict do nothing;
    perform from onceover.line_owners where layer = 'BANK' and owner_name = p_statement ->> 'account' for update;
    select * into known from onceover.import_statements s where s.statement_row_id = (p_statement ->> 'statement_row_id')::uuid;
    if found then
        if (known.import_id, known.ordinal, known.account, known.content_sha256)
           is distinct from (p_import, (p_statement ->> 'ordinal')::int, p_statement ->> 'account', p_statement ->> 'content_sha256') then
            perform onceover.refuse('import.statement_reused', 'This row id names another statement.');
        end if;
        return null;
    end if;
    if not coalesce((p_statement ->> 'control_totals_hold')::boolean, true) then
        perform onceover.refuse('import.control_totals', 'The file''s own totals do not agree with its lines. Nothing of this file was stored.');
    end if;
    -- Identifications come round again in another year; the period tells, or else the day of issue.
    select * into known from onceover.import_statements s
     where p_statement ->> 'statement_id' <> '' and not onceover.is_csv(p_import) and s.account = p_statement ->> 'account' and s.statement_id = p_statement ->> 'statement_id'
       and s.currency = p_statement ->> 'currency'
       and s.sequence = coalesce(p_statement ->> 'sequence', '') and s.from_date is not distinct from (p_statement ->> 'from_date')::date
       and s.to_date is not distinct from (p_statement ->> 'to_date')::date
       and (s.from_date is not null or s.to_date is not null
            or date_part('year', s.issued_on) is not distinct from date_part('year', (p_statement ->> 'issued_on')::date))
       -- A notification may bear the identification of the statement that follows it.
       and (select i.format from onceover.imports i where i.import_id = s.import_id) = (select i.format from onceover.imports i where i.import_id = p_import)
     order by s.content_sha256 <> p_statement ->> 'content_sha256' limit 1;
    if found and known.import_id <> p_import and known.content_sha256 = p_statement ->> 'content_sha256' then
        return known.import_id;
    -- Within the day a report grows and what it showed may change: the next one is no re-issue.
    elsif found and not coalesce((p_statement ->> 'is_interim')::boolean, false) then
        perform onceover.refuse('import.reissue_conflict', format(
            'Statement %s of account %s is stored already with other content. A person decides which one holds.', known.statement_id, known.account));
    end if;
    insert into onceover.import_statements (statement_row_id, import_id, ordinal, statement_id, sequence, account, currency, from_date, to_date,
        opening_minor, closing_minor, credits_minor, debits_minor, entry_count, ties, is_complete, warnings, issued_on, period, content_sha256,
        layer, owner_name, first_slot, last_slot, line_form, balances_follow)
    values ((p_statement ->> 'statement_row_id')::uuid, p_import, (p_statement ->> 'ordinal')::int, coalesce(p_statement ->> 'statement_id', ''),
        coalesce(p_statement ->> 'sequence', ''), p_statement ->> 'account', p_statement ->> 'currency', (p_statement ->> 'from_date')::date,
        (p_statement ->> 'to_date')::date, (p_statement ->> 'opening_minor')::bigint, (p_statement ->> 'closing_minor')::bigint,
        (p_statement ->> 'credits_minor')::bigint, (p_statement ->> 'debits_minor')::bigint, (p_statement ->> 'entry_count')::int,
        (p_statement ->> 'ties')::boolean, coalesce((p_statement ->> 'is_complete')::boolean, false), coalesce(p_statement -> 'warnings', '[]'),
        (p_statement ->> 'issued_on')::date, case when from_at < to_at then tsrange(from_at, to_at) end, p_statement ->> 'content_sha256',
        coalesce(p_statement ->> 'layer', 'BANK'), coalesce(p_statement ->> 'owner_name', ''), coalesce(p_statement ->> 'first_slot', ''),
        coalesce(p_statement ->> 'last_slot', ''), coalesce(p_statement ->> 'line_form', ''), coalesce((p_statement ->> 'balances_follow')::boolean, false));
    return null;
end
$$;

-- Records of one statement, at most a few thousand a call. A line that is on record already (line_on_record) is not stored again;
-- the statement is noted as one that shows it. Answers how many are new.
create function onceover.store_import_records(p_import uuid, p_statement_row uuid, p_records jsonb) returns int
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    told onceover.import_statements;
    stored int;
begin
    perform onceover.require_storing(p_import);
    select * into told from onceover.import_statements where statement_row_id = p_statement_row and import_id = p_import;
    if not found then
        return 0;
    end if;
    with given as materialized (
        select (r ->> 'record_id')::uuid as record_id, on_record.known_id, on_record.free_name,
               (r ->> 'amount_minor')::bigint as amount_minor, r ->> 'currency' as currency, r ->> 'direction' as direction, r ->> 'state' as state,
               coalesce((r ->> 'is_reversal')::boolean, false) as is_reversal, coalesce(r ->> 'reference', '') as reference,
               coalesce(r ->> 'provider_key', '') as provider_key, left(coalesce(r ->> 'payee_account', ''), 100) as payee_account,
               coalesce(r -> 'references', '{}') as references_found,
               array(select jsonb_array_elements_text(coalesce(r -> 'named_references', '[]'))) as named_references,
               left(coalesce(r ->> 'narrative', ''), 16384) as narrative, (r ->> 'booked_on')::date as booked_on, (r ->> 'value_on')::date as value_on,
               coalesce((r ->> 'ordinal')::int, position::int) as ordinal, coalesce((r ->> 'part')::int, 1) as part,
               coalesce(r ->> 'entry_name', '') as entry_name
          from jsonb_array_elements(p_records) with ordinality lines (r, position)
         cross join lateral onceover.line_on_record(told, r) on_record),
    -- Another message names what is on record without that name: it is kept beside that line, as its part.
    named as (
        select g.*, known.external_id as line_name
          from given g join onceover.records known on known.record_id = g.known_id
         where known.import_id <> p_import and onceover.is_new_name(known, g.reference, g.named_references)),
    new_records as (
        insert into onceover.records (record_id, layer, owner_name, external_id, amount_minor, currency, direction, state, is_reversal, reference,
            provider_key, payee_account, references_found, named_references, narrative, booked_on, value_on, import_id, statement_row_id, ordinal, entry_name)
        select record_id, 'BANK', told.account, free_name, amount_minor, currency, direction, state, is_reversal, reference,
               provider_key, payee_account, references_found, named_references, narrative, booked_on, value_on, p_import, p_statement_row, ordinal, entry_name
          from given where known_id is null
        union all
        select record_id, 'BANK', told.account, line_name || '#named:' || left(md5(concat_ws(' ', reference, named_references)), 12), amount_minor, currency,
               direction, state, is_reversal, reference, provider_key, payee_account, references_found, named_references, narrative, booked_on,
               value_on, p_import, p_statement_row, ordinal, line_name
          from named
        on conflict (layer, owner_name, external_id) do nothing
        returning record_id),
    seen as (
        insert into onceover.record_sightings (statement_row_id, ordinal, part, record_id, slot)
        select p_statement_row, ordinal, part, coalesce(known_id, record_id), coalesce(booked_on::text, value_on::text, '')
          from given where known_id is not null or record_id in (select n.record_id from new_records n)
        on conflict (statement_row_id, ordinal, part) do nothing)
    select count(*) into stored from new_records;
    perform onceover.check_recognised(told, p_records);
    return stored;
end
$$;

-- Links an import's booked lines by exact reference, unique both ways; everything else becomes a candidate for people. Names
-- that no payment has yet are kept for the cores' next rounds, and so are lines that prove nothing and name a payment that was
-- never sent: it waits until people have seen them.
create function onceover.link_import(p_import uuid, out linked int, out candidates int, out unmatched int)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    line record;
    answer text;
begin
    perform onceover.require_linking(p_import);
    perform onceover.require_armed();
    linked := 0;
    candidates := 0;
    if not onceover.is_import_accepted(p_import) then
        perform onceover.refuse('import.not_accepted', 'This file links nothing before a second person accepts it.');
    end if;
    perform onceover.lock_matching();
    -- Before the payments are looked up: what is accepted between the two is found by both.
    insert into onceover.unfound_names (record_id, reference)
    select r.record_id, n.reference from onceover.records r
     cross join lateral (select r.reference union select unnest(r.named_references)) n (reference)
     where r.import_id = p_import and n.reference <> '' and not exists (
           select from onceover.payments p where p.reference = n.reference
              and ((r.state = 'BOOKED' and onceover.may_name(r.kind)) or exists (select from onceover.attempts a where a.payment_id = p.payment_id)))
    on conflict do nothing;
    for line in
        select r.record_id, named.payment_id
          from onceover.records r
         cross join lateral (
              select p.payment_id from onceover.payments p where r.reference <> '' and p.reference = r.reference
              union all
              select p.payment_id from onceover.payments p where p.reference = any (r.named_references)) named
         where r.import_id = p_import and r.state = 'BOOKED' and onceover.may_name(r.kind)
           and not exists (select from onceover.record_owners o where o.record_id = r.record_id)
         order by named.payment_id, r.ordinal, r.record_id
    loop
        answer := onceover.link_line(line.payment_id, line.record_id, 'INGEST');
        linked := linked + (answer in ('PROOF', 'DUPLICATE'))::int;
        candidates := candidates + (answer in ('CANDIDATE', 'FOREIGN'))::int;
    end loop;
    select count(*) into unmatched from onceover.records r
     where r.import_id = p_import and r.state = 'BOOKED' and onceover.may_name(r.kind)
       and not exists (select from onceover.record_owners o where o.record_id = r.record_id)
       and not exists (select from onceover.payments p where p.reference = r.reference)
       and not exists (select from onceover.payments p where p.reference = any (r.named_references))
       and not onceover.has_parts(r.owner_name, r.external_id);
    perform onceover.free_records_of(p_import);
    update onceover.imports set linked_at = clock_timestamp() where import_id = p_import and linked_at is null;
end
$$;

-- Control totals of a stored file: what was announced is what is there, or the client's transaction stores nothing.
create function onceover.finish_import(p_import uuid) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
    perform onceover.require_storing(p_import);
    if not exists (select from onceover.import_statements where import_id = p_import) then
        perform onceover.refuse('import.empty', 'The file holds no statement. Nothing was stored.');
    end if;
    perform onceover.check_channel_terms(p_import);
    perform onceover.check_sightings(p_import);
    perform onceover.check_runs(p_import);
    perform onceover.check_one_form(p_import);
    perform onceover.check_lines(p_import);
end
$$;
