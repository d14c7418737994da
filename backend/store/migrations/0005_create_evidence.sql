-- Evidence, records, links, candidates, imports, decisions.
set local role onceover_owner;

create table onceover.imports (
    import_id uuid primary key,
    sha256 text not null constraint same_file_is_stored_once unique,
    file_name text not null constraint file_name_has_a_length check (length(file_name) between 1 and 255),
    format text not null,
    byte_count bigint not null,
    channel text not null constraint channel_is_known check (channel in ('APPROVED_CHANNEL', 'UPLOAD')),
    uploaded_by text not null,
    person_id uuid references onceover.people,
    accepted_decision_id uuid,
    stored_at timestamptz not null default clock_timestamp(),
    linked_at timestamptz,
    stored_in xid8 not null default pg_current_xact_id(),
    constraint upload_has_a_person check ((channel = 'UPLOAD') = (person_id is not null))
);

-- Coverage: what a statement could have seen.
create table onceover.import_statements (
    statement_row_id uuid primary key,
    import_id uuid not null references onceover.imports,
    ordinal int not null,
    statement_id text not null default '',
    sequence text not null default '',
    account text not null,
    currency text not null,
    from_date date,
    to_date date,
    opening_minor bigint,
    closing_minor bigint,
    credits_minor bigint not null,
    debits_minor bigint not null,
    entry_count int not null,
    ties boolean,
    is_complete boolean not null,
    warnings jsonb not null default '[]',
    issued_on date,
    period tsrange,
    content_sha256 text not null default '',
    unique (import_id, ordinal)
);
comment on column onceover.import_statements.period is 'As the bank prints it, its own wall clock; null where it prints none. Decides only whether two statements overlap.';
comment on column onceover.import_statements.content_sha256 is 'Of what the statement says: a re-issue that says the same is the same statement.';

create table onceover.records (
    record_id uuid primary key,
    layer text not null constraint layer_is_known check (layer in ('CHARGE', 'SETTLEMENT', 'BANK')),
    owner_name text not null,
    external_id text not null,
    amount_minor bigint not null,
    currency text not null,
    direction text not null constraint record_direction_is_known check (direction in ('OUT', 'IN')),
    state text not null,
    is_reversal boolean not null default false,
    reference text not null default '',
    provider_key text not null default '',
    payee_account text not null default '',
    references_found jsonb not null default '{}',
    named_references text[] not null default '{}',
    narrative text not null default '' constraint narrative_is_capped check (length(narrative) <= 16384),
    booked_on date,
    value_on date,
    import_id uuid references onceover.imports,
    statement_row_id uuid references onceover.import_statements,
    ordinal int,
    seen_at timestamptz not null default clock_timestamp(),
    constraint record_identity_is_unique unique (layer, owner_name, external_id)
);
comment on column onceover.records.owner_name is 'Provider for CHARGE and SETTLEMENT, account for BANK.';
comment on column onceover.records.named_references is 'References of ours that the line shows and of which none is proven by it: several, or those inside a bundle whose parts have no amounts.';
comment on column onceover.records.amount_minor is 'Positive; the direction is from our side: OUT leaves our account.';
create index records_by_reference on onceover.records (reference) where reference <> '';
create index records_by_named_reference on onceover.records using gin (named_references);
create index records_of_import on onceover.records (import_id) where import_id is not null;

-- Projection and registry in one: a record belongs to one payment; within a layer one record is a payment's proof.
create table onceover.record_owners (
    record_id uuid primary key references onceover.records,
    payment_id uuid not null references onceover.payments,
    layer text not null,
    role text not null constraint record_role_is_known check (role in ('PROOF', 'DUPLICATE')),
    tier text not null,
    linked_by text not null,
    decision_id uuid,
    linked_at timestamptz not null default clock_timestamp()
);
create unique index one_record_proves_one_payment_within_its_layer on onceover.record_owners (payment_id, layer) where role = 'PROOF';
create index record_owners_of_payment on onceover.record_owners (payment_id);

create table onceover.candidates (
    payment_id uuid not null references onceover.payments,
    record_id uuid not null references onceover.records,
    tier text not null,
    fields jsonb not null,
    found_at timestamptz not null default clock_timestamp(),
    evidence_version bigint not null,
    primary key (payment_id, record_id)
);
create index candidates_of_record on onceover.candidates (record_id);

-- Candidates that still say something: not those whose record turned out to be another payment's, and not those that merely
-- look alike where the payment is proven.
create view onceover.standing_candidates as
select c.payment_id, c.record_id, c.tier, c.fields, c.found_at, c.evidence_version
  from onceover.candidates c
 where not exists (select from onceover.record_owners o where o.record_id = c.record_id and o.payment_id <> c.payment_id)
   and (c.tier <> 'ACCOUNT_AMOUNT_WINDOW'
        or not exists (select from onceover.record_owners o where o.payment_id = c.payment_id and o.role = 'PROOF'));

