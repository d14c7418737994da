-- What people do. Every function asks who is calling (session_user, never current_user: SET ROLE changes nothing here),
-- takes the lock of its command id and then the payment's row lock, repeats a known command as a read, and refuses
-- without effect. Two eyes are one person's, whatever login they sign in with.
set local role onceover_owner;

create table onceover.reason_codes (
    kind text not null,
    code text not null,
    primary key (kind, code)
);
comment on table onceover.reason_codes is 'The closed lists of reasons; backend/domain/decision holds the same.';
insert into onceover.reason_codes values
    ('CONFIRM', 'PROVIDER_CONFIRMS'), ('CONFIRM', 'STATEMENT_SHOWS'), ('CONFIRM', 'PAYEE_CONFIRMS'), ('CONFIRM', 'OTHER'),
    ('REJECT', 'PROVIDER_DENIES'), ('REJECT', 'NOT_ON_STATEMENT'), ('REJECT', 'PAYEE_NOT_PAID'), ('REJECT', 'PAID_OTHERWISE'), ('REJECT', 'OTHER'),
    ('RESEND', 'PROVIDER_DENIES'), ('RESEND', 'NOT_ON_STATEMENT'), ('RESEND', 'PAYEE_NOT_PAID'), ('RESEND', 'RISK_ACCEPTED'), ('RESEND', 'OTHER'),
    ('RELEASE', 'NOT_A_DOUBLE'), ('RELEASE', 'PAYEE_CONFIRMS'), ('RELEASE', 'OTHER'),
    ('HOLD', 'TO_BE_CHECKED'), ('HOLD', 'DETAILS_IN_DOUBT'), ('HOLD', 'OTHER'),
    ('CANCEL', 'IS_A_DOUBLE'), ('CANCEL', 'NO_LONGER_OWED'), ('CANCEL', 'WRONG_DETAILS'), ('CANCEL', 'PAID_OTHERWISE'), ('CANCEL', 'OTHER'),
    ('TAKE', 'WORKING'), ('TAKE', 'TAKE_OVER'), ('TAKE', 'REOPEN'),
    ('DEFER', 'WAITING_PROVIDER'), ('DEFER', 'WAITING_PAYEE'), ('DEFER', 'WAITING_STATEMENT'), ('DEFER', 'OTHER');

insert into onceover.event_kinds values ('PROPOSAL_EXPIRED', '', '');

create index proposals_of_person on onceover.proposals (proposed_by, proposed_at);

-- Membership of a group, direct or through roles that nobody can log in as. A login granted to another login lends it
-- nothing, and a superuser is a member only where it was granted.
create function onceover.is_in_group(p_login text, p_group text) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    with recursive held as (
        select m.roleid from pg_auth_members m join pg_roles r on r.oid = m.member where r.rolname = p_login
        union
        select m.roleid from held h join pg_roles r on r.oid = h.roleid and not r.rolcanlogin join pg_auth_members m on m.member = h.roleid
    )
    select exists (select from held h join pg_roles r on r.oid = h.roleid where r.rolname = p_group)
$$;

create function onceover.require_group(p_groups text[]) returns void
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
begin
    if not exists (select from unnest(p_groups) g where onceover.is_in_group(session_user, g)) then
        perform onceover.refuse('person.role', format('This login is not a member of %s.', array_to_string(p_groups, ' or ')));
    end if;
end
$$;

-- Who writes the event: a person, or the kind of machine this login belongs to.
create function onceover.session_actor(out actor text, out person uuid)
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
begin
    select coalesce(l.machine_kind, 'PERSON'), l.person_id into actor, person from onceover.logins l where l.login = session_user;
    if not found then
        actor := 'INSTALLER';
    end if;
end
$$;

-- The material facts of a case, in the order of the digest. One statement, so one snapshot.
create function onceover.case_fact_rows(p_payment uuid) returns table (section int, k1 bigint, k2 text, k3 text, name text, fields text[])
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select 0, f.position, ''::text, ''::text, f.name, array[f.value]
      from onceover.payments p,
           lateral (values (1, 'payment_id', p.payment_id::text), (2, 'reference', p.reference), (3, 'status', p.status),
               (4, 'amount_minor', p.amount_minor::text), (5, 'currency', p.currency), (6, 'payee', p.payee),
               (7, 'payee_account', p.payee_account), (8, 'provider', p.provider), (9, 'generation', p.generation::text),
               (10, 'evidence_version', p.evidence_version::text)) f(position, name, value)
     where p.payment_id = p_payment
    union all
    select 1, m.ordinal, '', '', 'attempt:' || a.attempt_id,
           array['attempt', a.attempt_id::text, a.generation::text, f.fate, f.closed_by, r.answer]
      from onceover.attempts a
      join onceover.permits m using (permit_id)
      join onceover.attempt_fates f on f.attempt_id = a.attempt_id
      left join onceover.results r on r.attempt_id = a.attempt_id
     where a.payment_id = p_payment
    union all
    select 2, e.evidence_version, e.evidence_id::text, '', 'evidence:' || e.evidence_id,
           array['evidence', e.evidence_id::text, e.source, e.kind, e.state, e.amount_minor::text, e.currency]
      from onceover.effective_evidence e
     where e.payment_id = p_payment and e.is_material
    union all
    select 3, 0, c.record_id::text, '', 'candidate:' || c.record_id, array['candidate', c.record_id::text, c.tier]
      from onceover.candidates c
     where c.payment_id = p_payment
    union all
    select 4, 0, o.record_id::text, '', 'record:' || o.record_id, array['record', o.record_id::text, o.layer, o.role]
      from onceover.record_owners o
     where o.payment_id = p_payment
    union all
    select 5, 0, x.kind, x.ref, 'contradiction:' || x.kind || ':' || x.ref, array['contradiction', x.kind, x.ref]
      from onceover.contradictions x
     where x.payment_id = p_payment
$$;

create function onceover.case_digest(p_payment uuid) returns text
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
    select encode(sha256(onceover.lp(1, array['onceover.case'] || array_agg(field.value
               order by f.section, f.k1, f.k2 collate "C", f.k3 collate "C", field.position))), 'hex')
      from onceover.case_fact_rows(p_payment) f, unnest(f.fields) with ordinality field(value, position)
$$;

create function onceover.case_facts(p_payment uuid) returns jsonb
language sql stable
set search_path = pg_catalog, pg_temp
as $$ select jsonb_object_agg(f.name, to_jsonb(f.fields)) from onceover.case_fact_rows(p_payment) f $$;

-- Names of the facts that differ between two readings of a case.
create function onceover.changed_facts(p_before jsonb, p_now jsonb) returns text[]
language sql immutable
set search_path = pg_catalog, pg_temp
as $$
    select coalesce(array_agg(name order by name collate "C"), '{}')
      from (select k as name from jsonb_object_keys(p_before) k union select k from jsonb_object_keys(p_now) k) names
     where (p_before -> name) is distinct from (p_now -> name)
$$;

