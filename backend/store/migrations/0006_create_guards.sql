-- What the functions promise, held a second time by the tables: even a bug in a function, and even the owner's own
-- hand, meets these triggers. All are ENABLE ALWAYS, so that session_replication_role does not switch them off.
set local role onceover_owner;

create function onceover.guard_append_only() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    raise exception using errcode = 'OO003', message = 'guard.append_only',
        detail = format('Rows of %s are facts: they are never changed, deleted or truncated.', tg_table_name);
end
$$;

do $$
declare
    fact text;
begin
    foreach fact in array array['events', 'operations', 'permits', 'permit_uses', 'attempt_ids', 'attempts', 'ready_calls', 'requests', 'results',
        'closures', 'evidence', 'records', 'candidates', 'contradictions', 'import_statements', 'proposals', 'approvals',
        'proposal_ends', 'commands', 'notes', 'profiles', 'record_owners', 'currencies', 'fence_marks', 'late_effects']
    loop
        execute format('create trigger append_only before update or delete on onceover.%I for each row execute function onceover.guard_append_only()', fact);
        execute format('create trigger append_only_truncate before truncate on onceover.%I for each statement execute function onceover.guard_append_only()', fact);
        execute format('alter table onceover.%I enable always trigger append_only', fact);
        execute format('alter table onceover.%I enable always trigger append_only_truncate', fact);
    end loop;
    -- Projections and registries change, but no row of them ever goes away.
    foreach fact in array array['payments', 'attempt_fates', 'people', 'logins', 'cores', 'incarnations', 'chains', 'installation', 'imports', 'intents']
    loop
        execute format('create trigger never_deleted before delete on onceover.%I for each row execute function onceover.guard_append_only()', fact);
        execute format('create trigger never_truncated before truncate on onceover.%I for each statement execute function onceover.guard_append_only()', fact);
        execute format('alter table onceover.%I enable always trigger never_deleted', fact);
        execute format('alter table onceover.%I enable always trigger never_truncated', fact);
    end loop;
end
$$;

-- The intention of a payment never changes; its status changes only along the table of transitions, and only with
-- what each edge needs.
create function onceover.guard_payment() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    decided boolean;
begin
    if (new.payment_id, new.reference, new.source, new.idempotency_key, new.kind, new.direction, new.payee, new.payee_account,
        new.amount_minor, new.currency, new.provider, new.send_before, new.created_at)
       is distinct from (old.payment_id, old.reference, old.source, old.idempotency_key, old.kind, old.direction, old.payee,
        old.payee_account, old.amount_minor, old.currency, old.provider, old.send_before, old.created_at) then
        perform onceover.refuse('guard.intention_changed', 'The intention of a payment is never changed.');
    end if;
    if new.version < old.version or new.evidence_version < old.evidence_version or new.generation < old.generation
        or (old.was_in_review and not new.was_in_review) or (old.has_contradiction and not new.has_contradiction) then
        perform onceover.refuse('guard.went_back', 'Versions, generation and marks of a payment never go back.');
    end if;
    -- Neither by itself nor on the way to a send: a hold ends by a decision, or with the payment.
    if old.hold_reason is not null and (new.status = 'SUBMITTING' or (new.hold_reason is null and new.status = 'PENDING'))
       and not exists (select from onceover.proposals q join onceover.proposal_ends e using (decision_id) join onceover.approvals a using (decision_id)
                        where q.payment_id = new.payment_id and q.kind = 'RELEASE' and a.approved_by <> q.proposed_by
                          and e.ended_as = 'IN_FORCE' and e.xid = pg_current_xact_id()) then
        perform onceover.refuse('guard.release', 'A held payment is released by two people.');
    end if;
    if new.status = old.status then
        return new;
    end if;
    if new.version <= old.version then
        perform onceover.refuse('guard.version', 'A change of status raises the version.');
    end if;
    if not exists (select from onceover.status_transitions where from_status = old.status and to_status = new.status) then
        perform onceover.refuse('guard.transition', format('There is no way from %s to %s.', old.status, new.status));
    end if;
    if new.status = 'REVIEW' and not new.was_in_review then
        perform onceover.refuse('guard.review_mark', 'A payment that enters REVIEW is marked for ever.');
    end if;
    decided := exists (select from onceover.proposals q join onceover.proposal_ends e using (decision_id)
                        where q.payment_id = new.payment_id and e.ended_as = 'IN_FORCE' and e.xid = pg_current_xact_id()
                          and q.kind in ('CONFIRM', 'REJECT', 'CANCEL', 'RESEND'));
    if new.status = 'FAILED' then
        if new.failure_kind = 'DECIDED' then
            if not decided then
                perform onceover.refuse('guard.undecided', 'FAILED (DECIDED) needs a decision in force.');
            end if;
        elsif exists (select from onceover.attempt_fates f where f.payment_id = new.payment_id
                        and (f.fate <> 'NOT_HAPPENED' or f.closed_by is distinct from 'CORE')) then
            -- Guarantee 4: every attempt closed by its own core and proven not to have happened. A decision made with
            -- proof is a decision all the same (DECIDED above).
            perform onceover.refuse('guard.attempts_open', 'A payment fails by itself only when every attempt is closed by its core and proven not to have happened.');
        elsif new.failure_kind is distinct from 'CANCELLED' and not exists (select from onceover.attempts a where a.payment_id = new.payment_id) then
            perform onceover.refuse('guard.no_attempt', 'That no attempt is on record does not prove that none was made.');
        end if;
    end if;
    if new.status = 'SUCCEEDED' and not decided
       and not exists (select from onceover.attempt_fates f where f.payment_id = new.payment_id and f.fate = 'HAPPENED')
       and not exists (select from onceover.record_owners o where o.payment_id = new.payment_id and o.role = 'PROOF') then
        perform onceover.refuse('guard.no_proof', 'A payment succeeds by an attempt that happened, a record that proves it, or a decision.');
    end if;
    return new;
