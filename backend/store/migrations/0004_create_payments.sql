-- Facts are insert-only; projections (payments, attempt_fates, record_owners) are written by the functions alone.
set local role onceover_owner;

create table onceover.payments (
    payment_id uuid primary key,
    reference text not null,
    source text not null constraint source_has_a_name check (length(source) between 1 and 100),
    idempotency_key text not null constraint idempotency_key_has_a_length check (length(idempotency_key) between 1 and 255),
    kind text not null constraint payment_kind_is_simple check (kind ~ '^[A-Z][A-Z0-9_]{0,31}$'),
    direction text not null constraint direction_is_known check (direction in ('OUT', 'IN')),
    payee text not null constraint payee_has_a_length check (length(payee) between 1 and 200),
    payee_account text not null constraint payee_account_has_a_length check (length(payee_account) between 1 and 100),
    -- Bounded, so that the sums of ledger and queue stay within 64 bits whatever one source sends.
    amount_minor bigint not null constraint amount_is_positive check (amount_minor > 0)
        constraint amount_has_a_bound check (amount_minor <= 999999999999999),
    currency text not null constraint currency_is_known references onceover.currencies,
    provider text not null,
    send_before timestamptz,
    metadata jsonb not null default '{}',
    created_at timestamptz not null default clock_timestamp(),

    -- Projection from here on.
    status text not null constraint status_is_known
        check (status in ('PENDING', 'SUBMITTING', 'SUCCEEDED', 'FAILED', 'UNKNOWN', 'REVIEW')),
    unknown_reason text,
    review_reason text constraint review_reason_is_known check (review_reason in ('AMBIGUOUS', 'CONTRADICTION', 'PARTIAL',
        'KEY_EXPIRED', 'EXHAUSTED', 'EARLIER_ATTEMPT_OPEN', 'TAKEN', 'RECOVERED', 'OVERDUE', 'REOPENED', 'EVIDENCE_ARRIVED')),
    failure_kind text constraint failure_kind_is_known check (failure_kind in ('NOT_SENT', 'INVALID', 'REJECTED_RETRYABLE',
        'REJECTED_FINAL', 'ABSENT', 'CANCELLED', 'DECIDED')),
    basis text constraint basis_is_known check (basis in ('DIRECT', 'PROBE', 'QUERY', 'LIST', 'WEBHOOK', 'SETTLEMENT', 'BANK', 'HUMAN')),
    finality text constraint finality_is_known check (finality in ('PROVISIONAL', 'SETTLED', 'OVERDUE', 'RETURNED', 'REVERSED')),
    confirmed_amount_minor bigint,
    hold_reason text constraint hold_reason_is_known check (hold_reason in ('SUSPECTED_DOUBLE', 'HELD_BY_PERSON')),
    held_because_of uuid,
    version bigint not null default 1,
    evidence_version bigint not null default 0,
    generation int not null default 1,
    was_in_review boolean not null default false,
    has_contradiction boolean not null default false,
    taken_by uuid references onceover.people,
    taken_at timestamptz,
    deferred_until timestamptz,
    next_look_at timestamptz,
    look_count int not null default 0,
    next_evidence_at timestamptz,
    absence_conditions jsonb not null default '[]',
    exhausted_at timestamptz,
    updated_at timestamptz not null default clock_timestamp(),
    version_epoch bigint not null,

    constraint reference_is_unique unique (reference),
    constraint intent_is_unique unique (source, idempotency_key),
    constraint unknown_has_a_reason check ((status = 'UNKNOWN') = (unknown_reason is not null)),
    constraint review_has_a_reason check ((status = 'REVIEW') = (review_reason is not null)),
    constraint failure_has_a_kind check ((status = 'FAILED') = (failure_kind is not null)),
    constraint doubt_has_a_next_look check (status not in ('UNKNOWN', 'REVIEW') or next_look_at is not null),
    constraint success_has_a_basis check (status <> 'SUCCEEDED' or basis is not null),
    constraint only_waiting_payments_are_held check (hold_reason is null or status = 'PENDING'),
    constraint taker_has_a_time check ((taken_by is null) = (taken_at is null))
);
create index payments_pending on onceover.payments (provider, payment_id) where status = 'PENDING' and hold_reason is null;
create index payments_to_send_in_time on onceover.payments (send_before) where status = 'PENDING' and send_before is not null;
create index payments_submitting on onceover.payments (payment_id) where status = 'SUBMITTING';
create index payments_to_look_at on onceover.payments (next_look_at) where next_look_at is not null;
create index payments_cases on onceover.payments (payment_id) where status = 'REVIEW' or hold_reason is not null;
-- Asked by every core in every round.
create index payments_to_retry on onceover.payments (provider, payment_id)
 where status = 'FAILED' and failure_kind in ('NOT_SENT', 'REJECTED_RETRYABLE', 'ABSENT') and not was_in_review and not has_contradiction;