-- Opens a command: who, may they, has it been done. An answer that is not null is the whole answer. The lock of the id
-- makes two sessions with one id wait for each other, and read_command for both.
create function onceover.begin_command(p_command uuid, p_name text, p_groups text[], p_content text[], out person uuid, out content text, out answer jsonb)
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    known onceover.commands;
begin
    person := onceover.current_person();
    perform onceover.require_group(p_groups);
    if p_command is null then
        perform onceover.refuse('command.no_id', 'A command needs an id of its own.');
    end if;
    perform onceover.require_read_committed();
    if current_setting('synchronous_commit') in ('off', 'local', 'remote_write') then
        perform set_config('synchronous_commit', 'on', true);
    end if;
    content := encode(sha256(onceover.lp(1, array['onceover.command', p_name] || p_content)), 'hex');
    perform pg_advisory_xact_lock(hashtextextended('onceover.command:' || p_command, 0));
    select * into known from onceover.commands where command_id = p_command;
    if found then
        if known.command = 'VOID' then
            perform onceover.refuse('command.void', 'This command was asked for before it arrived and declared void; it can no longer be done.');
        end if;
        if known.person_id <> person or known.command <> p_name or known.content_sha256 <> content then
            perform onceover.refuse('command.reused', 'This command id was used by another person or for something else.');
        end if;
        answer := known.answer;
    end if;
end
$$;

create function onceover.end_command(p_command uuid, p_person uuid, p_name text, p_content text, p_answer jsonb) returns jsonb
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    stored uuid;
begin
    insert into onceover.commands (command_id, person_id, command, content_sha256, answer)
    values (p_command, p_person, p_name, p_content, p_answer) returning command_id into stored;
    if stored is null then
        raise exception using errcode = 'OO005', message = 'audit.command_not_stored', detail = 'The command was not stored; nothing was done.';
    end if;
    return p_answer;
end
$$;

create function onceover.lock_payment(p_payment uuid) returns onceover.payments
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    payment onceover.payments;
begin
    select * into payment from onceover.payments where payment_id = p_payment for update;
    if not found then
        perform onceover.refuse('payment.unknown', 'There is no such payment.');
    end if;
    return payment;
end
$$;

create function onceover.require_words(p_kind text, p_reason_code text, p_note text, p_needs_note boolean) returns void
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
begin
    if p_kind is not null and not exists (select from onceover.reason_codes where kind = p_kind and code = p_reason_code) then
        perform onceover.refuse('reason.unknown', format('The reason code does not belong to %s.', p_kind));
    end if;
    if p_needs_note and coalesce(p_note, '') ~ '^\s*$' then
        perform onceover.refuse('note.missing', 'The command needs a note in words.');
    end if;
    if length(p_note) > 4096 then
        perform onceover.refuse('note.too_long', 'The note is longer than 4096 characters.');
    end if;
end
$$;

create function onceover.payment_answer(p_payment uuid) returns jsonb
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select jsonb_build_object('outcome', 'DONE', 'payment_id', payment_id, 'status', status, 'version', version)
      from onceover.payments where payment_id = p_payment
$$;

create function onceover.decision_answer(p_decision uuid) returns jsonb
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select jsonb_build_object('outcome', 'DONE', 'decision_id', q.decision_id, 'payment_id', q.payment_id, 'kind', q.kind,
               'people_needed', q.people_needed, 'state', coalesce(e.ended_as, 'OPEN'), 'expires_us', onceover.micros(q.expires_at),
               'status', p.status, 'version', p.version)
           || case when q.upload_id is null then '{}' else jsonb_build_object('upload_id', q.upload_id) end
      from onceover.proposals q
      left join onceover.proposal_ends e using (decision_id)
      left join onceover.payments p on p.payment_id = q.payment_id
     where q.decision_id = p_decision
$$;

-- Chains and open proposals of a provider's profile go by an id made of its name.
create function onceover.profile_subject(p_provider text) returns uuid
language sql immutable
set search_path = pg_catalog, pg_temp
as $$ select encode(substr(sha256(onceover.lp(1, array['onceover.profile', p_provider])), 1, 16), 'hex')::uuid $$;

-- Whose history a proposal belongs to. The rules of matching stand where a profile without a name would.
create function onceover.proposal_subject(p onceover.proposals) returns uuid
language sql stable
set search_path = pg_catalog, pg_temp
as $$ select coalesce(p.payment_id, p.core_id, p.upload_id, onceover.profile_subject(coalesce(p.provider, ''))) $$;

-- Two decisions about one subject wait for each other, and for whatever moves it.
create function onceover.lock_subject(p onceover.proposals) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    if p.subject_kind = 'PAYMENT' then
        perform onceover.lock_payment(p.payment_id);
    elsif p.subject_kind = 'CORE' then
        perform onceover.lock_core(p.core_id);
    elsif p.subject_kind = 'IMPORT' then
        perform onceover.lock_upload(p.upload_id);
    else
        perform pg_advisory_xact_lock(hashtextextended('onceover.profile:' || coalesce(p.provider, ''), 0));
    end if;
end
$$;

-- Ends an open proposal otherwise than by a decision. The caller holds the subject's lock.
create function onceover.end_proposal(p_decision uuid, p_as text, p_why text, p_event text, p_actor text, p_person uuid, p_body jsonb default '{}') returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    proposal onceover.proposals;
begin
    select * into strict proposal from onceover.proposals where decision_id = p_decision;
    insert into onceover.proposal_ends (decision_id, ended_as, why, person_id) values (p_decision, p_as, p_why, p_person);
    delete from onceover.open_proposals where decision_id = p_decision;
    perform onceover.add_event(onceover.proposal_subject(proposal), proposal.subject_kind, p_event, p_actor, p_person,
        jsonb_build_object('decision_id', p_decision, 'kind', proposal.kind, 'why', p_why) || p_body);
end
$$;

-- New material evidence ends a proposal about the old facts, and says what changed. For the functions that record
-- evidence, under the payment's row lock; nothing happens when no proposal is open.
create function onceover.void_open_proposal(p_payment uuid, p_why text) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    proposal onceover.proposals;
    who record;
begin
    select q.* into proposal from onceover.open_proposals o join onceover.proposals q using (decision_id) where o.subject = p_payment::text;
    if not found then
        return;
    end if;
    select * into who from onceover.session_actor();
    perform onceover.end_proposal(proposal.decision_id, 'VOID', p_why, 'PROPOSAL_VOIDED', who.actor, who.person,
        jsonb_build_object('changed', to_jsonb(onceover.changed_facts(proposal.facts, onceover.case_facts(p_payment)))));
end
$$;

create function onceover.end_expired_proposal(p_subject text) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    expired uuid;
    who record;
begin
    select q.decision_id into expired from onceover.open_proposals o join onceover.proposals q using (decision_id)
     where o.subject = p_subject and q.expires_at <= clock_timestamp();
    if found then
        select * into who from onceover.session_actor();
        perform onceover.end_proposal(expired, 'EXPIRED', 'nobody approved it in time', 'PROPOSAL_EXPIRED', who.actor, who.person);
    end if;
end
$$;

-- Proposals that nobody approved in time stop holding their subject. Returns how many. One that cannot end goes to the end of
-- the queue.
create function onceover.expire_proposals(p_limit int) returns int
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    expired record;
    failure text;
    message text;
    ended int := 0;