end
$$;
create trigger guard_payment before update on onceover.payments for each row execute function onceover.guard_payment();
alter table onceover.payments enable always trigger guard_payment;

-- Somebody shows this name, in whatever state: announced, refused and booked alike say that it was known outside before it was
-- sent from here, so the record of its sending is lost. What of it proves anything is for link_records_by_name, which takes
-- the same records: the booked ones are linked, the others shown to people.
create function onceover.is_reference_on_record(p_reference text) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select exists (select from onceover.records r where r.reference = p_reference and r.reference <> '')
        or exists (select from onceover.records r where r.named_references @> array[p_reference])
$$;

create function onceover.guard_new_payment() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    if not (new.status = 'PENDING' or (new.status = 'FAILED' and new.failure_kind = 'INVALID') or (new.status = 'UNKNOWN' and new.unknown_reason = 'RECOVERED')) then
        perform onceover.refuse('guard.new_status', 'A payment begins as PENDING, FAILED (INVALID) or UNKNOWN (RECOVERED).');
    end if;
    if new.reference is distinct from onceover.reference_of((select tenant from onceover.installation), new.source, new.idempotency_key) then
        perform onceover.refuse('guard.reference', 'The reference is not that of this source and key.');
    end if;
    return new;
end
$$;
create trigger guard_new_payment before insert on onceover.payments for each row execute function onceover.guard_new_payment();
alter table onceover.payments enable always trigger guard_new_payment;

-- At most one permit is open, and PENDING exactly when one is: checked when the transaction commits. A deferred trigger
-- runs as the session's role, no longer as the owner of the function that wrote: hence security definer.
create function onceover.guard_open_permits() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    subject uuid := new.payment_id;
    open_count int;
    payment_status text;
begin
    select count(*) into open_count from onceover.permits m
     where m.payment_id = subject and not exists (select from onceover.permit_uses u where u.permit_id = m.permit_id);
    select status into payment_status from onceover.payments where payment_id = subject;
    if open_count > 1 or (open_count = 1) <> (payment_status = 'PENDING') then
        perform onceover.refuse('guard.open_permits', format('Payment %s is %s with %s open permits; PENDING has exactly one, every other status none.', subject, payment_status, open_count));
    end if;
    return null;
