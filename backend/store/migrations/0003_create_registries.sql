-- Registries: identities that must be unique for ever, and who may act.
set local role onceover_owner;

create table onceover.installation (
    only_row boolean primary key default true constraint installation_has_one_row check (only_row),
    tenant uuid not null,
    fingerprint_key bytea not null,
    is_demo boolean not null default false,
    created_at timestamptz not null default clock_timestamp()
);
comment on column onceover.installation.tenant is 'Random constant of this installation; part of every reference and of every backup.';

create table onceover.incarnations (
    epoch bigint primary key,
    system_identifier text not null,
    timeline text not null,
    database_oid bigint not null,
    state text not null constraint incarnation_state_is_known check (state in ('ARMED', 'CHECKING', 'FENCED')),
    why text not null,
    at timestamptz not null default clock_timestamp(),
    -- The start of the server in which every core last found its journal.
    checked_start timestamptz
);
create unique index one_armed_incarnation on onceover.incarnations ((true)) where state in ('ARMED', 'CHECKING');

-- Whoever finds that a database was set back says so here first, and waits for nobody: a transaction that somebody leaves
-- open keeps the row of the incarnation from being changed, and must not keep the database armed. It refers to no row, since
-- the check of a reference takes a lock that the fence's own would have to be taken before.
create table onceover.fence_marks (
    epoch bigint primary key,
    core_id uuid not null,
    why text not null,
    at timestamptz not null default clock_timestamp()
);

-- What the running server is to everybody who asks: fenced from the mark on, and unchecked since its start. A standby has a
-- start of its own and is checked when it becomes the primary.
create view onceover.current_incarnation as
select n.epoch,
       case when m.epoch is not null then 'FENCED' when u.is_unchecked then 'CHECKING' else n.state end as state,
       case when n.state = 'FENCED' then n.why when m.epoch is not null then m.why
            when u.is_unchecked then 'the server was started at ' || pg_postmaster_start_time() else n.why end as why,
       n.state = 'FENCED' as is_complete
  from (select * from onceover.incarnations order by epoch desc limit 1) n
  left join onceover.fence_marks m using (epoch)
 cross join lateral (select n.state = 'ARMED' and not pg_is_in_recovery()
                            and n.checked_start is distinct from pg_postmaster_start_time() as is_unchecked) u;

create table onceover.people (
    person_id uuid primary key,
    display_name text not null constraint person_has_a_name check (length(display_name) between 1 and 200),
    disabled_at timestamptz,
    created_at timestamptz not null default clock_timestamp()
);

-- A login is a person's or a machine's, never both.
create table onceover.logins (
    login text primary key,
    person_id uuid references onceover.people,
    machine_kind text constraint machine_kind_is_known check (machine_kind in ('CORE', 'INTAKE', 'INGEST')),
    disabled_at timestamptz,
    created_at timestamptz not null default clock_timestamp(),
    -- The first core's login of a new installation: see register_core.
    is_founding boolean not null default false,
    constraint only_a_core_is_founding check (not is_founding or machine_kind = 'CORE'),
    constraint login_is_person_or_machine check ((person_id is null) <> (machine_kind is null))
);

create table onceover.cores (
    core_id uuid primary key,
    name text not null,
    host text not null,
    login text not null,
    journal_id uuid not null,
    boot_nonce uuid not null,
    program_version text not null,
    registered_at timestamptz not null default clock_timestamp(),
    last_seen_at timestamptz not null default clock_timestamp(),
    is_paused boolean not null default false,
    -- LISTED: known by name and not yet allowed to claim. RETIRED: claims nothing and is awaited by nobody.
    state text not null default 'LISTED' constraint core_state_is_known check (state in ('LISTED', 'ADMITTED', 'RETIRED')),
    admitted_as text constraint admission_is_known check (admitted_as in ('FOUNDING', 'PEOPLE')),
    admission_decision uuid,
    -- How many records its journal had when it was last heard of: a journal with fewer was restored from a copy.
    journal_records bigint not null default 0,
    -- How often it was heard of.
    beats bigint not null default 0,
    -- The start of the server in which it last found its whole journal.
    proven_start timestamptz,
    constraint admission_has_its_ground check (state <> 'ADMITTED' or admitted_as is not null),
    constraint people_admit_by_decision check ((admitted_as = 'PEOPLE') = (admission_decision is not null))
);