begin
    for expired in
        select o.subject, q.payment_id, q.core_id, q.upload_id, q.provider from onceover.open_proposals o join onceover.proposals q using (decision_id)
          left join onceover.stuck_steps s on s.step = 'PROPOSAL' and s.subject = o.subject
         where q.expires_at <= clock_timestamp() order by coalesce(s.tries, 0), o.subject limit p_limit
    loop
        -- Whoever decides on it right now sees by himself that it has expired.
        if expired.payment_id is not null then
            perform 1 from onceover.payments where payment_id = expired.payment_id for update skip locked;
            continue when not found;
        elsif expired.core_id is not null then
            perform 1 from onceover.cores where core_id = expired.core_id for update skip locked;
            continue when not found;
        else
            continue when not pg_try_advisory_xact_lock(hashtextextended(
                coalesce('onceover.upload:' || expired.upload_id, 'onceover.profile:' || coalesce(expired.provider, '')), 0));
        end if;
        begin
            perform onceover.end_expired_proposal(expired.subject);
            perform onceover.forget_stuck('PROPOSAL', expired.subject);
            ended := ended + 1;
        exception when others then
            get stacked diagnostics failure = returned_sqlstate, message = message_text;
            if not onceover.is_fault_of_row(failure) then
                raise;
            end if;
            perform onceover.note_stuck('PROPOSAL', expired.subject, failure, message);
        end;
    end loop;
    return ended;
end
$$;

-- For every core in every round, also while it claims nothing: what time has ended. Intents whose send_before has passed,
-- and proposals that nobody approved in time. Before them the names that an import and an intake of the same moment missed: a
-- payment that a record names is not cancelled as unsent.
create function onceover.end_overdue(p_core uuid, p_limit int) returns int
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
    perform onceover.require_core(p_core);
    perform onceover.require_armed();
    perform onceover.require_witness(p_core);
    perform onceover.take_left_file();
    perform onceover.find_left_names(p_limit);
    return onceover.end_overdue_intents(p_limit) + onceover.expire_proposals(p_limit);
end
$$;

-- The record that shows a payment to have happened, if one counts: proof in its layer, booked, no reversal, and not from
-- a file that one person uploaded and nobody accepted. The provider's own book comes first.
create function onceover.confirming_record(p_payment uuid) returns onceover.records
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select r.* from onceover.record_owners o
      join onceover.records r using (record_id)
      left join onceover.imports i using (import_id)
     where o.payment_id = p_payment and o.role = 'PROOF' and not r.is_reversal
       and r.state not in ('DECLINED', 'PROCESSING', 'UNRECOGNISED', 'PENDING', 'INFO')
       and (i.import_id is null or i.channel <> 'UPLOAD' or i.accepted_decision_id is not null)
     order by array_position(array['CHARGE', 'SETTLEMENT', 'BANK'], r.layer), r.record_id limit 1
$$;

-- The evidence that proves an attempt absent: machine-made, asked after the attempt was closed, naming it or its key.
create function onceover.absence_evidence(p_attempt uuid) returns onceover.evidence
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select e.* from onceover.attempts a
      join onceover.closures c using (attempt_id)
      join onceover.evidence e on e.payment_id = a.payment_id
     where a.attempt_id = p_attempt and e.proves_absence and not e.is_human and e.asked_at_us >= onceover.micros(c.closed_at)
       and (e.attempt_id in (select n.attempt_id from onceover.attempts n where n.payment_id = a.payment_id and n.generation = a.generation)
            or (e.attempt_id is null and (select count(*) from onceover.attempts n where n.payment_id = a.payment_id) = 1))
       and not exists (select from onceover.evidence f where f.payment_id = a.payment_id and f.kind = 'FOUND' and f.state <> 'DECLINED')
     order by e.evidence_version desc limit 1
$$;

-- Nothing was ever sent that may have happened. Without any attempt on record nothing is proven.
create function onceover.is_absence_proven(p_payment uuid) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select exists (select from onceover.attempts where payment_id = p_payment)
       -- Also what only a retired core says, and what waits to take effect.
       and not onceover.is_charge_on_record(p_payment)
       and not exists (select from onceover.contradictions where payment_id = p_payment)
       -- A record that may be a part of it is enough for a second person to look.
       and not exists (select from onceover.candidates where payment_id = p_payment)
       and not exists (select from onceover.attempt_fates f where f.payment_id = p_payment
            and not (f.fate = 'NOT_HAPPENED'
                     or (f.fate = 'POSSIBLE' and f.closed_by is not null and (onceover.absence_evidence(f.attempt_id)).evidence_id is not null)))
$$;

-- How many people this decision takes. What one person decides alone counts together over a day, so that a large amount
-- is not split into small ones.
create function onceover.people_needed(p_payment onceover.payments, p_kind text, p_person uuid) returns int
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    most bigint := coalesce((select single_person_max_minor from onceover.amount_classes where currency = p_payment.currency), 0);
    decided_minor numeric;
begin
    if p_kind in ('RESEND', 'RELEASE') then
        return 2;
    end if;
    -- What keeps money here takes one person; what lets it go takes two.
    if p_kind in ('CANCEL', 'HOLD') then
        return 1;
    end if;
    if p_payment.has_contradiction or exists (select from onceover.contradictions where payment_id = p_payment.payment_id) then
        return 2;
    end if;
    if p_kind = 'CONFIRM' and (onceover.confirming_record(p_payment.payment_id)).record_id is null then
        return 2;
    end if;
    if p_kind = 'REJECT' and not onceover.is_absence_proven(p_payment.payment_id) then
        return 2;
    end if;
    -- Two decisions of one person at once would both see the old sum.
    perform 1 from onceover.people where person_id = p_person for no key update;
    select coalesce(sum(p.amount_minor), 0) into decided_minor
      from onceover.proposals q
      join onceover.proposal_ends e using (decision_id)
      join onceover.payments p on p.payment_id = q.payment_id
     where q.proposed_by = p_person and q.people_needed = 1 and q.kind in ('CONFIRM', 'REJECT') and e.ended_as = 'IN_FORCE'
       and p.currency = p_payment.currency and q.proposed_at > clock_timestamp() - interval '25 hours'
       and e.ended_at > clock_timestamp() - interval '24 hours';
    return case when decided_minor + p_payment.amount_minor > most then 2 else 1 end;
end
$$;