end
$$;
create constraint trigger guard_open_permits after insert on onceover.permits deferrable initially deferred for each row execute function onceover.guard_open_permits();
create constraint trigger guard_open_permits after insert on onceover.permit_uses deferrable initially deferred for each row execute function onceover.guard_open_permits();
create constraint trigger guard_open_permits after insert or update of status on onceover.payments deferrable initially deferred for each row execute function onceover.guard_open_permits();
alter table onceover.permits enable always trigger guard_open_permits;
alter table onceover.permit_uses enable always trigger guard_open_permits;
alter table onceover.payments enable always trigger guard_open_permits;

-- Files of an approved channel, and those that a second person accepted.
create function onceover.is_import_accepted(p_import uuid) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select exists (select from onceover.imports i where i.import_id = p_import
                      and (i.channel = 'APPROVED_CHANNEL' or i.accepted_decision_id is not null))
$$;

-- A movement that counts: booked, or charged, and not from a file that nobody has accepted.
create function onceover.may_prove(p_record onceover.records) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select p_record.state = case when p_record.layer = 'BANK' or p_record.import_id is not null then 'BOOKED' else 'SUCCEEDED' end
       and (p_record.import_id is null or onceover.is_import_accepted(p_record.import_id))
$$;

-- Whether a record names this payment that nobody has linked to it or shown for it yet: its import is still to be linked, or
-- was linked while the payment was being accepted. Of a payment that was sent only movements that count are asked for.
create function onceover.is_named_unseen(p_payment uuid) returns boolean
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
declare
    name text;
    was_sent boolean := exists (select from onceover.attempts a where a.payment_id = p_payment);
begin
    select p.reference into strict name from onceover.payments p where p.payment_id = p_payment;
    return exists (
        select from onceover.records r
         where r.record_id in (select n.record_id from onceover.records n where n.reference = name and n.reference <> ''
                               union all select n.record_id from onceover.records n where n.named_references @> array[name] and not was_sent)
           and not exists (select from onceover.record_owners o where o.record_id = r.record_id)
           and not exists (select from onceover.candidates c where c.record_id = r.record_id and c.payment_id = p_payment)
           and (not was_sent or (onceover.may_prove(r) and not onceover.is_spoken_for(r))));
end
$$;

-- Whether anything on record says that a charge of this payment was made, or may say so once it takes effect. Whoever
-- sends in spite of it pays again.
create function onceover.is_charge_on_record(p_payment uuid) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select exists (select from onceover.record_owners o where o.payment_id = p_payment)
        or exists (select from onceover.attempt_fates f where f.payment_id = p_payment and f.fate = 'HAPPENED')
        or exists (select from onceover.results r where r.payment_id = p_payment and r.answer = 'SUCCEEDED')
        or exists (select from onceover.waiting_facts w where w.payment_id = p_payment)
        or onceover.is_named_unseen(p_payment)
$$;

-- A permit needs its ground.
create function onceover.guard_permit() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    payment onceover.payments;
    last_generation int;