-- A provider's profile, versioned. One is in force only after two people approved its hash (decision_id).
create table onceover.profiles (
    provider text not null constraint provider_name_is_simple check (provider ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
    version int not null constraint profile_version_counts_from_one check (version >= 1),
    body text not null,
    sha256 text not null constraint profile_sha256_is_of_body check (sha256 = encode(sha256(convert_to(body, 'UTF8')), 'hex')),
    decision_id uuid not null,
    in_force_at timestamptz not null default clock_timestamp(),
    primary key (provider, version)
);

-- ISO 4217, as backend/domain/currency has it (a test compares the two): a code that no core can read would be claimed
-- and given back for ever, in front of everything else.
create table onceover.currencies (
    currency text primary key,
    exponent int not null
);
insert into onceover.currencies values
    ('AED', 2), ('AFN', 2), ('ALL', 2), ('AMD', 2), ('ANG', 2), ('AOA', 2), ('ARS', 2), ('AUD', 2), ('AWG', 2), ('AZN', 2),
    ('BAM', 2), ('BBD', 2), ('BDT', 2), ('BGN', 2), ('BHD', 3), ('BIF', 0), ('BMD', 2), ('BND', 2), ('BOB', 2), ('BOV', 2),
    ('BRL', 2), ('BSD', 2), ('BTN', 2), ('BWP', 2), ('BYN', 2), ('BZD', 2), ('CAD', 2), ('CDF', 2), ('CHE', 2), ('CHF', 2),
    ('CHW', 2), ('CLF', 4), ('CLP', 0), ('CNY', 2), ('COP', 2), ('COU', 2), ('CRC', 2), ('CUP', 2), ('CVE', 2), ('CZK', 2),
    ('DJF', 0), ('DKK', 2), ('DOP', 2), ('DZD', 2), ('EGP', 2), ('ERN', 2), ('ETB', 2), ('EUR', 2), ('FJD', 2), ('FKP', 2),
    ('GBP', 2), ('GEL', 2), ('GHS', 2), ('GIP', 2), ('GMD', 2), ('GNF', 0), ('GTQ', 2), ('GYD', 2), ('HKD', 2), ('HNL', 2),
    ('HTG', 2), ('HUF', 2), ('IDR', 2), ('ILS', 2), ('INR', 2), ('IQD', 3), ('IRR', 2), ('ISK', 0), ('JMD', 2), ('JOD', 3),
    ('JPY', 0), ('KES', 2), ('KGS', 2), ('KHR', 2), ('KMF', 0), ('KPW', 2), ('KRW', 0), ('KWD', 3), ('KYD', 2), ('KZT', 2),
    ('LAK', 2), ('LBP', 2), ('LKR', 2), ('LRD', 2), ('LSL', 2), ('LYD', 3), ('MAD', 2), ('MDL', 2), ('MGA', 2), ('MKD', 2),
    ('MMK', 2), ('MNT', 2), ('MOP', 2), ('MRU', 2), ('MUR', 2), ('MVR', 2), ('MWK', 2), ('MXN', 2), ('MXV', 2), ('MYR', 2),
    ('MZN', 2), ('NAD', 2), ('NGN', 2), ('NIO', 2), ('NOK', 2), ('NPR', 2), ('NZD', 2), ('OMR', 3), ('PAB', 2), ('PEN', 2),
    ('PGK', 2), ('PHP', 2), ('PKR', 2), ('PLN', 2), ('PYG', 0), ('QAR', 2), ('RON', 2), ('RSD', 2), ('RUB', 2), ('RWF', 0),
    ('SAR', 2), ('SBD', 2), ('SCR', 2), ('SDG', 2), ('SEK', 2), ('SGD', 2), ('SHP', 2), ('SLE', 2), ('SOS', 2), ('SRD', 2),
    ('SSP', 2), ('STN', 2), ('SVC', 2), ('SYP', 2), ('SZL', 2), ('THB', 2), ('TJS', 2), ('TMT', 2), ('TND', 3), ('TOP', 2),
    ('TRY', 2), ('TTD', 2), ('TWD', 2), ('TZS', 2), ('UAH', 2), ('UGX', 0), ('USD', 2), ('USN', 2), ('UYI', 0), ('UYU', 2),
    ('UYW', 4), ('UZS', 2), ('VED', 2), ('VES', 2), ('VND', 0), ('VUV', 0), ('WST', 2), ('XAF', 0), ('XCD', 2), ('XCG', 2),
    ('XOF', 0), ('XPF', 0), ('YER', 2), ('ZAR', 2), ('ZMW', 2), ('ZWG', 2);

create table onceover.amount_classes (
    currency text primary key constraint currency_has_three_letters check (currency ~ '^[A-Z]{3}$'),
    single_person_max_minor bigint not null constraint amount_limit_is_not_negative check (single_person_max_minor >= 0)
);
comment on table onceover.amount_classes is 'Largest amount one person may decide alone; a currency without a row has the limit 0.';

create table onceover.source_windows (
    source text primary key,
    double_window interval not null
);
comment on table onceover.source_windows is 'How long an equal payment under another key is a suspected double; ten minutes where no row says otherwise.';

-- Chains of events: one per subject (a payment, a person, a profile, the installation).
create table onceover.chains (
    subject_id uuid primary key,
    subject_kind text not null constraint chain_subject_is_known check (subject_kind in ('PAYMENT', 'PERSON', 'PROFILE', 'CORE', 'INSTALLATION', 'IMPORT', 'RECORD', 'RULES')),
    event_count bigint not null default 0,
    head bytea not null default '\x'
);

create table onceover.event_kinds (
    kind text not null,
    from_account text not null default '',
    to_account text not null default '',
    primary key (kind, from_account, to_account)
);
comment on table onceover.event_kinds is 'The chart of postings: which accounts an event of a kind may move an amount between; empty means no posting.';

create table onceover.accounts (
    account text primary key,
    meaning text not null
);
insert into onceover.accounts values
    ('obligation', 'what we have permitted and not taken back: the credit side of every send'),
    ('due', 'permitted and not yet sent'),
    ('in_transit', 'sent or being sent, the call not yet over'),
    ('in_doubt', 'sent, outcome unknown'),
    ('decided_not_proven', 'decided by people while the outcome is not proven'),
    ('settled', 'happened'),
    ('refund_due', 'happened more often than intended'),
    ('unexplained', 'movements at the provider that no intention explains');

insert into onceover.event_kinds values
    ('ACCEPTED', '', ''), ('HELD', '', ''), ('RELEASED', '', ''), ('INVALID', '', ''), ('RECOVERED', '', ''),
    ('PERMIT_GRANTED', 'obligation', 'due'), ('PERMIT_GRANTED', '', ''),
    ('PERMIT_REVOKED', 'due', 'obligation'), ('PERMIT_REVOKED', '', ''),
    ('CLAIMED', 'due', 'in_transit'), ('CLAIMED', 'obligation', 'in_transit'), ('CLAIMED', '', ''),
    ('REQUEST_STORED', '', ''), ('RESULT_RECORDED', '', ''), ('ABANDONED', '', ''), ('CLOSED_BY_PEOPLE', '', ''),
    ('LEASE_OVER', '', ''), ('STATUS_CHANGED', '', ''),
    ('FATE_IN_DOUBT', 'in_transit', 'in_doubt'), ('FATE_IN_DOUBT', 'decided_not_proven', 'in_doubt'),
    ('FATE_DECIDED', 'in_doubt', 'decided_not_proven'), ('FATE_DECIDED', 'in_transit', 'decided_not_proven'),
    ('FATE_HAPPENED', 'in_transit', 'settled'), ('FATE_HAPPENED', 'in_doubt', 'settled'),
    ('FATE_HAPPENED', 'decided_not_proven', 'settled'), ('FATE_HAPPENED', 'obligation', 'settled'), ('FATE_HAPPENED', '', ''),
    ('FATE_HAPPENED_AGAIN', 'in_transit', 'refund_due'), ('FATE_HAPPENED_AGAIN', 'in_doubt', 'refund_due'),
    ('FATE_HAPPENED_AGAIN', 'decided_not_proven', 'refund_due'), ('FATE_HAPPENED_AGAIN', 'obligation', 'refund_due'),
    ('FATE_NOT_HAPPENED', 'in_transit', 'obligation'), ('FATE_NOT_HAPPENED', 'in_doubt', 'obligation'),
    ('FATE_NOT_HAPPENED', 'decided_not_proven', 'obligation'), ('FATE_NOT_HAPPENED', '', ''),
    ('DUPLICATE_FOUND', 'unexplained', 'refund_due'),
    ('EVIDENCE_RECORDED', '', ''), ('RECORD_LINKED', '', ''), ('CANDIDATE_FOUND', '', ''),
    ('CONTRADICTION_OPENED', '', ''), ('LOOK_SCHEDULED', '', ''), ('FINALITY_RAISED', '', ''),
    ('TAKEN', '', ''), ('TAKE_ENDED', '', ''), ('DEFERRED', '', ''), ('ENQUIRED', '', ''), ('NOTED', '', ''),
    ('PROPOSED', '', ''), ('APPROVED', '', ''), ('WITHDRAWN', '', ''), ('PROPOSAL_VOIDED', '', ''), ('DECIDED', '', ''),
    ('PROFILE_IN_FORCE', '', ''), ('PERSON_ENROLLED', '', ''), ('LOGIN_ENROLLED', '', ''), ('LOGIN_DISABLED', '', ''), ('CORE_REGISTERED', '', ''),
    ('CORE_ADMITTED', '', ''), ('CORE_RETIRED', '', ''), ('CORE_EXCUSED', '', ''), ('CORE_PROVEN', '', ''),
    ('INSTALLED', '', ''), ('ARMED', '', ''), ('CHECKING', '', ''), ('FENCED', '', ''), ('FILE_STORED', '', ''), ('CORE_PAUSED', '', ''), ('CORE_RESUMED', '', '');

create table onceover.events (
    subject_id uuid not null references onceover.chains,
    seq bigint not null,
    kind text not null,
    at_us bigint not null,
    actor text not null constraint actor_is_known check (actor in ('PERSON', 'CORE', 'INTAKE', 'INGEST', 'INSTALLER', 'POLICY')),
    person_id uuid references onceover.people,
    login text not null,
    body text not null,
    from_account text not null default '',
    to_account text not null default '',
    amount_minor bigint,
    currency text,
    epoch bigint,
    previous_leaf bytea not null,
    leaf bytea not null,
    xid xid8 not null default pg_current_xact_id(),
    primary key (subject_id, seq),
    constraint event_leaf_is_unique unique (leaf),
    constraint event_kind_may_post_so foreign key (kind, from_account, to_account) references onceover.event_kinds,
    constraint event_posting_is_whole check ((from_account = '') = (to_account = '')
        and (from_account = '' or (amount_minor is not null and amount_minor > 0 and currency is not null))),
    constraint event_person_acts_as_person check ((actor = 'PERSON') = (person_id is not null))
);

-- The leaf: SHA-256 over the domain byte 00 and the canonical fields. Version 1 is final.
create function onceover.event_leaf(p onceover.events) returns bytea
language sql immutable
set search_path = pg_catalog, pg_temp
as $$
    select sha256('\x00'::bytea || onceover.lp(1, array['onceover.event', p.subject_id::text, p.seq::text, p.kind, p.at_us::text,
        p.actor, p.person_id::text, p.login, p.body, p.from_account, p.to_account, p.amount_minor::text, p.currency,
        p.epoch::text, encode(p.previous_leaf, 'hex')]))
$$;

create function onceover.armed_epoch() returns bigint
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
    select epoch from onceover.incarnations n
     where state = 'ARMED' and not exists (select from onceover.fence_marks m where m.epoch = n.epoch)
$$;

-- Appends one event to its subject's chain. The caller holds the subject's row lock (the payment's, or the chain's here).
create function onceover.add_event(p_subject uuid, p_subject_kind text, p_kind text, p_actor text, p_person uuid, p_body jsonb,
    p_from text default '', p_to text default '', p_amount_minor bigint default null, p_currency text default null) returns bigint
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    chain onceover.chains;
    event onceover.events;
    stored_leaf bytea;
begin
    insert into onceover.chains (subject_id, subject_kind) values (p_subject, p_subject_kind) on conflict do nothing;
    select * into strict chain from onceover.chains where subject_id = p_subject for update;
    -- Ids of cores and files are chosen by their clients: none may write into another subject's history.
    if chain.subject_kind <> p_subject_kind then
        perform onceover.refuse('chain.other_subject', 'This id already names something else.');
    end if;
    event.subject_id := p_subject;
    event.seq := chain.event_count + 1;
    event.kind := p_kind;
    event.at_us := onceover.micros(clock_timestamp());
    event.actor := p_actor;
    event.person_id := p_person;
    event.login := session_user;
    event.body := onceover.canonical_json(p_body);
    event.from_account := p_from;
    event.to_account := p_to;
    event.amount_minor := case when p_from = '' then null else p_amount_minor end;
    event.currency := case when p_from = '' then null else p_currency end;
    event.epoch := onceover.armed_epoch();
    event.previous_leaf := chain.head;
    event.leaf := onceover.event_leaf(event);
    event.xid := pg_current_xact_id();
    insert into onceover.events values (event.*) returning leaf into stored_leaf;
    -- A rule that swallows inserts returns no row: an event that is not there must fail its transaction.
    if stored_leaf is distinct from event.leaf then
        raise exception using errcode = 'OO005', message = 'audit.event_not_stored', detail = 'The audit event was not stored; nothing was done.';
    end if;
    update onceover.chains set event_count = event.seq, head = event.leaf where subject_id = p_subject;
    return event.seq;
end
$$;

-- Who is calling. Machines have no person.
create function onceover.current_person() returns uuid
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    person uuid;
begin
    select p.person_id into person
      from onceover.logins l join onceover.people p using (person_id)
     where l.login = session_user and l.disabled_at is null and p.disabled_at is null;
    if person is null then
        raise exception using errcode = 'OO003', message = 'person.unknown',
            detail = 'This login does not belong to a person who may act here.';
    end if;
    return person;
end
$$;

-- What a machine writes is what it goes by afterwards: a commit that a crash takes back would be no commit. Raised only
-- where it is lower: a stricter remote_apply stays.
create function onceover.force_durability() returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    if current_setting('synchronous_commit') in ('off', 'local', 'remote_write') then
        perform set_config('synchronous_commit', 'on', true);
    end if;
end
$$;

-- Under another isolation level every look is as old as the transaction: a fence's mark, a payment or a record that others have
-- committed since would not be seen, however long this one waited for their locks.
create function onceover.require_read_committed() returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    if current_setting('transaction_isolation') <> 'read committed' then
        raise exception using errcode = 'OO001', message = 'transaction.isolation',
            detail = 'This runs in READ COMMITTED transactions alone: another one would not see what was committed since it began. Nothing was done.';
    end if;
end
$$;

create function onceover.require_machine(p_kind text) returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
    if not exists (select from onceover.logins where login = session_user and machine_kind = p_kind and disabled_at is null) then
        raise exception using errcode = 'OO003', message = 'machine.unknown',
            detail = 'This login is not enrolled as a machine of the kind ' || p_kind || '.';
    end if;
    perform onceover.require_read_committed();
    perform onceover.force_durability();
end
$$;

-- Which server and database this is, as far as SQL can tell. A restored snapshot has the same answer: only what lies
-- outside (a core's journal) tells it from the original.
create function onceover.this_server(out system_identifier text, out timeline text, out database_oid bigint)
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select (select s.system_identifier::text from pg_control_system() s), left(pg_walfile_name(pg_current_wal_lsn()), 8),
           (select d.oid::bigint from pg_database d where d.datname = current_database())
$$;

create function onceover.is_server_of(p onceover.incarnations) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select (p.system_identifier, p.timeline, p.database_oid) is not distinct from (s.system_identifier, s.timeline, s.database_oid)
      from onceover.this_server() s
$$;

-- What every write needs, also while the database is CHECKING: the primary that it was armed on, and not fenced. Alone,
-- it is for what makes the check end: people's decisions about cores.
create function onceover.require_unfenced() returns onceover.incarnations
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    incarnation onceover.incarnations;
begin
    if pg_is_in_recovery() then
        raise exception using errcode = 'OO002', message = 'fence.standby', detail = 'This server is a standby; nothing moves on it.';
    end if;
    if current_setting('fsync') <> 'on' or current_setting('full_page_writes') <> 'on' then
        raise exception using errcode = 'OO001', message = 'database.unsafe_settings',
            detail = 'The server runs without fsync or full_page_writes; a commit would prove nothing. Nothing was done.';
    end if;
    perform onceover.force_durability();
    perform onceover.require_read_committed();
    lock table onceover.incarnations in row share mode;
    select * into incarnation from onceover.incarnations where state in ('ARMED', 'CHECKING') for share;
    if not found then
        raise exception using errcode = 'OO002', message = 'fence.not_armed',
            detail = 'The database is fenced: nothing is accepted, sent or decided, and this version cannot arm it again.';
    end if;
    -- Asked under the lock: a mark that was made before it is seen.
    if exists (select from onceover.fence_marks m where m.epoch = incarnation.epoch) then
        raise exception using errcode = 'OO002', message = 'fence.not_armed',
            detail = 'The database is being fenced: nothing is accepted, sent or decided, and this version cannot arm it again.';
    end if;
    if not onceover.is_server_of(incarnation) then
        raise exception using errcode = 'OO002', message = 'fence.incarnation',
            detail = 'This is not the server the database was armed on (failover, restore or copy). Nothing moves on it, and this version cannot arm it.';
    end if;
    return incarnation;
end
$$;

-- The fence: taken by every function that moves anything. Shared, so that fencing waits for what is under way.
create function onceover.require_armed() returns bigint
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    incarnation onceover.incarnations := onceover.require_unfenced();
begin
    -- A server that was started since may have been rolled back: it is believed when the cores' journals agree.
    if incarnation.state <> 'ARMED' or incarnation.checked_start is distinct from pg_postmaster_start_time() then
        raise exception using errcode = 'OO002', message = 'fence.checking',
            detail = format('The database was restarted; nothing moves until every core has found its journal in it. Awaited: %s.',
                onceover.awaited_in_words());
    end if;
    return incarnation.epoch;
end
$$;