-- A resend is refused where somebody already shows the charge, where accounts disagree, where a part was received, and
-- where a sender may still send unless people close its attempt in the same decision.
create function onceover.check_resend(p_payment onceover.payments, p_options jsonb) returns void
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
begin
    if p_payment.has_contradiction or exists (select from onceover.contradictions where payment_id = p_payment.payment_id) then
        perform onceover.refuse('resend.contradiction', 'A contradiction is on record; it freezes every further send.');
    end if;
    -- Also what was stored while the database was fenced or checking, when nothing could move.
    if onceover.is_charge_on_record(p_payment.payment_id)
       or exists (select from onceover.evidence e where e.payment_id = p_payment.payment_id and e.kind = 'FOUND'
                     and e.state not in ('DECLINED', 'FAILED')) then
        perform onceover.refuse('resend.charge_on_record', 'A charge of this payment is on record; a resend would pay again.');
    end if;
    if p_payment.review_reason = 'PARTIAL' or p_payment.confirmed_amount_minor <> p_payment.amount_minor then
        perform onceover.refuse('resend.partial', 'A part of the amount is on record; a resend would pay the whole again.');
    end if;
    -- A permit that was taken back (cancelled, overtaken by evidence, too late) leaves its key unused. To the provider a
    -- request under it is another payment.
    if p_options ->> 'generation' = 'same' and exists (select from onceover.attempts a where a.payment_id = p_payment.payment_id)
       and not exists (select from onceover.attempts a where a.payment_id = p_payment.payment_id and a.generation = p_payment.generation) then
        perform onceover.refuse('resend.key_unused', 'The newest key of this payment was never sent; under it the provider would see another payment, not a replay.');
    end if;
    if p_payment.send_before <= clock_timestamp() then
        perform onceover.refuse('resend.too_late', 'The payment was to be sent before a time that has passed.');
    end if;
    if (onceover.capabilities(p_payment.provider)).version is null then
        perform onceover.refuse('provider.unknown', 'No profile of this provider is in force.');
    end if;
    if not coalesce((p_options ->> 'close_open_attempts')::boolean, false)
       and exists (select from onceover.attempt_fates where payment_id = p_payment.payment_id and closed_by is null) then
        perform onceover.refuse('resend.attempt_open', 'The sender of an earlier attempt may still send; close it or wait until it is closed.');
    end if;
end
$$;

-- Whether this decision is legal now. Asked when it is proposed and again when it comes into force.
create function onceover.check_decision(p_payment onceover.payments, p_kind text, p_options jsonb) returns void
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
begin
    if p_kind not in ('CONFIRM', 'REJECT', 'RESEND', 'RELEASE', 'CANCEL', 'HOLD') or p_kind is null then
        perform onceover.refuse('decision.unknown', 'There is no such decision.');
    end if;
    if p_kind = 'RESEND' then
        if coalesce(p_options ->> 'generation', '') not in ('same', 'new')
           or exists (select from jsonb_object_keys(p_options) k where k not in ('generation', 'close_open_attempts'))
           or jsonb_typeof(coalesce(p_options -> 'close_open_attempts', 'false')) <> 'boolean' then
            perform onceover.refuse('options.invalid', 'A resend says "generation": "same" or "new", and whether it closes open attempts.');
        end if;
    elsif p_options <> '{}' then
        perform onceover.refuse('options.invalid', 'Only a resend has options.');
    end if;
    if not (case p_kind
            when 'RELEASE' then p_payment.status = 'PENDING' and p_payment.hold_reason is not null
            when 'CANCEL' then p_payment.status = 'PENDING'
            when 'HOLD' then p_payment.status = 'PENDING' and p_payment.hold_reason is null
            else p_payment.status = 'REVIEW' end) then
        perform onceover.refuse('decision.status', format('%s is no decision about a payment that is %s%s.', p_kind, p_payment.status,
            case when p_payment.status = 'UNKNOWN' then ' (take it first)' when p_kind = 'HOLD' and p_payment.hold_reason is not null then ' and held'
                 when p_kind = 'RELEASE' and p_payment.status = 'PENDING' then ' and not held' else '' end));
    end if;
    if p_kind = 'RESEND' then
        perform onceover.check_resend(p_payment, p_options);
    end if;
end
$$;

-- A decision settles the payment, never what happened: an attempt stays POSSIBLE unless evidence on record names it,
-- and its amount stands under decided_not_proven.
create function onceover.decide_fates(p_payment onceover.payments, p_kind text, p_decision uuid, p_person uuid) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    record_found onceover.records := onceover.confirming_record(p_payment.payment_id);
    is_absent boolean := onceover.is_absence_proven(p_payment.payment_id);
    named uuid[];
    possible uuid;
    proof onceover.evidence;
begin
    if p_kind = 'CONFIRM' and record_found.record_id is not null
       and not exists (select from onceover.attempts a join onceover.attempt_fates f using (attempt_id)
                where a.payment_id = p_payment.payment_id and f.fate = 'HAPPENED' and record_found.provider_key in ('', a.provider_key)) then
        -- Named by its key, or the only one that can be meant.
        select array_agg(a.attempt_id) into named from onceover.attempts a join onceover.attempt_fates f using (attempt_id)
         where a.payment_id = p_payment.payment_id and f.fate = 'POSSIBLE' and f.account is not null
           and (record_found.provider_key = a.provider_key
                or (record_found.provider_key = '' and (select count(*) from onceover.attempt_fates n
                        where n.payment_id = p_payment.payment_id and n.fate <> 'NOT_HAPPENED') = 1));
        if cardinality(named) = 1 then
            perform onceover.set_fate(named[1], 'HAPPENED', record_found.layer, record_found.record_id::text, 'PERSON', p_person);
        end if;
    end if;
    for possible in select f.attempt_id from onceover.attempt_fates f where f.payment_id = p_payment.payment_id and f.fate = 'POSSIBLE' order by f.attempt_id
    loop
        if p_kind = 'REJECT' and is_absent then
            proof := onceover.absence_evidence(possible);
            perform onceover.set_fate(possible, 'NOT_HAPPENED', proof.source, proof.evidence_id::text, 'PERSON', p_person);
        else
            perform onceover.move_account(possible, 'FATE_DECIDED', 'decided_not_proven', 'PERSON', p_person,
                jsonb_build_object('decision_id', p_decision));
        end if;
    end loop;
end
$$;

create function onceover.close_by_people(p_payment uuid, p_attempt uuid, p_decision uuid, p_person uuid) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    insert into onceover.closures (attempt_id, payment_id, closed_by, how, proves_not_sent, decision_id)
    values (p_attempt, p_payment, 'PEOPLE', 'PEOPLE', false, p_decision);
    update onceover.attempt_fates set closed_by = 'PEOPLE' where attempt_id = p_attempt;
    perform onceover.add_event(p_payment, 'PAYMENT', 'CLOSED_BY_PEOPLE', 'PERSON', p_person,
        jsonb_build_object('attempt_id', p_attempt, 'decision_id', p_decision));
end
$$;

create function onceover.close_open_attempts(p_payment uuid, p_decision uuid, p_person uuid) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    still_open uuid;
begin
    for still_open in select attempt_id from onceover.attempt_fates where payment_id = p_payment and closed_by is null order by attempt_id loop
        perform onceover.close_by_people(p_payment, still_open, p_decision, p_person);
    end loop;
end
$$;

-- The effect of a decision, once. The caller holds the subject's lock and has checked everything.
create function onceover.put_in_force(p_decision uuid, p_person uuid) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    proposal onceover.proposals;
    payment onceover.payments;
    shown onceover.records;
    ref text := 'decision:' || p_decision;
    moved int;