begin
    select * into strict payment from onceover.payments where payment_id = new.payment_id;
    select max(generation) into last_generation from onceover.permits where payment_id = new.payment_id;
    if new.provider_key <> payment.reference || '-' || new.generation then
        perform onceover.refuse('guard.provider_key', 'The provider key is the reference and the generation, nothing else.');
    end if;
    if last_generation is not null and (new.generation < last_generation or new.generation > last_generation + 1) then
        perform onceover.refuse('guard.generation', 'The generation stays or rises by one.');
    end if;
    if new.ground in ('NOT_SENT', 'REJECTED_RETRYABLE', 'PROVEN_ABSENT') then
        if payment.was_in_review or payment.has_contradiction then
            perform onceover.refuse('guard.automatic_after_review', 'A payment that was ever in review gets no automatic permit.');
        end if;
        if exists (select from onceover.attempts a left join onceover.attempt_fates f using (attempt_id)
                    where a.payment_id = new.payment_id and (f.fate is distinct from 'NOT_HAPPENED' or f.closed_by is distinct from 'CORE')) then
            perform onceover.refuse('guard.automatic_ground', 'An automatic permit needs every attempt closed by its core and proven not to have happened.');
        end if;
        if exists (select from onceover.candidates c where c.payment_id = new.payment_id) then
            perform onceover.refuse('guard.candidate_on_record', 'A record may belong to this payment; nothing is sent again by itself.');
        end if;
        if new.generation > last_generation and exists (select from onceover.attempt_fates f where f.payment_id = new.payment_id
                and f.fate_basis not in ('DIRECT', 'NOT_SENT', 'ABANDONED')) then
            perform onceover.refuse('guard.generation_after_absence', 'Once an attempt ended by absence, only people raise the generation.');
        end if;
        if payment.status is distinct from 'FAILED'
           or payment.failure_kind is distinct from (case new.ground when 'PROVEN_ABSENT' then 'ABSENT' else new.ground end) then
            perform onceover.refuse('guard.automatic_status', 'An automatic permit follows the failure that is its ground.');
        end if;
    elsif new.ground = 'APPROVED_RESEND' then
        if not exists (select from onceover.proposals q join onceover.approvals a using (decision_id)
                        where q.decision_id = new.decision_id and q.payment_id = new.payment_id and q.kind = 'RESEND'
                          and a.approved_by <> q.proposed_by) then
            perform onceover.refuse('guard.four_eyes', 'A resend needs a proposal and the approval of another person.');
        end if;
    elsif new.ground in ('PROBE', 'RECOVERED', 'LOSS_TOLERATED') then
        perform onceover.refuse('guard.ground_not_in_use', 'This ground is not granted by this version.');
    end if;
    if new.ground = 'FIRST' and onceover.is_reference_on_record(payment.reference) then
        perform onceover.refuse('guard.reference_on_record', 'A record names this payment, which was never sent: it gets no first permit.');
    end if;
    -- One ground yields one permit only if the ground is named by what it is.
    if new.ground_ref is distinct from (case
            when new.ground = 'FIRST' then 'payment:' || new.payment_id
            when new.ground = 'APPROVED_RESEND' then 'decision:' || new.decision_id
            when new.ground in ('NOT_SENT', 'REJECTED_RETRYABLE', 'PROVEN_ABSENT') then 'attempt:' || (select a.attempt_id from onceover.attempts a
                where a.payment_id = new.payment_id order by a.claimed_at desc, a.attempt_id desc limit 1)
            else new.ground_ref end) then
        perform onceover.refuse('guard.ground_ref', 'A permit names its ground: the payment, its last attempt or the decision.');
    end if;
    if onceover.is_charge_on_record(new.payment_id) then
        perform onceover.refuse('guard.charge_on_record', 'A charge of this payment is on record, or may be; nothing is sent again.');
    end if;
    return new;
end
$$;
create trigger guard_permit before insert on onceover.permits for each row execute function onceover.guard_permit();
alter table onceover.permits enable always trigger guard_permit;

-- An attempt uses the permit it names, of its own payment, under the armed epoch.
create function onceover.guard_attempt() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    if not exists (select from onceover.permits m join onceover.permit_uses u using (permit_id)
                    where m.permit_id = new.permit_id and m.payment_id = new.payment_id and m.generation = new.generation
                      and m.provider_key = new.provider_key and u.attempt_id = new.attempt_id) then
        perform onceover.refuse('guard.attempt_without_permit', 'An attempt uses a permit of its payment.');
    end if;
    if not exists (select from onceover.attempt_ids i where i.attempt_id = new.attempt_id and i.state = 'CLAIMED' and i.core_id = new.core_id) then
        perform onceover.refuse('guard.attempt_void', 'This attempt id is void.');
    end if;
    if exists (select from onceover.cores c where c.core_id = new.core_id and c.state <> 'ADMITTED') then
        perform onceover.refuse('guard.attempt_core', 'Only an admitted core claims, and a retired one never again.');
    end if;
    if new.epoch is distinct from onceover.armed_epoch() then
        perform onceover.refuse('guard.attempt_epoch', 'An attempt is claimed under the armed epoch.');
    end if;
    return new;
end
$$;
create trigger guard_attempt before insert on onceover.attempts for each row execute function onceover.guard_attempt();
alter table onceover.attempts enable always trigger guard_attempt;

