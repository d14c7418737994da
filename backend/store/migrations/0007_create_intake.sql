-- The intake and what it shares with the engine: capabilities, changes of status, permits, fates.
set local role onceover_owner;

create type onceover.capability_set as (
    version int,
    key_collapses boolean,
    key_lifetime_ms bigint,
    query_by_key boolean,
    query_authoritative boolean,
    visibility_lag_ms bigint,
    longest_processing_ms bigint,
    max_automatic_permits int,
    retry_delay_ms bigint,
    first_look_ms bigint,
    exhausted_after_ms bigint,
    echoes_account boolean,
    currencies jsonb,
    directions jsonb
);

-- What a profile's text declares. Raises what the casts raise: a profile with other types never comes into force.
create function onceover.capabilities_of(p_version int, body jsonb) returns onceover.capability_set
language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $$
declare
    found_set onceover.capability_set;
begin
    found_set.version := p_version;
    found_set.key_collapses := coalesce((body #>> '{capabilities,key_collapses}')::boolean, false);
    found_set.key_lifetime_ms := coalesce((body #>> '{capabilities,key_lifetime_ms}')::bigint, 0);
    found_set.query_by_key := coalesce((body #>> '{capabilities,query_by_key}')::boolean, false);
    found_set.query_authoritative := coalesce((body #>> '{capabilities,query_authoritative}')::boolean, false);
    found_set.visibility_lag_ms := coalesce((body #>> '{times,visibility_lag_ms}')::bigint, 0);
    found_set.longest_processing_ms := coalesce((body #>> '{times,longest_processing_ms}')::bigint, 0);
    found_set.max_automatic_permits := coalesce((body ->> 'max_automatic_permits')::int, 0);
    found_set.retry_delay_ms := coalesce((body #>> '{times,retry_delay_ms}')::bigint, 0);
    found_set.first_look_ms := coalesce((body #>> '{times,look_delays_ms,0}')::bigint, 60000);
    found_set.exhausted_after_ms := coalesce((body #>> '{times,exhausted_after_ms}')::bigint, 86400000);
    found_set.echoes_account := coalesce((body #>> '{capabilities,echoes_account}')::boolean, false);
    found_set.currencies := coalesce(body #> '{limits,currencies}', '[]');
    found_set.directions := coalesce(body #> '{limits,directions}', '[]');
    return found_set;
end
$$;

-- A profile describes a provider, or a channel by which files of evidence come: nothing is sent through that.
create function onceover.is_channel(p_body jsonb) returns boolean
language sql immutable
set search_path = pg_catalog, pg_temp
as $$ select p_body ->> 'kind' is not distinct from 'channel' $$;

-- What the profile in force declares. Version null means the newest; a provider without a profile gives null.
create function onceover.capabilities(p_provider text, p_version int default null) returns onceover.capability_set
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
declare
    profile onceover.profiles;
begin
    select * into profile from onceover.profiles
     where provider = p_provider and (p_version is null or version = p_version) order by version desc limit 1;
    if not found or onceover.is_channel(profile.body::jsonb) then
        return null;
    end if;
    return onceover.capabilities_of(profile.version, profile.body::jsonb);
end
$$;

-- The field of a request that the profile cannot express, or null. An empty list in a profile means no limit.
create function onceover.inexpressible_field(p_can onceover.capability_set, p_currency text, p_direction text) returns text
language sql immutable
set search_path = pg_catalog, pg_temp
as $$
    select case when p_can.currencies <> '[]' and not p_can.currencies ? p_currency then 'currency'
                when p_can.directions <> '[]' and not p_can.directions ? p_direction then 'direction' end
$$;

-- The only place that changes a status. The caller holds the payment's row lock.
create function onceover.change_status(p_payment uuid, p_to text, p_reason text, p_actor text, p_person uuid default null,
    p_basis text default null, p_finality text default null, p_ref text default null) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    before onceover.payments;
begin
    select * into strict before from onceover.payments where payment_id = p_payment for update;
    update onceover.payments set
        status = p_to,
        unknown_reason = case when p_to = 'UNKNOWN' then p_reason end,
        review_reason = case when p_to = 'REVIEW' then p_reason end,
        failure_kind = case when p_to = 'FAILED' then p_reason end,
        basis = case when p_to = 'SUCCEEDED' then p_basis when p_to in ('REVIEW', 'UNKNOWN') then basis end,
        finality = case when p_to = 'SUCCEEDED' then p_finality else finality end,
        confirmed_amount_minor = case when p_to = 'SUCCEEDED' then amount_minor else confirmed_amount_minor end,
        was_in_review = was_in_review or p_to = 'REVIEW',
        hold_reason = case when p_to = 'PENDING' then hold_reason end,
        taken_by = case when p_to = 'REVIEW' then taken_by end,
        taken_at = case when p_to = 'REVIEW' then taken_at end,
        deferred_until = case when p_to = 'REVIEW' then deferred_until end,
        next_look_at = case when p_to in ('UNKNOWN', 'REVIEW') then coalesce(next_look_at, clock_timestamp()) else next_look_at end,
        version = version + 1,
        updated_at = clock_timestamp()
     where payment_id = p_payment;
    perform onceover.add_event(p_payment, 'PAYMENT', 'STATUS_CHANGED', p_actor, p_person,
        jsonb_build_object('from', before.status, 'to', p_to, 'reason', p_reason, 'basis', p_basis, 'ref', p_ref));
end
$$;

-- Grants one permit. The caller holds the payment's row lock, sets PENDING in the same transaction, and names the ground.
create function onceover.grant_permit(p_payment uuid, p_ground text, p_ground_ref text, p_generation int, p_decision uuid,
    p_actor text, p_person uuid, p_not_before timestamptz default null) returns uuid
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    payment onceover.payments;
    can onceover.capability_set;
    new_permit uuid := gen_random_uuid();
    next_ordinal int;
    shares boolean;
begin
    select * into strict payment from onceover.payments where payment_id = p_payment for update;
    can := onceover.capabilities(payment.provider);
    if can.version is null then
        perform onceover.refuse('provider.unknown', 'No profile of this provider is in force.');
    end if;
    select coalesce(max(ordinal), 0) + 1 into next_ordinal from onceover.permits where payment_id = p_payment;
    -- A send under a key that the provider still collapses shares the fate of the open one and counts once.
    shares := can.key_collapses and exists (select from onceover.attempts a join onceover.attempt_fates f using (attempt_id)
        where a.payment_id = p_payment and a.generation = p_generation and f.fate = 'POSSIBLE'
          and a.claimed_at + can.key_lifetime_ms * interval '1 millisecond' > clock_timestamp());
    insert into onceover.permits (permit_id, payment_id, ordinal, generation, ground, ground_ref, provider_key, profile_version,
        evidence_version, shares_fate, decision_id, granted_by, not_before)
    values (new_permit, p_payment, next_ordinal, p_generation, p_ground, p_ground_ref, payment.reference || '-' || p_generation,
        can.version, payment.evidence_version, shares, p_decision, session_user, p_not_before);
    update onceover.payments set generation = p_generation where payment_id = p_payment;
    perform onceover.add_event(p_payment, 'PAYMENT', 'PERMIT_GRANTED', p_actor, p_person,
        jsonb_build_object('permit_id', new_permit, 'ordinal', next_ordinal, 'generation', p_generation, 'ground', p_ground,
            'ground_ref', p_ground_ref, 'shares_fate', shares),
        case when shares then '' else 'obligation' end, case when shares then '' else 'due' end, payment.amount_minor, payment.currency);
    return new_permit;
end
$$;

create function onceover.revoke_permit(p_payment uuid, p_why text, p_actor text, p_person uuid default null) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    permit onceover.permits;
    payment onceover.payments;
begin
    select * into strict payment from onceover.payments where payment_id = p_payment for update;
    select * into permit from onceover.permits m
     where m.payment_id = p_payment and not exists (select from onceover.permit_uses u where u.permit_id = m.permit_id);
    if not found then
        return;
    end if;
    insert into onceover.permit_uses (permit_id, payment_id, used_as, reason) values (permit.permit_id, p_payment, 'REVOKED', p_why);
    perform onceover.add_event(p_payment, 'PAYMENT', 'PERMIT_REVOKED', p_actor, p_person,
        jsonb_build_object('permit_id', permit.permit_id, 'why', p_why),
        case when permit.shares_fate then '' else 'due' end, case when permit.shares_fate then '' else 'obligation' end,
        payment.amount_minor, payment.currency);
end
$$;

-- Whether the key of this generation outlives a send that ends within the given time. A key lives from its first use: a
-- replay does not prolong it.
create function onceover.key_outlives(p_payment uuid, p_generation int, p_can onceover.capability_set, p_send_ms bigint) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select coalesce((p_can).key_collapses, false) and coalesce((select min(a.claimed_at) from onceover.attempts a
            where a.payment_id = p_payment and a.generation = p_generation)
        + (p_can).key_lifetime_ms * interval '1 millisecond' > clock_timestamp() + p_send_ms * interval '1 millisecond', false)
$$;

-- Absence was taken as proof for some attempt: from then on only the living key keeps a second send harmless.
create function onceover.relies_on_absence(p_payment uuid) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select exists (select from onceover.attempt_fates f where f.payment_id = p_payment and f.fate = 'NOT_HAPPENED'
        and f.fate_basis not in ('DIRECT', 'NOT_SENT', 'ABANDONED'))
$$;

-- FAILED → PENDING by an automatic ground, where every rule of section 4 allows it; null where it does not.
create function onceover.grant_next(p_payment uuid, p_actor text, p_is_bounded boolean) returns uuid
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    payment onceover.payments;
    can onceover.capability_set;
    last_attempt onceover.attempts;
    ground_name text;
    next_generation int;
    new_permit uuid;
begin
    select * into strict payment from onceover.payments where payment_id = p_payment for update;
    can := onceover.capabilities(payment.provider);
    select * into last_attempt from onceover.attempts where payment_id = p_payment order by claimed_at desc, attempt_id desc limit 1;
    if payment.status <> 'FAILED' or payment.failure_kind not in ('NOT_SENT', 'REJECTED_RETRYABLE', 'ABSENT') or payment.was_in_review
       or payment.has_contradiction or can.version is null or last_attempt.attempt_id is null
       or (payment.send_before is not null and payment.send_before <= clock_timestamp()) then
        return null;
    end if;
    if exists (select from onceover.attempts a join onceover.attempt_fates f using (attempt_id)
                where a.payment_id = p_payment and (f.fate <> 'NOT_HAPPENED' or f.closed_by is distinct from 'CORE')) then
        return null;
    end if;
    -- A record that may be this payment's, in part or changed, is for people to judge first; so is a charge that is shown, or
    -- waits to be.
    if exists (select from onceover.candidates c where c.payment_id = p_payment) or onceover.is_charge_on_record(p_payment)
       or exists (select from onceover.evidence e where e.payment_id = p_payment and e.kind = 'FOUND' and e.state not in ('DECLINED', 'FAILED')) then
        return null;
    end if;
    ground_name := case payment.failure_kind when 'ABSENT' then 'PROVEN_ABSENT' else payment.failure_kind end;
    if (ground_name = 'PROVEN_ABSENT' or onceover.relies_on_absence(p_payment))
       and not onceover.key_outlives(p_payment, payment.generation, can, can.retry_delay_ms + 60000) then
        return null;
    end if;
    if p_is_bounded and (select count(*) from onceover.permits where payment_id = p_payment and ground in ('NOT_SENT', 'REJECTED_RETRYABLE', 'PROVEN_ABSENT'))
            >= can.max_automatic_permits then
        return null;
    end if;
    -- The generation rises by itself only when every attempt ended by a refusal naming it or by proof that nothing was sent.
    next_generation := payment.generation + case when ground_name <> 'PROVEN_ABSENT' and not onceover.relies_on_absence(p_payment) then 1 else 0 end;
    new_permit := onceover.grant_permit(p_payment, ground_name, 'attempt:' || last_attempt.attempt_id, next_generation, null, p_actor, null,
        clock_timestamp() + can.retry_delay_ms * interval '1 millisecond');
    perform onceover.change_status(p_payment, 'PENDING', null, p_actor, null, null, null, 'permit:' || new_permit);
    return new_permit;
end
$$;

create table onceover.noise_fields (
    fingerprint_version int not null,
    name text not null,
    primary key (fingerprint_version, name)
);
comment on table onceover.noise_fields is 'Members of metadata that differ between two tries of one intent. Only these are left out of the fingerprint: a forgotten one refuses a true retry, loudly.';
insert into onceover.noise_fields values (1, 'client_ts'), (1, 'trace_id'), (1, 'span_id'), (1, 'request_id'), (1, 'retry_count'), (1, 'sent_at');

-- The canonical intent of a checked request. Old versions stay computable.
create function onceover.canonical_intent(p_request jsonb, p_version int) returns text
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
declare
    metadata jsonb := coalesce(p_request -> 'metadata', '{}'::jsonb);
    noise text;
begin
    if p_version <> 1 then
        perform onceover.refuse('intake.fingerprint_version', 'This version of the fingerprint is not known.');
    end if;
    for noise in select name from onceover.noise_fields where fingerprint_version = p_version loop
        metadata := metadata - noise;
    end loop;
    return onceover.canonical_json((p_request - 'metadata' - 'send_before') || jsonb_build_object('metadata', metadata)
        || case when p_request ->> 'send_before' is null then '{}'::jsonb
                else jsonb_build_object('send_before_us', onceover.micros((p_request ->> 'send_before')::timestamptz)) end);
end
$$;

-- The first thing wrong with a request, or null. What differs from the schema is named.
create function onceover.intake_fault(p_request jsonb) returns text
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
declare
    field text;
begin
    if jsonb_typeof(p_request) is distinct from 'object' then
        return 'line';
    end if;
    foreach field in array array['source', 'idempotency_key', 'kind', 'direction', 'payee', 'payee_account', 'currency', 'provider'] loop
        if jsonb_typeof(p_request -> field) is distinct from 'string' or btrim(p_request ->> field) = '' then
            return field;
        end if;
    end loop;
    select k into field from jsonb_object_keys(p_request) k
     where k not in ('source', 'idempotency_key', 'kind', 'direction', 'payee', 'payee_account', 'amount_minor', 'currency', 'provider', 'send_before', 'metadata')
     order by k limit 1;
    if found then
        return field;
    end if;
    if jsonb_typeof(p_request -> 'amount_minor') is distinct from 'number' or (p_request ->> 'amount_minor') !~ '^[1-9][0-9]{0,14}$' then
        return 'amount_minor';
    end if;
    if not exists (select from onceover.currencies c where c.currency = p_request ->> 'currency') then return 'currency'; end if;
    if (p_request ->> 'direction') not in ('OUT', 'IN') then return 'direction'; end if;
    if (p_request ->> 'kind') !~ '^[A-Z][A-Z0-9_]{0,31}$' then return 'kind'; end if;
    if length(p_request ->> 'source') > 100 then return 'source'; end if;
    if length(p_request ->> 'idempotency_key') > 255 then return 'idempotency_key'; end if;
    if length(p_request ->> 'payee') > 200 then return 'payee'; end if;
    if length(p_request ->> 'payee_account') > 100 then return 'payee_account'; end if;
    if p_request ? 'metadata' and jsonb_typeof(p_request -> 'metadata') <> 'object' then return 'metadata'; end if;
    if jsonb_path_exists(p_request, 'strict $.**?(@.type() == "number" && (@ % 1) != 0)') then return 'metadata'; end if;
    if length((p_request -> 'metadata')::text) > 8192 then return 'metadata'; end if;
    if p_request ? 'send_before' then
        if jsonb_typeof(p_request -> 'send_before') <> 'string' or (p_request ->> 'send_before') !~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)$' then
            return 'send_before';
        end if;
        begin
            perform (p_request ->> 'send_before')::timestamptz;
        exception when others then
            return 'send_before';
        end;
    end if;
    return null;
end
$$;

-- Who came with an equal payment within the source's window, or null. The upserted row serialises equal payments; the
-- values before the update say who came first.
create function onceover.note_equal_payment(p_payment uuid, p_source text, p_payee text, p_payee_account text, p_amount_minor bigint,
    p_currency text) returns uuid
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    previous onceover.double_guards;
    -- A form that is sent twice may come with other blanks or capitals; held once too often costs a look, not money.
    payee_words text := upper(btrim(regexp_replace(p_payee, '\s+', ' ', 'g')));
    account_words text := upper(regexp_replace(p_payee_account, '\s', '', 'g'));
    double_span interval := coalesce((select double_window from onceover.source_windows where source = p_source), interval '10 minutes');
begin
    for attempt in 1 .. 2 loop
        select * into previous from onceover.double_guards g
         where (g.source, g.payee, g.payee_account, g.amount_minor, g.currency) = (p_source, payee_words, account_words, p_amount_minor, p_currency)
           for update;
        exit when found;
        insert into onceover.double_guards values (p_source, payee_words, account_words, p_amount_minor, p_currency, p_payment, clock_timestamp())
        on conflict do nothing;
        if found then
            return null;
        end if;
    end loop;
    update onceover.double_guards g set last_payment_id = p_payment, last_at = clock_timestamp()
     where (g.source, g.payee, g.payee_account, g.amount_minor, g.currency) = (p_source, payee_words, account_words, p_amount_minor, p_currency);
    return case when previous.last_at > clock_timestamp() - double_span then previous.last_payment_id end;
end
$$;

create function onceover.accept(p_request jsonb, out outcome text, out payment_id uuid, out reference text, out status text,
    out differs jsonb, out code text, out detail text, out is_held boolean)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    armed bigint;
    tenant_id uuid;
    secret bytea;
    fault text;
    canonical text;
    mark bytea;
    operation onceover.operations;
    payment onceover.payments;
    can onceover.capability_set;
    inserted_rows int;
    double_of uuid;
    new_payment uuid := onceover.new_payment_id();
begin
    perform onceover.require_machine('INTAKE');
    armed := onceover.require_armed();
    differs := '[]'::jsonb;
    is_held := false;
    -- Words of the schema have one spelling before anything is compared: "out" and "OUT" are one intent.
    if jsonb_typeof(p_request) = 'object' then
        select p_request || coalesce(jsonb_object_agg(w.key, upper(w.value #>> '{}')), '{}') into p_request
          from jsonb_each(p_request) w where w.key in ('kind', 'direction') and jsonb_typeof(w.value) = 'string';
    end if;
    fault := onceover.intake_fault(p_request);
    if fault is not null then
        outcome := 'REFUSED';
        code := 'intake.invalid';
        differs := jsonb_build_array(fault);
        detail := format('The field "%s" is missing, unknown or not valid. Nothing was accepted for this line.', left(fault, 64));
        return;
    end if;
    if p_request ->> 'kind' = 'REFUND' then
        outcome := 'REFUSED';
        code := 'intake.refund';
        differs := '["kind"]';
        detail := 'Refunds are not accepted by this version. Nothing was accepted for this line.';
        return;
    end if;
    select i.tenant, i.fingerprint_key into strict tenant_id, secret from onceover.installation i;
    reference := onceover.reference_of(tenant_id, p_request ->> 'source', p_request ->> 'idempotency_key');
    canonical := onceover.canonical_intent(p_request, 1);
    mark := onceover.hmac_sha256(secret, convert_to('v1:' || canonical, 'UTF8'));
    can := onceover.capabilities(p_request ->> 'provider');
    if can.version is null then
        outcome := 'REFUSED';
        code := 'provider.unknown';
        differs := '["provider"]';
        detail := 'No profile of this provider is in force. Nothing was accepted for this line.';
        return;
    end if;

    -- Claim: the insert decides, the row count is the answer. A rival's uncommitted insert makes this one wait for it.
    insert into onceover.operations (tenant, source, idempotency_key, payment_id, fingerprint, fingerprint_version)
    values (tenant_id, p_request ->> 'source', p_request ->> 'idempotency_key', new_payment, mark, 1)
    on conflict do nothing;
    get diagnostics inserted_rows = row_count;
    if inserted_rows = 1 then
        payment_id := new_payment;
        perform onceover.accept_first(new_payment, reference, p_request, canonical, can, armed);
        select p.status, p.hold_reason is not null into status, is_held from onceover.payments p where p.payment_id = new_payment;
        if status in ('UNKNOWN', 'REVIEW') then
            outcome := 'OUTCOME_UNKNOWN';
            code := 'intake.on_record';
            detail := 'A record already shows this payment, although it was never accepted here: it was not sent. Do not pay it another way before it is settled.';
        elsif status = 'FAILED' then
            outcome := 'REFUSED';
            code := 'intake.not_expressible';
            differs := jsonb_build_array(onceover.inexpressible_field(can, p_request ->> 'currency', p_request ->> 'direction'));
            detail := 'The provider''s profile cannot express this payment; it is on record as FAILED (INVALID) and was not sent.';
        else
            outcome := 'ACCEPTED';
            code := case when is_held then 'intake.held' else 'intake.accepted' end;
            detail := case when is_held then 'Accepted and held: an equal payment came under another key shortly before. A person releases or cancels it.' else 'Accepted.' end;
        end if;
        return;
    end if;

    select * into strict operation from onceover.operations o
     where o.tenant = tenant_id and o.source = p_request ->> 'source' and o.idempotency_key = p_request ->> 'idempotency_key';
    payment_id := operation.payment_id;
    select * into strict payment from onceover.payments p where p.payment_id = operation.payment_id for update;
    status := payment.status;
    -- Intent: the fingerprint of the version on record decides; the canonical text only names what differs.
    if operation.fingerprint is distinct from onceover.hmac_sha256(secret,
            convert_to('v' || operation.fingerprint_version || ':' || onceover.canonical_intent(p_request, operation.fingerprint_version), 'UTF8')) then
        outcome := 'REFUSED';
        code := 'intake.different_intent';
        select coalesce(jsonb_agg(names.key order by names.key), '[]') into differs
          from (select key from jsonb_each(canonical::jsonb)
                union select key from jsonb_each(coalesce((select i.canonical from onceover.intents i where i.payment_id = operation.payment_id), '{}')::jsonb)) names
         where (canonical::jsonb -> names.key) is distinct from
               ((select i.canonical from onceover.intents i where i.payment_id = operation.payment_id)::jsonb -> names.key);
        detail := 'This key stands for another intent. Nothing was accepted for this line; what differs is named.';
        return;
    end if;
    -- Memory: no answer is stored; it is derived from the payment.
    case
    when payment.status in ('PENDING', 'SUBMITTING') then
        outcome := 'IN_PROGRESS';
        code := 'intake.in_progress';
        detail := 'This intent is already accepted and not over yet.';
        is_held := payment.hold_reason is not null;
    when payment.status in ('UNKNOWN', 'REVIEW') then
        outcome := 'OUTCOME_UNKNOWN';
        code := 'intake.outcome_unknown';
        detail := 'It is not known whether this payment happened. Do not pay it another way before it is settled.';
    when payment.status = 'FAILED' and payment.failure_kind = 'DECIDED' then
        outcome := 'DECIDED_NOT_PROVEN';
        code := 'intake.decided_not_proven';
        detail := 'People decided that this payment counts as not made; that it did not happen is not proven.';
    when payment.status = 'FAILED' and payment.failure_kind = 'INVALID' then
        if onceover.inexpressible_field(can, payment.currency, payment.direction) is not null then
            outcome := 'REFUSED';
            code := 'intake.not_expressible';
            differs := jsonb_build_array(onceover.inexpressible_field(can, payment.currency, payment.direction));
            detail := 'The provider''s profile still cannot express this payment; it was not sent.';
        elsif onceover.is_reference_on_record(payment.reference) then
            perform onceover.link_records_by_name(payment.payment_id, 'INTAKE');
            select p.status into status from onceover.payments p where p.payment_id = payment.payment_id;
            outcome := 'OUTCOME_UNKNOWN';
            code := 'intake.on_record';
            detail := 'A record shows this payment, although it was never sent from here. Do not pay it another way before it is settled.';
        else
            perform onceover.grant_permit(payment.payment_id, 'FIRST', 'payment:' || payment.payment_id, 1, null, 'INTAKE', null);
            perform onceover.change_status(payment.payment_id, 'PENDING', null, 'INTAKE');
            -- Meanwhile the caller may have paid under another key.
            double_of := onceover.note_equal_payment(payment.payment_id, payment.source, payment.payee, payment.payee_account,
                payment.amount_minor, payment.currency);
            if double_of is not null then
                update onceover.payments p set hold_reason = 'SUSPECTED_DOUBLE', held_because_of = double_of where p.payment_id = payment.payment_id;
                perform onceover.add_event(payment.payment_id, 'PAYMENT', 'HELD', 'INTAKE', null,
                    jsonb_build_object('why', 'SUSPECTED_DOUBLE', 'of', double_of));
            end if;
            outcome := 'ACCEPTED';
            status := 'PENDING';
            is_held := double_of is not null;
            code := case when is_held then 'intake.held' else 'intake.accepted' end;
            detail := case when is_held then 'Accepted and held: an equal payment came under another key shortly before. A person releases or cancels it.' else 'Accepted.' end;
        end if;
    when payment.status = 'FAILED' and onceover.grant_next(payment.payment_id, 'INTAKE', false) is not null then
        outcome := 'ACCEPTED';
        status := 'PENDING';
        code := 'intake.retried';
        detail := 'The earlier try is proven not to have happened; the same payment is tried again.';
    else
        outcome := 'REPLAYED';
        code := 'intake.replayed';
        detail := format('This intent is over: %s.', payment.status || coalesce(' (' || payment.failure_kind || ')', ''));
    end case;
end
$$;

create function onceover.accept_first(p_payment uuid, p_reference text, p_request jsonb, p_canonical text,
    p_can onceover.capability_set, p_armed bigint) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    is_expressible boolean := onceover.inexpressible_field(p_can, p_request ->> 'currency', p_request ->> 'direction') is null;
    -- After a loss of records a caller asks again for what was sent before: what is shown already is not sent, it is found out.
    is_on_record boolean := is_expressible and onceover.is_reference_on_record(p_reference);
    double_of uuid;
begin
    if is_expressible and not is_on_record then
        double_of := onceover.note_equal_payment(p_payment, p_request ->> 'source', p_request ->> 'payee', p_request ->> 'payee_account',
            (p_request ->> 'amount_minor')::bigint, p_request ->> 'currency');
    end if;
    insert into onceover.payments (payment_id, reference, source, idempotency_key, kind, direction, payee, payee_account, amount_minor,
        currency, provider, send_before, metadata, status, unknown_reason, next_look_at, failure_kind, hold_reason, held_because_of, version_epoch)
    values (p_payment, p_reference, p_request ->> 'source', p_request ->> 'idempotency_key', p_request ->> 'kind', p_request ->> 'direction',
        p_request ->> 'payee', p_request ->> 'payee_account', (p_request ->> 'amount_minor')::bigint, p_request ->> 'currency',
        p_request ->> 'provider', (p_request ->> 'send_before')::timestamptz, coalesce(p_request -> 'metadata', '{}'::jsonb),
        case when is_on_record then 'UNKNOWN' when is_expressible then 'PENDING' else 'FAILED' end,
        case when is_on_record then 'RECOVERED' end, case when is_on_record then clock_timestamp() end, case when is_expressible then null else 'INVALID' end,
        case when double_of is not null then 'SUSPECTED_DOUBLE' end, double_of, p_armed);
    insert into onceover.intents (payment_id, canonical) values (p_payment, p_canonical);
    perform onceover.add_event(p_payment, 'PAYMENT', case when is_on_record then 'RECOVERED' when is_expressible then 'ACCEPTED' else 'INVALID' end, 'INTAKE', null,
        jsonb_build_object('reference', p_reference, 'source', p_request ->> 'source', 'provider', p_request ->> 'provider',
            'amount_minor', (p_request ->> 'amount_minor')::bigint, 'currency', p_request ->> 'currency', 'direction', p_request ->> 'direction'));
    if not is_expressible then
        return;
    end if;
    if is_on_record then
        perform onceover.link_records_by_name(p_payment, 'INTAKE');
        return;
    end if;
    perform onceover.grant_permit(p_payment, 'FIRST', 'payment:' || p_payment, 1, null, 'INTAKE', null);
    if double_of is not null then
        perform onceover.add_event(p_payment, 'PAYMENT', 'HELD', 'INTAKE', null, jsonb_build_object('why', 'SUSPECTED_DOUBLE', 'of', double_of));
    end if;
end
$$;