begin
    select * into strict proposal from onceover.proposals where decision_id = p_decision;
    payment := onceover.lock_payment(proposal.payment_id);
    perform onceover.end_proposal(p_decision, 'IN_FORCE', case proposal.people_needed when 1 then 'one person suffices' else 'approved by a second person' end,
        'DECIDED', 'PERSON', p_person, jsonb_build_object('reason_code', proposal.reason_code, 'options', proposal.options));
    if proposal.kind = 'CONFIRM' then
        shown := onceover.confirming_record(payment.payment_id);
        perform onceover.decide_fates(payment, 'CONFIRM', p_decision, p_person);
        perform onceover.change_status(payment.payment_id, 'SUCCEEDED', null, 'PERSON', p_person,
            case shown.layer when 'CHARGE' then 'QUERY' when 'SETTLEMENT' then 'SETTLEMENT' when 'BANK' then 'BANK' else 'HUMAN' end,
            case when shown.layer in ('SETTLEMENT', 'BANK') then 'SETTLED' else 'PROVISIONAL' end, ref);
    elsif proposal.kind = 'REJECT' then
        perform onceover.decide_fates(payment, 'REJECT', p_decision, p_person);
        perform onceover.change_status(payment.payment_id, 'FAILED', 'DECIDED', 'PERSON', p_person, null, null, ref);
    elsif proposal.kind = 'RESEND' then
        perform onceover.close_open_attempts(payment.payment_id, p_decision, p_person);
        perform onceover.grant_permit(payment.payment_id, 'APPROVED_RESEND', ref,
            payment.generation + case proposal.options ->> 'generation' when 'new' then 1 else 0 end, p_decision, 'PERSON', p_person);
        perform onceover.change_status(payment.payment_id, 'PENDING', null, 'PERSON', p_person, null, null, ref);
    elsif proposal.kind = 'RELEASE' then
        update onceover.payments set hold_reason = null, version = version + 1, updated_at = clock_timestamp(),
            taken_by = null, taken_at = null, deferred_until = null where payment_id = payment.payment_id;
        get diagnostics moved = row_count;
        if moved <> 1 then
            perform onceover.refuse('payment.unknown', 'There is no such payment.');
        end if;
        perform onceover.add_event(payment.payment_id, 'PAYMENT', 'RELEASED', 'PERSON', p_person, jsonb_build_object('decision_id', p_decision));
    elsif proposal.kind = 'HOLD' then
        update onceover.payments set hold_reason = 'HELD_BY_PERSON', version = version + 1, updated_at = clock_timestamp()
         where payment_id = payment.payment_id;
        perform onceover.add_event(payment.payment_id, 'PAYMENT', 'HELD', 'PERSON', p_person,
            jsonb_build_object('why', 'HELD_BY_PERSON', 'decision_id', p_decision));
    elsif proposal.kind = 'CANCEL' then
        perform onceover.revoke_permit(payment.payment_id, 'CANCELLED', 'PERSON', p_person);
        if exists (select from onceover.attempt_fates f where f.payment_id = payment.payment_id
                and (f.fate <> 'NOT_HAPPENED' or f.closed_by is distinct from 'CORE')) then
            perform onceover.change_status(payment.payment_id, 'REVIEW', 'EARLIER_ATTEMPT_OPEN', 'PERSON', p_person, null, null, ref);
        else
            perform onceover.change_status(payment.payment_id, 'FAILED', 'CANCELLED', 'PERSON', p_person, null, null, ref);
        end if;
    end if;
end
$$;

create function onceover.propose(p_decision uuid, p_payment uuid, p_kind text, p_reason_code text, p_note text, p_options jsonb,
    p_digest text, p_version bigint) returns jsonb
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    begun record;
    payment onceover.payments;
    needed int;
    options jsonb := coalesce(p_options, '{}'::jsonb);
begin
    select * into begun from onceover.begin_command(p_decision, 'propose', array['onceover_reviewer'],
        array[p_payment::text, p_kind, p_reason_code, p_note, onceover.canonical_json(options), p_digest, p_version::text]);
    if begun.answer is not null then
        return begun.answer;
    end if;
    perform onceover.require_armed();
    payment := onceover.lock_payment(p_payment);
    perform onceover.require_words(p_kind, p_reason_code, p_note, true);
    perform onceover.end_expired_proposal(p_payment::text);
    if exists (select from onceover.open_proposals where subject = p_payment::text) then
        perform onceover.refuse('proposal.open', 'Another proposal about this payment is open; approve or withdraw it first.');
    end if;
    if payment.taken_by is distinct from begun.person and payment.taken_by is not null then
        perform onceover.refuse('case.taken', 'Another person is working on this case; take it over first, with a reason.');
    end if;
    if p_version is distinct from payment.version then
        perform onceover.refuse('version.stale', format('The screen shows version %s; the payment is at version %s and %s.',
            coalesce(p_version::text, '(none)'), payment.version, payment.status));
    end if;
    if p_digest is distinct from onceover.case_digest(p_payment) then
        perform onceover.refuse('digest.changed', format('The facts are not those on the screen: the case is %s now, at evidence version %s, with %s facts.',
            payment.status, payment.evidence_version, (select count(*) from onceover.case_fact_rows(p_payment))));
    end if;
    perform onceover.check_decision(payment, p_kind, options);
    needed := onceover.people_needed(payment, p_kind, begun.person);
    insert into onceover.proposals (decision_id, subject_kind, payment_id, kind, reason_code, note, options, digest, facts, version,
        people_needed, proposed_by, proposed_login, expires_at, content_sha256)
    values (p_decision, 'PAYMENT', p_payment, p_kind, p_reason_code, p_note, options, p_digest, onceover.case_facts(p_payment), p_version,
        needed, begun.person, session_user, clock_timestamp() + interval '24 hours', begun.content);
    insert into onceover.open_proposals (subject, decision_id) values (p_payment::text, p_decision);
    perform onceover.add_event(p_payment, 'PAYMENT', 'PROPOSED', 'PERSON', begun.person, jsonb_build_object('decision_id', p_decision,
        'kind', p_kind, 'reason_code', p_reason_code, 'options', options, 'digest', p_digest, 'version', p_version,
        'people_needed', needed, 'content_sha256', begun.content));
    if needed = 1 then
        perform onceover.put_in_force(p_decision, begun.person);
    end if;
    return onceover.end_command(p_decision, begun.person, 'propose', begun.content, onceover.decision_answer(p_decision));
end
$$;

create function onceover.propose_profile(p_decision uuid, p_provider text, p_body text, p_note text) returns jsonb
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    begun record;
    body jsonb;
    can onceover.capability_set;
    longest_ms constant bigint := 400::bigint * 24 * 3600 * 1000;
    subject uuid := onceover.profile_subject(p_provider);
    hash text := encode(sha256(convert_to(p_body, 'UTF8')), 'hex');
    next_version int;