-- The last look before a call: what came since the permit was granted may be the very charge that it would repeat.
create function onceover.guard_ready_call() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    if onceover.is_charge_on_record(new.payment_id)
       or not exists (select from onceover.attempts a join onceover.permits m using (permit_id) join onceover.payments p on p.payment_id = a.payment_id
                       where a.attempt_id = new.attempt_id and m.evidence_version = p.evidence_version and not p.has_contradiction) then
        perform onceover.refuse('guard.call_after_evidence', 'Evidence has arrived since the permit was granted; this attempt is not called.');
    end if;
    return new;
end
$$;
create trigger guard_ready_call before insert on onceover.ready_calls for each row execute function onceover.guard_ready_call();
alter table onceover.ready_calls enable always trigger guard_ready_call;

-- What is known of an attempt only grows. A late sign that it happened is the one way out of NOT_HAPPENED.
create function onceover.guard_fate() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    if new.closed_by is distinct from old.closed_by and (old.closed_by is not null or not exists (select from onceover.closures c
            where c.attempt_id = new.attempt_id and c.closed_by = new.closed_by)) then
        perform onceover.refuse('guard.closure', 'An attempt is closed once, by a closure on record.');
    end if;
    if new.fate <> old.fate and not (old.fate = 'POSSIBLE' or (old.fate = 'NOT_HAPPENED' and new.fate = 'HAPPENED')) then
        perform onceover.refuse('guard.fate', format('A fate does not go from %s to %s.', old.fate, new.fate));
    end if;
    if new.fate = 'NOT_HAPPENED' and exists (select from onceover.results r where r.attempt_id = new.attempt_id and r.answer = 'SUCCEEDED') then
        perform onceover.refuse('guard.success_on_record', 'The provider answered success for this attempt; no absence outvotes it.');
    end if;
    if new.fate = 'NOT_HAPPENED' and old.fate <> 'NOT_HAPPENED' and not (
            -- zero bytes sent, or abandoned before the call in the boot it was claimed in
            exists (select from onceover.closures c where c.attempt_id = new.attempt_id and c.proves_not_sent)
            -- an answer that the provider's contract calls a refusal
            or exists (select from onceover.results r where r.attempt_id = new.attempt_id and r.answer in ('NOT_SENT', 'REJECTED_FINAL', 'REJECTED_RETRYABLE'))
            -- the provider's own book: declined, or proven absent
            or exists (select from onceover.evidence e where e.evidence_id::text = new.fate_ref and e.payment_id = new.payment_id
                          and (e.proves_absence or (e.kind = 'FOUND' and e.state = 'DECLINED')) and not e.is_human
                          and (e.is_witnessed or exists (select from onceover.late_effects l where l.evidence_id = e.evidence_id and l.how = 'COUNTED'))
                          -- Evidence that names no attempt proves nothing while several exist.
                          and case when e.attempt_id is null then (select count(*) from onceover.attempts a where a.payment_id = new.payment_id) = 1
                                   else (select n.generation from onceover.attempts n where n.attempt_id = e.attempt_id)
                                      = (select n.generation from onceover.attempts n where n.attempt_id = new.attempt_id) end)) then
        perform onceover.refuse('guard.unknown_is_never_failure', 'Nothing on record proves that this attempt did not happen.');
    end if;
    return new;
end
$$;
create trigger guard_fate before update on onceover.attempt_fates for each row execute function onceover.guard_fate();
alter table onceover.attempt_fates enable always trigger guard_fate;

-- Guarantee 8: four eyes by person, whatever the functions do.
create function onceover.guard_approval() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    proposal onceover.proposals;
begin
    select * into strict proposal from onceover.proposals where decision_id = new.decision_id;
    if proposal.proposed_by = new.approved_by then
        perform onceover.refuse('guard.four_eyes', 'The person who proposed cannot approve.');
    end if;
    if proposal.digest <> new.digest then
        perform onceover.refuse('guard.digest', 'The approval is for other facts than the proposal.');
    end if;
    if exists (select from onceover.proposal_ends where decision_id = new.decision_id) then
        perform onceover.refuse('guard.proposal_over', 'This proposal is over.');
    end if;
    if not exists (select from onceover.logins l where l.login = new.approved_login and l.person_id = new.approved_by)
       or new.approved_login <> session_user then
        perform onceover.refuse('guard.login', 'The approving login is not the approving person''s.');
    end if;
    return new;