create table onceover.evidence (
    evidence_id uuid primary key,
    payment_id uuid not null references onceover.payments,
    attempt_id uuid,
    source text not null constraint evidence_source_is_known check (source in ('DIRECT', 'QUERY', 'PROBE', 'WEBHOOK', 'LIST',
        'SETTLEMENT', 'BANK', 'ENQUIRY', 'COMPLAINT', 'NOTE')),
    kind text not null constraint evidence_kind_is_known check (kind in ('ANSWER', 'FOUND', 'ABSENT', 'INCONCLUSIVE', 'QUERY_FAILED', 'NOTE')),
    state text not null default '',
    reason text not null default '',
    record_id uuid references onceover.records,
    amount_minor bigint,
    currency text,
    asked_at_us bigint,
    answered_at_us bigint not null,
    could_see_until_us bigint,
    body_excerpt text not null default '',
    body_sha256 text not null default '',
    is_human boolean not null default false,
    proves_absence boolean not null default false,
    is_material boolean not null,
    evidence_version bigint not null,
    recorded_by text not null,
    recorded_at timestamptz not null default clock_timestamp(),
    core_id uuid references onceover.cores,
    is_witnessed boolean not null default true,
    constraint evidence_names_an_attempt_of_its_payment foreign key (attempt_id, payment_id) references onceover.attempts (attempt_id, payment_id)
);
comment on column onceover.evidence.core_id is 'Who saw it; null for what came by a file or from people.';
comment on column onceover.evidence.is_witnessed is 'False where the core that saw it was no witness then: it proves nothing before it has taken effect.';
create index evidence_of_payment on onceover.evidence (payment_id, evidence_version);

-- Evidence that was stored while nothing moved and took effect later, with the version that it raised. Its row keeps saying
-- what it was when it came.
create table onceover.late_effects (
    evidence_id uuid primary key references onceover.evidence,
    evidence_version bigint not null,
    at timestamptz not null default clock_timestamp(),
    -- COUNTED as if it came then; SHOWN to people and proving nothing, for its core was given up.
    how text not null default 'COUNTED' constraint late_effect_is_known check (how in ('COUNTED', 'SHOWN'))
);

-- Evidence as it counts by now: the facts that people see and sign.
create view onceover.effective_evidence as
select e.evidence_id, e.payment_id, e.attempt_id, e.source, e.kind, e.state, e.reason, e.record_id, e.amount_minor, e.currency,
       e.asked_at_us, e.answered_at_us, e.could_see_until_us, e.body_excerpt, e.body_sha256, e.is_human, e.proves_absence,
       e.is_material or l.evidence_id is not null as is_material, coalesce(l.evidence_version, e.evidence_version) as evidence_version,
       e.recorded_by, e.recorded_at, e.core_id, e.is_witnessed or coalesce(l.how = 'COUNTED', false) as is_witnessed
  from onceover.evidence e left join onceover.late_effects l using (evidence_id);

create table onceover.contradictions (
    payment_id uuid not null references onceover.payments,
    kind text not null,
    ref text not null,
    detail text not null,
    evidence_id uuid references onceover.evidence,
    opened_at timestamptz not null default clock_timestamp(),
    primary key (payment_id, kind, ref)
);