create index payments_by_status on onceover.payments (status, payment_id);

create table onceover.operations (
    tenant uuid not null,
    source text not null,
    idempotency_key text not null,
    payment_id uuid not null unique references onceover.payments deferrable initially deferred,
    fingerprint bytea not null,
    fingerprint_version int not null,
    created_at timestamptz not null default clock_timestamp(),
    primary key (tenant, source, idempotency_key)
);

-- The canonical intent, erasable by law: the fingerprint stays.
create table onceover.intents (
    payment_id uuid primary key references onceover.payments,
    canonical text
);

-- Serialises equal payments of one source: the upserted row is the lock.
create table onceover.double_guards (
    source text not null,
    payee text not null,
    payee_account text not null,
    amount_minor bigint not null,
    currency text not null,
    last_payment_id uuid not null,
    last_at timestamptz not null,
    primary key (source, payee, payee_account, amount_minor, currency)
);

create table onceover.permits (
    permit_id uuid primary key,
    payment_id uuid not null references onceover.payments,
    ordinal int not null constraint permit_ordinal_counts_from_one check (ordinal >= 1),
    generation int not null constraint generation_counts_from_one check (generation >= 1),
    ground text not null constraint ground_is_known check (ground in ('FIRST', 'NOT_SENT', 'REJECTED_RETRYABLE', 'PROVEN_ABSENT',
        'APPROVED_RESEND', 'LOSS_TOLERATED', 'PROBE', 'RECOVERED')),
    ground_ref text not null,
    provider_key text not null,
    profile_version int not null,
    evidence_version bigint not null,
    shares_fate boolean not null default false,
    decision_id uuid,
    granted_by text not null,
    granted_at timestamptz not null default clock_timestamp(),
    not_before timestamptz,
    constraint permit_ordinal_is_unique unique (payment_id, ordinal),
    constraint one_ground_one_permit unique (ground, ground_ref),
    constraint first_permit_is_the_first check ((ground = 'FIRST') <= (ordinal = 1 and generation = 1)),
    constraint resend_names_its_decision check ((ground = 'APPROVED_RESEND') = (decision_id is not null))
);

-- A permit is used once: as an attempt or as revoked.
create table onceover.permit_uses (
    permit_id uuid primary key references onceover.permits,
    payment_id uuid not null,
    used_as text not null constraint permit_use_is_known check (used_as in ('ATTEMPT', 'REVOKED')),
    attempt_id uuid unique,
    reason text not null,
    used_at timestamptz not null default clock_timestamp(),
    constraint permit_use_names_its_attempt check ((used_as = 'ATTEMPT') = (attempt_id is not null))
);

-- Every attempt id ever claimed or voided: the look-up of a lost commit and the late commit meet here.
create table onceover.attempt_ids (
    attempt_id uuid primary key,
    state text not null constraint attempt_id_state_is_known check (state in ('CLAIMED', 'VOID')),
    core_id uuid not null references onceover.cores,
    at timestamptz not null default clock_timestamp()
);

create table onceover.attempts (
    attempt_id uuid primary key references onceover.attempt_ids,
    payment_id uuid not null references onceover.payments,
    permit_id uuid not null unique references onceover.permits,
    generation int not null,
    provider_key text not null,
    core_id uuid not null references onceover.cores,
    boot_id uuid not null,
    epoch bigint not null references onceover.incarnations,
    claimed_at timestamptz not null default clock_timestamp(),
    lease_until timestamptz not null,
    constraint attempt_belongs_to_one_payment unique (attempt_id, payment_id)
);
create index attempts_of_payment on onceover.attempts (payment_id);
alter table onceover.permit_uses add constraint permit_use_of_attempt foreign key (attempt_id)
    references onceover.attempts deferrable initially deferred;

-- Attempts whose core has announced the call. After this row "never called" needs more than the core's memory: a machine
-- restored from a snapshot does not remember its call, and has the boot id and the journal of before.
create table onceover.ready_calls (
    attempt_id uuid primary key,
    payment_id uuid not null,
    at timestamptz not null default clock_timestamp(),
    constraint ready_call_is_of_its_payment foreign key (attempt_id, payment_id) references onceover.attempts (attempt_id, payment_id)
);