begin
    select * into begun from onceover.begin_command(p_decision, 'propose_profile', array['onceover_reviewer'], array[p_provider, p_body, p_note]);
    if begun.answer is not null then
        return begun.answer;
    end if;
    perform onceover.require_armed();
    perform onceover.require_words(null, null, p_note, true);
    if coalesce(p_provider, '') !~ '^[a-z0-9][a-z0-9-]{0,39}$' or coalesce(octet_length(p_body), 0) not between 2 and 262144 then
        perform onceover.refuse('profile.invalid', 'A profile has a simple lower-case name and at most 256 KiB.');
    end if;
    begin
        body := p_body::jsonb;
    exception when others then
        perform onceover.refuse('profile.invalid', 'The profile is no JSON.');
    end;
    if jsonb_typeof(body) <> 'object' or body ->> 'name' is distinct from p_provider then
        perform onceover.refuse('profile.invalid', 'The profile does not carry the name of its provider.');
    end if;
    -- Whatever the functions read of it must be readable: a text where they expect a number would stop every step.
    begin
        can := onceover.capabilities_of(1, body);
    exception when others then
        perform onceover.refuse('profile.invalid', 'A capability is not true or false, or a time is not a whole number of milliseconds.');
    end;
    perform onceover.check_channel(p_provider, body);
    if not (can.key_lifetime_ms between 0 and longest_ms and can.visibility_lag_ms between 0 and longest_ms
            and can.longest_processing_ms between 0 and longest_ms and can.retry_delay_ms between 0 and longest_ms
            and can.first_look_ms between 0 and longest_ms and can.exhausted_after_ms between 1 and longest_ms
            and can.max_automatic_permits between 0 and 100
            and jsonb_typeof(can.currencies) = 'array' and jsonb_typeof(can.directions) = 'array') then
        perform onceover.refuse('profile.invalid', 'A time is longer than 400 days, a count is out of its range, or a limit is no list.');
    end if;
    if (select is_demo from onceover.installation) and not onceover.is_channel(body)
       and coalesce(body ->> 'base_url', '') !~ '^https?://(127\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}|localhost|\[::1\])(:[0-9]{1,5})?(/|$)' then
        perform onceover.refuse('profile.not_loopback', 'A demo talks to this machine only: whoever owns it can bypass every control.');
    end if;
    perform pg_advisory_xact_lock(hashtextextended('onceover.profile:' || p_provider, 0));
    perform onceover.end_expired_proposal(subject::text);
    if exists (select from onceover.open_proposals o where o.subject = onceover.profile_subject(p_provider)::text) then
        perform onceover.refuse('proposal.open', 'Another proposal about this profile is open; approve or withdraw it first.');
    end if;
    select coalesce(max(version), 0) + 1 into next_version from onceover.profiles where provider = p_provider;
    insert into onceover.proposals (decision_id, subject_kind, provider, kind, reason_code, note, options, digest, version,
        people_needed, proposed_by, proposed_login, expires_at, content_sha256)
    values (p_decision, 'PROFILE', p_provider, 'PROFILE', 'NEW_VERSION', p_note, jsonb_build_object('body', p_body), hash, next_version,
        2, begun.person, session_user, clock_timestamp() + interval '24 hours', begun.content);
    insert into onceover.open_proposals (subject, decision_id) values (subject::text, p_decision);
    perform onceover.add_event(subject, 'PROFILE', 'PROPOSED', 'PERSON', begun.person, jsonb_build_object('decision_id', p_decision,
        'kind', 'PROFILE', 'provider', p_provider, 'sha256', hash, 'version', next_version, 'content_sha256', begun.content));
    return onceover.end_command(p_decision, begun.person, 'propose_profile', begun.content, onceover.decision_answer(p_decision));
end
$$;

-- Who may say yes: another person than the proposer, no officer, nobody who entered what the decision rests on.
create function onceover.check_approver(p_proposal onceover.proposals, p_person uuid) returns void
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
begin
    if p_proposal.proposed_by = p_person then
        perform onceover.refuse('person.proposer', 'Whoever proposed cannot approve, under whatever login.');
    end if;
    if exists (select from onceover.people where person_id = p_proposal.proposed_by and disabled_at is not null)
       or exists (select from onceover.logins where login = p_proposal.proposed_login and disabled_at is not null)
       or not onceover.is_in_group(p_proposal.proposed_login, 'onceover_reviewer') then
        perform onceover.refuse('person.proposer_disabled', 'The person or login that proposed this was disabled since, or is no reviewer any more; somebody else has to propose it again.');
    end if;
    if exists (select from onceover.logins l where l.person_id = p_person and onceover.is_in_group(l.login, 'onceover_officer')) then
        perform onceover.refuse('person.officer', 'An officer enrols people and does not approve decisions.');
    end if;
    if exists (select from onceover.uploads u where u.upload_id = p_proposal.upload_id and u.person_id = p_person) then
        perform onceover.refuse('person.entered_evidence', 'Whoever uploaded a file cannot accept it, under whatever login.');
    end if;
    if exists (select from onceover.evidence e where e.payment_id = p_proposal.payment_id and e.is_human
                  and (e.recorded_by = p_person::text or e.recorded_by in (select login from onceover.logins where person_id = p_person)))
       or exists (select from onceover.imports i join onceover.records r using (import_id)
                   where i.person_id = p_person
                     and r.record_id in (select record_id from onceover.record_owners where payment_id = p_proposal.payment_id
                                         union all select record_id from onceover.candidates where payment_id = p_proposal.payment_id)) then
        perform onceover.refuse('person.entered_evidence', 'Whoever entered or uploaded evidence of a case cannot approve on it.');
    end if;
end
$$;

create function onceover.approve(p_command uuid, p_decision uuid, p_digest text) returns jsonb
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    begun record;
    proposal onceover.proposals;
    payment onceover.payments;
    ended onceover.proposal_ends;
begin
    select * into begun from onceover.begin_command(p_command, 'approve', array['onceover_approver'], array[p_decision::text, p_digest]);
    if begun.answer is not null then
        return begun.answer;
    end if;
    select * into proposal from onceover.proposals where decision_id = p_decision;
    perform onceover.require_state_for(proposal.subject_kind, proposal.kind);
    if proposal.decision_id is null then
        perform onceover.refuse('proposal.unknown', 'There is no such proposal.');
    end if;
    perform onceover.lock_subject(proposal);
    select * into ended from onceover.proposal_ends where decision_id = p_decision;
    if found then
        perform onceover.refuse('proposal.over', format('This proposal is over: %s, %s.', ended.ended_as, ended.why));
    end if;
    if proposal.expires_at <= clock_timestamp() then
        perform onceover.refuse('proposal.expired', 'Nobody approved this proposal in time; propose again on the facts of today.');
    end if;
    perform onceover.check_approver(proposal, begun.person);
    if p_digest is distinct from proposal.digest then
        perform onceover.refuse('digest.changed', 'The approver''s screen does not show the facts that were proposed on.');
    end if;
    if proposal.payment_id is not null then
        payment := onceover.lock_payment(proposal.payment_id);
        if proposal.version <> payment.version then
            perform onceover.refuse('version.stale', format('The proposal is about version %s; the payment is at version %s and %s.',
                proposal.version, payment.version, payment.status));
        end if;
        if onceover.case_digest(payment.payment_id) is distinct from proposal.digest then
            perform onceover.refuse('digest.changed', 'The facts changed since the proposal: '
                || array_to_string(onceover.changed_facts(proposal.facts, onceover.case_facts(payment.payment_id)), ', '));
        end if;
        perform onceover.check_decision(payment, proposal.kind, proposal.options);
    elsif proposal.core_id is not null then
        perform onceover.check_core_decision(onceover.lock_core(proposal.core_id), proposal.kind);
        if onceover.core_digest(proposal.core_id) is distinct from proposal.digest then
            perform onceover.refuse('digest.changed', 'The core is not any more as it was when this was proposed.');
        end if;
    elsif proposal.upload_id is not null then
        if (select f.digest from onceover.finished_uploads f where f.upload_id = proposal.upload_id) is distinct from proposal.digest then
            perform onceover.refuse('digest.changed', 'The file is not any more as it was when this was proposed.');
        end if;
    elsif proposal.subject_kind = 'RULES' then
        perform onceover.check_match_rules(proposal);
    elsif proposal.version <> 1 + coalesce((select max(version) from onceover.profiles where provider = proposal.provider), 0) then
        perform onceover.refuse('version.stale', 'Another version of this profile came into force meanwhile.');
    end if;
    insert into onceover.approvals (command_id, decision_id, approved_by, approved_login, digest)
    values (p_command, p_decision, begun.person, session_user, p_digest);
    perform onceover.add_event(onceover.proposal_subject(proposal), proposal.subject_kind, 'APPROVED',
        'PERSON', begun.person, jsonb_build_object('decision_id', p_decision, 'kind', proposal.kind, 'digest', p_digest, 'command_id', p_command));
    if proposal.payment_id is not null then
        perform onceover.put_in_force(p_decision, begun.person);
    elsif proposal.core_id is not null then
        perform onceover.put_core_in_force(proposal, begun.person);
    elsif proposal.upload_id is not null then
        perform onceover.put_upload_in_force(proposal, begun.person);
    elsif proposal.subject_kind = 'RULES' then
        perform onceover.put_match_rules_in_force(proposal, begun.person);
    else
        perform onceover.put_profile_in_force(proposal, begun.person);
    end if;
    return onceover.end_command(p_command, begun.person, 'approve', begun.content, onceover.decision_answer(p_decision));