end
$$;
create trigger guard_approval before insert on onceover.approvals for each row execute function onceover.guard_approval();
alter table onceover.approvals enable always trigger guard_approval;

create function onceover.guard_proposal() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    if not exists (select from onceover.logins l where l.login = new.proposed_login and l.person_id = new.proposed_by)
       or new.proposed_login <> session_user then
        perform onceover.refuse('guard.login', 'The proposing login is not the proposing person''s.');
    end if;
    return new;
end
$$;
create trigger guard_proposal before insert on onceover.proposals for each row execute function onceover.guard_proposal();
alter table onceover.proposals enable always trigger guard_proposal;

create function onceover.guard_proposal_end() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    if new.ended_as = 'IN_FORCE' and exists (select from onceover.proposals q where q.decision_id = new.decision_id and q.people_needed = 2
            and not exists (select from onceover.approvals a where a.decision_id = q.decision_id and a.approved_by <> q.proposed_by)) then
        perform onceover.refuse('guard.four_eyes', 'This decision comes into force only by the approval of another person.');
    end if;
    return new;
end
$$;
create trigger guard_proposal_end before insert on onceover.proposal_ends for each row execute function onceover.guard_proposal_end();
alter table onceover.proposal_ends enable always trigger guard_proposal_end;

-- A profile is in force only after two people approved its hash; the installer's first profiles of a demo are the same.
create function onceover.guard_profile() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    if not exists (select from onceover.proposals q join onceover.approvals a using (decision_id)
                    where q.decision_id = new.decision_id and q.kind = 'PROFILE' and q.provider = new.provider
                      and q.digest = new.sha256 and a.approved_by <> q.proposed_by) then
        perform onceover.refuse('guard.profile', 'A profile is in force only after two people approved its hash.');
    end if;
    if new.version <> 1 + coalesce((select max(version) from onceover.profiles where provider = new.provider), 0) then
        perform onceover.refuse('guard.profile_version', 'Profile versions count up by one.');
    end if;
    return new;
end
$$;
create trigger guard_profile before insert on onceover.profiles for each row execute function onceover.guard_profile();
alter table onceover.profiles enable always trigger guard_profile;

-- Guarantee 6: the owner of a record stays within the layer of the record.
create function onceover.guard_record_owner() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    if not exists (select from onceover.records r join onceover.payments p on p.payment_id = new.payment_id
                    where r.record_id = new.record_id and r.layer = new.layer
                      and (new.role = 'DUPLICATE' or new.decision_id is not null
                           or (r.amount_minor = p.amount_minor and r.currency = p.currency and r.direction = p.direction and not r.is_reversal))) then
        perform onceover.refuse('guard.record_differs', 'A record proves a payment by itself only in the same layer, amount, currency and direction, and never as a reversal.');
    end if;
    -- Nor does a line of a person's file that no second person accepted, whoever links it.
    if exists (select from onceover.records r join onceover.imports i using (import_id)
                where r.record_id = new.record_id and i.channel = 'UPLOAD'
                  and not onceover.is_agreed_about_file(i.accepted_decision_id, i.import_id, i.sha256)) then
        perform onceover.refuse('guard.not_accepted', 'A line of a file that nobody accepted proves nothing.');
    end if;
    return new;
end
$$;
create trigger guard_record_owner before insert on onceover.record_owners for each row execute function onceover.guard_record_owner();
alter table onceover.record_owners enable always trigger guard_record_owner;

-- A login is of one kind for ever, and no login role is a member of another login role: session_user must mean one person.
create function onceover.guard_login() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    if tg_op = 'UPDATE' and (new.login, new.person_id, new.machine_kind, new.is_founding)
            is distinct from (old.login, old.person_id, old.machine_kind, old.is_founding) then
        perform onceover.refuse('guard.login_moved', 'A login belongs to one person or machine for ever.');
    end if;
    return new;