-- One mechanism for everything people propose and approve.
create table onceover.proposals (
    decision_id uuid primary key,
    subject_kind text not null constraint proposal_subject_is_known check (subject_kind in ('PAYMENT', 'PROFILE', 'CORE', 'IMPORT', 'RULES')),
    payment_id uuid references onceover.payments,
    provider text,
    core_id uuid references onceover.cores,
    upload_id uuid,
    kind text not null constraint decision_kind_is_known check (kind in ('CONFIRM', 'REJECT', 'RESEND', 'RELEASE', 'CANCEL', 'HOLD', 'PROFILE',
        'ADMIT_CORE', 'EXCUSE_CORE', 'CLOSE_JOURNAL', 'ACCEPT_FILE', 'MATCH_RULES')),
    reason_code text not null constraint reason_code_is_simple check (reason_code ~ '^[A-Z][A-Z0-9_]{0,49}$'),
    note text not null constraint note_has_a_length check (length(note) <= 4096),
    options jsonb not null default '{}',
    digest text not null constraint digest_is_sha256 check (digest ~ '^[0-9a-f]{64}$'),
    facts jsonb not null default '{}',
    version bigint not null,
    people_needed int not null constraint one_or_two_people_are_needed check (people_needed in (1, 2)),
    proposed_by uuid not null references onceover.people,
    proposed_login text not null,
    proposed_at timestamptz not null default clock_timestamp(),
    expires_at timestamptz not null,
    content_sha256 text not null,
    constraint proposal_names_its_subject check ((subject_kind = 'PAYMENT') = (payment_id is not null)
        and (subject_kind = 'PROFILE') = (provider is not null) and (subject_kind = 'CORE') = (core_id is not null)
        and (subject_kind = 'IMPORT') = (upload_id is not null)),
    constraint core_decision_is_about_a_core check ((subject_kind = 'CORE') = (kind in ('ADMIT_CORE', 'EXCUSE_CORE', 'CLOSE_JOURNAL'))),
    constraint rules_decision_is_about_rules check ((subject_kind = 'RULES') = (kind = 'MATCH_RULES')),
    constraint acceptance_is_about_a_file check ((subject_kind = 'IMPORT') = (kind = 'ACCEPT_FILE')),
    constraint resend_needs_two_people check (kind not in ('RESEND', 'RELEASE', 'PROFILE', 'ADMIT_CORE', 'EXCUSE_CORE', 'CLOSE_JOURNAL', 'ACCEPT_FILE',
        'MATCH_RULES') or people_needed = 2)
);
create index proposals_of_payment on onceover.proposals (payment_id);

create table onceover.approvals (
    command_id uuid primary key,
    decision_id uuid not null constraint one_approval_per_proposal unique references onceover.proposals,
    approved_by uuid not null references onceover.people,
    approved_login text not null,
    digest text not null,
    approved_at timestamptz not null default clock_timestamp()
);

-- How a proposal ended, once: in force, withdrawn, void by new evidence, expired.
create table onceover.proposal_ends (
    decision_id uuid primary key references onceover.proposals,
    ended_as text not null constraint proposal_end_is_known check (ended_as in ('IN_FORCE', 'WITHDRAWN', 'VOID', 'EXPIRED')),
    why text not null,
    person_id uuid references onceover.people,
    ended_at timestamptz not null default clock_timestamp(),
    xid xid8 not null default pg_current_xact_id()
);

-- Projection: the one open proposal of a subject. One money command is open at a time.
create table onceover.open_proposals (
    subject text primary key,
    decision_id uuid not null unique references onceover.proposals
);

-- Repeating a command is a read: its id is bound to person and content.
create table onceover.commands (
    command_id uuid primary key,
    person_id uuid not null references onceover.people,
    command text not null,
    content_sha256 text not null,
    answer jsonb not null,
    done_at timestamptz not null default clock_timestamp()
);

create table onceover.notes (
    note_id uuid primary key,
    payment_id uuid not null references onceover.payments,
    person_id uuid not null references onceover.people,
    kind text not null constraint note_kind_is_known check (kind in ('NOTE', 'DEFER', 'ENQUIRY', 'TAKE')),
    reason_code text not null default '',
    note text not null constraint case_note_has_a_length check (length(note) <= 4096),
    until timestamptz,
    at timestamptz not null default clock_timestamp()
);
create index notes_of_payment on onceover.notes (payment_id);

-- What came while nothing moved (CHECKING, a fence) is stored and has not taken effect. Until it has, its payment is not
-- claimed, called, judged or called absent. Projection: a row goes when its fact takes effect.
create table onceover.waiting_facts (
    kind text not null constraint waiting_fact_kind_is_known check (kind in ('RESULT', 'EVIDENCE')),
    fact_id uuid not null,
    payment_id uuid not null references onceover.payments,
    stored_at timestamptz not null default clock_timestamp(),
    -- How often it could not take effect.
    tries int not null default 0,
    primary key (kind, fact_id)
);
create index waiting_facts_of_payment on onceover.waiting_facts (payment_id);

-- Names that an import showed and that no payment had. An intake under way at that moment misses the record as the import
-- misses its payment: the name is looked for once more when every transaction of that time has ended. Projection: a row
-- goes then.
create table onceover.unfound_names (
    record_id uuid not null references onceover.records,
    reference text not null,
    xid xid8 not null default pg_current_xact_id(),
    primary key (record_id, reference)
);

-- What a step of the machine could not do: it goes to the end of its queue and is shown, so that it keeps nothing else from
-- its turn. Projection: a row goes when the step was done.
create table onceover.stuck_steps (
    step text not null constraint stuck_step_is_known check (step in ('LEASE', 'SEND_BEFORE', 'PROPOSAL', 'NAME')),
    subject text not null,
    tries int not null default 1,
    failure text not null constraint failure_has_a_length check (length(failure) <= 500),
    since timestamptz not null default clock_timestamp(),
    primary key (step, subject)
);