end
$$;

create function onceover.put_profile_in_force(p_proposal onceover.proposals, p_person uuid) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    perform onceover.end_proposal(p_proposal.decision_id, 'IN_FORCE', 'approved by a second person', 'DECIDED', 'PERSON', p_person);
    insert into onceover.profiles (provider, version, body, sha256, decision_id)
    values (p_proposal.provider, p_proposal.version, p_proposal.options ->> 'body', p_proposal.digest, p_proposal.decision_id);
    perform onceover.add_event(onceover.profile_subject(p_proposal.provider), 'PROFILE', 'PROFILE_IN_FORCE', 'PERSON', p_person,
        jsonb_build_object('provider', p_proposal.provider, 'version', p_proposal.version, 'sha256', p_proposal.digest, 'decision_id', p_proposal.decision_id));
end
$$;

-- By the proposer, or by an approver who turns it down; until it is in force, never after.
create function onceover.withdraw(p_command uuid, p_decision uuid, p_why text) returns jsonb
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    begun record;
    proposal onceover.proposals;
    ended onceover.proposal_ends;
begin
    select * into begun from onceover.begin_command(p_command, 'withdraw', array['onceover_reviewer', 'onceover_approver'], array[p_decision::text, p_why]);
    if begun.answer is not null then
        return begun.answer;
    end if;
    select * into proposal from onceover.proposals where decision_id = p_decision;
    perform onceover.require_state_for(proposal.subject_kind, proposal.kind);
    perform onceover.require_words(null, null, p_why, true);
    if proposal.decision_id is null then
        perform onceover.refuse('proposal.unknown', 'There is no such proposal.');
    end if;
    perform onceover.lock_subject(proposal);
    select * into ended from onceover.proposal_ends where decision_id = p_decision;
    if found then
        perform onceover.refuse('proposal.over', format('This proposal is over: %s, %s.', ended.ended_as, ended.why));
    end if;
    if proposal.proposed_by <> begun.person and not onceover.is_in_group(session_user, 'onceover_approver') then
        perform onceover.refuse('person.not_proposer', 'A proposal is withdrawn by its proposer or turned down by an approver.');
    end if;
    perform onceover.end_proposal(p_decision, 'WITHDRAWN', p_why, 'WITHDRAWN', 'PERSON', begun.person);
    return onceover.end_command(p_command, begun.person, 'withdraw', begun.content, onceover.decision_answer(p_decision));
end
$$;

create function onceover.is_case(p_payment onceover.payments) returns boolean
language sql immutable
set search_path = pg_catalog, pg_temp
as $$ select p_payment.status = 'REVIEW' or p_payment.hold_reason is not null $$;

-- Takes a case; from UNKNOWN it enters REVIEW by it. From another person only with TAKE_OVER and a note; a settled
-- payment only with REOPEN and a note, and its decided amounts are in doubt again.
create function onceover.take(p_command uuid, p_payment uuid, p_reason_code text, p_note text) returns jsonb
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    begun record;
    payment onceover.payments;
    decided uuid;
begin
    select * into begun from onceover.begin_command(p_command, 'take', array['onceover_reviewer'], array[p_payment::text, p_reason_code, p_note]);
    if begun.answer is not null then
        return begun.answer;
    end if;
    perform onceover.require_armed();
    payment := onceover.lock_payment(p_payment);
    perform onceover.require_words('TAKE', p_reason_code, p_note, p_reason_code in ('TAKE_OVER', 'REOPEN'));
    if payment.taken_by is not null and payment.taken_by <> begun.person and p_reason_code <> 'TAKE_OVER' then
        perform onceover.refuse('case.taken', format('%s is working on this case; take it over with a reason.',
            (select display_name from onceover.people where person_id = payment.taken_by)));
    end if;
    if payment.status = 'UNKNOWN' then
        perform onceover.change_status(p_payment, 'REVIEW', 'TAKEN', 'PERSON', begun.person);
    elsif payment.status in ('SUCCEEDED', 'FAILED') and payment.failure_kind is distinct from 'INVALID' and p_reason_code = 'REOPEN' then
        perform onceover.change_status(p_payment, 'REVIEW', 'REOPENED', 'PERSON', begun.person);
        for decided in select f.attempt_id from onceover.attempt_fates f where f.payment_id = p_payment and f.account = 'decided_not_proven' order by f.attempt_id loop
            perform onceover.move_account(decided, 'FATE_IN_DOUBT', 'in_doubt', 'PERSON', begun.person, jsonb_build_object('why', 'REOPENED'));
        end loop;
    elsif not onceover.is_case(payment) then
        perform onceover.refuse('case.none', format('A payment that is %s is no case%s.', payment.status,
            case when payment.status in ('SUCCEEDED', 'FAILED') then ' unless it is reopened' else '' end));
    end if;
    update onceover.payments set taken_by = begun.person, taken_at = clock_timestamp(), updated_at = clock_timestamp() where payment_id = p_payment;
    insert into onceover.notes (note_id, payment_id, person_id, kind, reason_code, note)
    values (p_command, p_payment, begun.person, 'TAKE', p_reason_code, coalesce(p_note, ''));
    perform onceover.add_event(p_payment, 'PAYMENT', 'TAKEN', 'PERSON', begun.person,
        jsonb_build_object('reason_code', p_reason_code, 'from', payment.taken_by, 'content_sha256', begun.content));
    return onceover.end_command(p_command, begun.person, 'take', begun.content, onceover.payment_answer(p_payment));
end
$$;

create function onceover.end_take(p_command uuid, p_payment uuid) returns jsonb
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    begun record;
    payment onceover.payments;