end
$$;
create trigger guard_login before update on onceover.logins for each row execute function onceover.guard_login();
alter table onceover.logins enable always trigger guard_login;

-- What waits to take effect is forgotten when it has, and not before.
create function onceover.guard_waiting_fact() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    if tg_op = 'UPDATE' then
        if (new.kind, new.fact_id, new.payment_id, new.stored_at) is distinct from (old.kind, old.fact_id, old.payment_id, old.stored_at)
           or new.tries < old.tries then
            perform onceover.refuse('guard.waiting_fact', 'Of a fact that waits nothing changes but how often it was tried.');
        end if;
        return new;
    end if;
    if not exists (select from onceover.late_effects l where old.kind = 'EVIDENCE' and l.evidence_id = old.fact_id)
       and not exists (select from onceover.evidence e where old.kind = 'RESULT' and e.attempt_id = old.fact_id and e.payment_id = old.payment_id
                          and e.source = 'DIRECT') then
        perform onceover.refuse('guard.waiting_fact', 'A fact waits until it has taken effect.');
    end if;
    return old;
end
$$;
create trigger guard_waiting_fact before update or delete on onceover.waiting_facts for each row execute function onceover.guard_waiting_fact();
create trigger never_truncated before truncate on onceover.waiting_facts for each statement execute function onceover.guard_append_only();
alter table onceover.waiting_facts enable always trigger guard_waiting_fact;
alter table onceover.waiting_facts enable always trigger never_truncated;

-- Installing: by the role that migrates, once. No group is granted any of these.
create function onceover.install(p_is_demo boolean) returns uuid
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    new_tenant uuid := gen_random_uuid();
    existing uuid;
begin
    select tenant into existing from onceover.installation;
    if found then
        return existing;
    end if;
    insert into onceover.installation (tenant, fingerprint_key, is_demo)
    values (new_tenant, uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), p_is_demo);
    insert into onceover.incarnations (epoch, system_identifier, timeline, database_oid, state, why, checked_start)
    select 1, s.system_identifier, s.timeline, s.database_oid, 'ARMED', 'new database', pg_postmaster_start_time()
      from onceover.this_server() s;
    perform onceover.add_event(new_tenant, 'INSTALLATION', 'INSTALLED', 'INSTALLER', null, jsonb_build_object('demo', p_is_demo));
    perform onceover.add_event(new_tenant, 'INSTALLATION', 'ARMED', 'INSTALLER', null, jsonb_build_object('epoch', 1, 'why', 'new database'));
    return new_tenant;
end
$$;

create function onceover.enrol_person(p_person uuid, p_name text) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
    insert into onceover.people (person_id, display_name) values (p_person, p_name);
    perform onceover.add_event(p_person, 'PERSON', 'PERSON_ENROLLED', 'INSTALLER', null, jsonb_build_object('name', p_name));
end
$$;

create function onceover.enrol_login(p_login text, p_person uuid, p_machine_kind text) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    founding boolean := p_machine_kind = 'CORE' and not exists (select from onceover.logins where machine_kind = 'CORE');
begin
    insert into onceover.logins (login, person_id, machine_kind, is_founding)
    values (p_login, p_person, p_machine_kind, coalesce(founding, false));
    perform onceover.add_event(coalesce(p_person, (select tenant from onceover.installation)),
        case when p_person is null then 'INSTALLATION' else 'PERSON' end, 'LOGIN_ENROLLED', 'INSTALLER', null,
        jsonb_build_object('login', p_login, 'machine_kind', p_machine_kind)
            || case when founding then '{"founding": true}'::jsonb else '{}' end);
end
$$;

create function onceover.disable_login(p_login text) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    disabled onceover.logins;
begin
    update onceover.logins set disabled_at = clock_timestamp() where login = p_login and disabled_at is null returning * into disabled;
    if found then
        perform onceover.add_event(coalesce(disabled.person_id, (select tenant from onceover.installation)),
            case when disabled.person_id is null then 'INSTALLATION' else 'PERSON' end, 'LOGIN_DISABLED', 'INSTALLER', null,
            jsonb_build_object('login', p_login));
    end if;
end
$$;