-- The request body of a generation: stored before its first byte leaves, byte-equal for every later send.
create table onceover.requests (
    payment_id uuid not null references onceover.payments,
    generation int not null,
    body text not null,
    body_sha256 text not null constraint request_sha256_is_of_body check (body_sha256 = encode(sha256(convert_to(body, 'UTF8')), 'hex')),
    stored_at timestamptz not null default clock_timestamp(),
    primary key (payment_id, generation)
);

create table onceover.results (
    attempt_id uuid primary key references onceover.attempts,
    payment_id uuid not null references onceover.payments,
    answer text not null constraint answer_is_known check (answer in ('SUCCEEDED', 'REJECTED_FINAL', 'REJECTED_RETRYABLE',
        'PROCESSING', 'EXISTS', 'NOT_SENT', 'UNKNOWN')),
    reason text not null,
    provider_id text,
    http_status int not null,
    request_bytes bigint not null constraint request_bytes_are_counted check (request_bytes >= 0),
    started_at_us bigint not null,
    finished_at_us bigint not null,
    body_excerpt text not null,
    body_sha256 text not null,
    recorded_at timestamptz not null default clock_timestamp(),
    constraint not_sent_means_zero_bytes check (answer <> 'NOT_SENT' or request_bytes = 0)
);
create index results_of_payment on onceover.results (payment_id);

create table onceover.closures (
    attempt_id uuid primary key references onceover.attempts,
    payment_id uuid not null references onceover.payments,
    closed_by text not null constraint closed_by_is_known check (closed_by in ('CORE', 'PEOPLE')),
    how text not null constraint closure_is_known check (how in ('RESULT', 'ABANDONED', 'PEOPLE')),
    proves_not_sent boolean not null,
    decision_id uuid,
    closed_at timestamptz not null default clock_timestamp(),
    constraint people_close_by_decision check ((closed_by = 'PEOPLE') = (decision_id is not null))
);

-- Projection: what is known of an attempt, and in which account its amount stands.
create table onceover.attempt_fates (
    attempt_id uuid primary key references onceover.attempts,
    payment_id uuid not null references onceover.payments,
    fate text not null default 'POSSIBLE' constraint fate_is_known check (fate in ('POSSIBLE', 'HAPPENED', 'NOT_HAPPENED')),
    fate_basis text,
    fate_ref text,
    closed_by text constraint fate_closed_by_is_known check (closed_by in ('CORE', 'PEOPLE')),
    account text constraint fate_account_is_known
        check (account in ('in_transit', 'in_doubt', 'decided_not_proven', 'settled', 'refund_due', 'obligation')),
    constraint unknown_is_never_failure check (fate <> 'NOT_HAPPENED' or closed_by is not null),
    constraint fate_has_a_ground check ((fate = 'POSSIBLE') = (fate_basis is null) and (fate_basis is null) = (fate_ref is null)),
    constraint possible_amounts_stay_visible check (account is null
        or (fate = 'POSSIBLE') = (account in ('in_transit', 'in_doubt', 'decided_not_proven')))
);
create index attempt_fates_of_payment on onceover.attempt_fates (payment_id);
-- What every console asks for every few seconds; few attempts of all that ever were.
create index attempt_fates_under_way on onceover.attempt_fates (account) where account in ('in_transit', 'in_doubt');
comment on column onceover.attempt_fates.account is 'Null where the attempt shares its fate with an earlier one of its generation and counts once.';

-- Legal changes of status. The guard trigger refuses everything else.
create table onceover.status_transitions (
    from_status text not null,
    to_status text not null,
    primary key (from_status, to_status)
);
insert into onceover.status_transitions values
    ('PENDING', 'SUBMITTING'), ('PENDING', 'FAILED'), ('PENDING', 'SUCCEEDED'), ('PENDING', 'REVIEW'),
    ('SUBMITTING', 'SUCCEEDED'), ('SUBMITTING', 'FAILED'), ('SUBMITTING', 'UNKNOWN'),
    ('UNKNOWN', 'SUCCEEDED'), ('UNKNOWN', 'FAILED'), ('UNKNOWN', 'REVIEW'),
    ('REVIEW', 'SUCCEEDED'), ('REVIEW', 'FAILED'), ('REVIEW', 'PENDING'),
    ('FAILED', 'PENDING'), ('FAILED', 'REVIEW'), ('SUCCEEDED', 'REVIEW');