begin
    select * into begun from onceover.begin_command(p_command, 'end_take', array['onceover_reviewer'], array[p_payment::text]);
    if begun.answer is not null then
        return begun.answer;
    end if;
    perform onceover.require_armed();
    payment := onceover.lock_payment(p_payment);
    if payment.taken_by is distinct from begun.person then
        perform onceover.refuse('case.not_yours', 'This case is not taken by you.');
    end if;
    update onceover.payments set taken_by = null, taken_at = null, updated_at = clock_timestamp() where payment_id = p_payment;
    perform onceover.add_event(p_payment, 'PAYMENT', 'TAKE_ENDED', 'PERSON', begun.person, jsonb_build_object('content_sha256', begun.content));
    return onceover.end_command(p_command, begun.person, 'end_take', begun.content, onceover.payment_answer(p_payment));
end
$$;

-- A date on the case; nothing follows when it comes. Null ends the deferral.
create function onceover.defer(p_command uuid, p_payment uuid, p_until_us bigint, p_reason_code text, p_note text) returns jsonb
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    begun record;
    payment onceover.payments;
    until_at timestamptz;
begin
    select * into begun from onceover.begin_command(p_command, 'defer', array['onceover_reviewer'],
        array[p_payment::text, p_until_us::text, p_reason_code, p_note]);
    if begun.answer is not null then
        return begun.answer;
    end if;
    perform onceover.require_armed();
    payment := onceover.lock_payment(p_payment);
    perform onceover.require_words('DEFER', p_reason_code, p_note, false);
    if not onceover.is_case(payment) then
        perform onceover.refuse('case.none', format('A payment that is %s is no case.', payment.status));
    end if;
    if payment.taken_by is not null and payment.taken_by <> begun.person then
        perform onceover.refuse('case.taken', 'Another person is working on this case; take it over first, with a reason.');
    end if;
    if p_until_us is not null and not (p_until_us between onceover.micros(clock_timestamp()) and onceover.micros(clock_timestamp() + interval '400 days')) then
        perform onceover.refuse('defer.date', 'A case is deferred to a date to come, within 400 days.');
    end if;
    -- Whole microseconds: a double would lose some.
    until_at := timestamptz '1970-01-01 00:00:00+00' + p_until_us * interval '1 microsecond';
    update onceover.payments set deferred_until = until_at, updated_at = clock_timestamp() where payment_id = p_payment;
    insert into onceover.notes (note_id, payment_id, person_id, kind, reason_code, note, until)
    values (p_command, p_payment, begun.person, 'DEFER', p_reason_code, coalesce(p_note, ''), until_at);
    perform onceover.add_event(p_payment, 'PAYMENT', 'DEFERRED', 'PERSON', begun.person,
        jsonb_build_object('until_us', p_until_us, 'reason_code', p_reason_code, 'content_sha256', begun.content));
    return onceover.end_command(p_command, begun.person, 'defer', begun.content, onceover.payment_answer(p_payment));
end
$$;

-- Words on a payment. They move nothing, so a fenced database takes them too.
create function onceover.write_note(p_command uuid, p_payment uuid, p_name text, p_groups text[], p_kind text, p_event text, p_note text) returns jsonb
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    begun record;
begin
    select * into begun from onceover.begin_command(p_command, p_name, p_groups, array[p_payment::text, p_note]);
    if begun.answer is not null then
        return begun.answer;
    end if;
    perform onceover.lock_payment(p_payment);
    perform onceover.require_words(null, null, p_note, true);
    insert into onceover.notes (note_id, payment_id, person_id, kind, note) values (p_command, p_payment, begun.person, p_kind, p_note);
    perform onceover.add_event(p_payment, 'PAYMENT', p_event, 'PERSON', begun.person, jsonb_build_object('note_id', p_command, 'content_sha256', begun.content));
    return onceover.end_command(p_command, begun.person, p_name, begun.content, onceover.payment_answer(p_payment));
end
$$;

create function onceover.enquire(p_command uuid, p_payment uuid, p_note text) returns jsonb
language sql security definer
set search_path = pg_catalog, pg_temp
as $$ select onceover.write_note(p_command, p_payment, 'enquire', array['onceover_reviewer'], 'ENQUIRY', 'ENQUIRED', p_note) $$;

create function onceover.add_note(p_command uuid, p_payment uuid, p_note text) returns jsonb
language sql security definer
set search_path = pg_catalog, pg_temp
as $$ select onceover.write_note(p_command, p_payment, 'add_note', array['onceover_reviewer', 'onceover_approver'], 'NOTE', 'NOTED', p_note) $$;

-- What became of a command, for good. Waits for one that is still being done; one that is not there is made void, so
-- that it cannot commit later. A proposal's answer comes with its state as it is now.
create function onceover.read_command(p_command uuid) returns jsonb
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    person uuid := onceover.current_person();
    known onceover.commands;
begin
    perform onceover.require_group(array['onceover_reviewer', 'onceover_approver']);
    if p_command is null then
        perform onceover.refuse('command.no_id', 'A command needs an id of its own.');
    end if;
    perform onceover.require_read_committed();
    perform pg_advisory_xact_lock(hashtextextended('onceover.command:' || p_command, 0));
    select * into known from onceover.commands where command_id = p_command;
    if not found then
        insert into onceover.commands (command_id, person_id, command, content_sha256, answer)
        values (p_command, person, 'VOID', repeat('0', 64), jsonb_build_object('outcome', 'VOID'));
        return jsonb_build_object('outcome', 'VOID');
    end if;
    if known.person_id <> person then
        perform onceover.refuse('command.reused', 'This command is another person''s.');
    end if;
    if known.answer ? 'decision_id' then
        return onceover.decision_answer((known.answer ->> 'decision_id')::uuid);
    end if;
    return known.answer;
end
$$;

revoke execute on all functions in schema onceover from public;

grant execute on function onceover.case_digest(uuid) to onceover_viewer, onceover_reviewer, onceover_approver, onceover_auditor;
grant execute on function onceover.propose(uuid, uuid, text, text, text, jsonb, text, bigint),
    onceover.propose_profile(uuid, text, text, text), onceover.take(uuid, uuid, text, text), onceover.end_take(uuid, uuid),
    onceover.defer(uuid, uuid, bigint, text, text), onceover.enquire(uuid, uuid, text) to onceover_reviewer;
grant execute on function onceover.approve(uuid, uuid, text) to onceover_approver;
grant execute on function onceover.withdraw(uuid, uuid, text), onceover.add_note(uuid, uuid, text), onceover.read_command(uuid)
    to onceover_reviewer, onceover_approver;
grant execute on function onceover.end_overdue(uuid, int) to onceover_core;

-- Reasons are no secret: the console offers them.
create view review.reason_codes as select kind, code from onceover.reason_codes;

do $$
begin
    execute 'create trigger append_only before update or delete on onceover.reason_codes for each row execute function onceover.guard_append_only()';
    execute 'alter table onceover.reason_codes enable always trigger append_only';
    execute 'create trigger append_only_truncate before truncate on onceover.reason_codes for each statement execute function onceover.guard_append_only()';
    execute 'alter table onceover.reason_codes enable always trigger append_only_truncate';
end
$$;
