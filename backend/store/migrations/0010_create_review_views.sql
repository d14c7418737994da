-- The one reading contract of console, command line and auditors. Times are bigint microseconds since 1970 UTC (*_us),
-- amounts bigint minor units (*_minor). No view shows request bodies, secrets or the erasable intent.
set local role onceover_owner;

create view review.installation as
select i.tenant, i.is_demo, onceover.micros(i.created_at) as created_us, onceover.micros(clock_timestamp()) as now_us,
       (select max(version) from onceover.schema_migrations) as schema_version,
       n.epoch, n.state as incarnation_state, n.why as incarnation_why,
       pg_is_in_recovery() as is_standby, current_setting('synchronous_standby_names') <> '' as has_second_copy
  from onceover.installation i
  left join onceover.current_incarnation n on true;

create view review.me as
select session_user::text as login, p.person_id, p.display_name, l.machine_kind,
       (p.disabled_at is not null or l.disabled_at is not null) as is_disabled,
       array_to_string(array(select substr(rolname, 10) from pg_roles
              where rolname in ('onceover_viewer', 'onceover_reviewer', 'onceover_approver', 'onceover_auditor', 'onceover_officer',
                                'onceover_core', 'onceover_intake', 'onceover_ingest')
                and pg_has_role(session_user, oid, 'member') order by rolname), ',') as roles
  from (select 1) one
  left join onceover.logins l on l.login = session_user
  left join onceover.people p using (person_id);

create view review.people as
select person_id, display_name, disabled_at is not null as is_disabled from onceover.people;

create view review.providers as
select distinct on (provider) provider, version, body, sha256, decision_id, onceover.micros(in_force_at) as in_force_us
  from onceover.profiles where body::jsonb ->> 'kind' is distinct from 'channel'
 order by provider, version desc;

create view review.cores as
select core_id, name, host, login, program_version, is_paused, onceover.micros(registered_at) as registered_us,
       onceover.micros(last_seen_at) as last_seen_us
  from onceover.cores;

create view review.payments as
select p.payment_id, p.reference, p.source, p.idempotency_key, p.kind, p.direction, p.payee, p.payee_account, p.amount_minor,
       p.currency, p.provider, onceover.micros(p.send_before) as send_before_us, p.metadata::text as metadata,
       onceover.micros(p.created_at) as created_us, p.status, p.unknown_reason, p.review_reason, p.failure_kind, p.basis, p.finality,
       p.confirmed_amount_minor, p.hold_reason, p.held_because_of, p.version, p.evidence_version, p.generation, p.was_in_review,
       p.has_contradiction, p.taken_by, t.display_name as taken_by_name, onceover.micros(p.taken_at) as taken_us,
       onceover.micros(p.deferred_until) as deferred_until_us, onceover.micros(p.next_look_at) as next_look_us, p.look_count,
       onceover.micros(p.next_evidence_at) as next_evidence_us, p.absence_conditions::text as absence_conditions,
       onceover.micros(p.exhausted_at) as exhausted_us, onceover.micros(p.updated_at) as updated_us,
       (select count(*) from onceover.attempts a where a.payment_id = p.payment_id) as attempt_count,
       coalesce((select count(*) from onceover.attempt_fates f where f.payment_id = p.payment_id and f.fate = 'POSSIBLE'
              and f.account is not null), 0) * p.amount_minor as possible_minor,
       o.decision_id as open_decision_id, q.kind as open_decision_kind, q.proposed_by as open_proposed_by,
       q.people_needed as open_people_needed
  from onceover.payments p
  left join onceover.people t on t.person_id = p.taken_by
  left join onceover.open_proposals o on o.subject = p.payment_id::text
  left join onceover.proposals q on q.decision_id = o.decision_id;

-- A case is a payment in REVIEW or a held one; UNKNOWN payments stand beside them, so that nothing in doubt is out of sight.
create view review.cases as
select case when hold_reason is not null then 'HELD' when status = 'REVIEW' then 'REVIEW' else 'WATCHED' end as case_kind,
       payment_id, reference, source, idempotency_key, direction, payee, amount_minor, currency, provider, status, unknown_reason,
       review_reason, hold_reason, version, evidence_version, has_contradiction, taken_by, taken_by_name, taken_us,
       deferred_until_us, next_look_us, next_evidence_us, created_us, updated_us, attempt_count, possible_minor,
       open_decision_id, open_decision_kind, open_proposed_by, open_people_needed
  from review.payments
 where status in ('REVIEW', 'UNKNOWN') or hold_reason is not null;

create view review.permits as
select m.permit_id, m.payment_id, m.ordinal, m.generation, m.ground, m.ground_ref, m.provider_key, m.profile_version,
       m.evidence_version, m.decision_id, m.granted_by, onceover.micros(m.granted_at) as granted_us,
       coalesce(u.used_as, 'OPEN') as used_as, u.attempt_id, u.reason as use_reason, onceover.micros(u.used_at) as used_us
  from onceover.permits m left join onceover.permit_uses u using (permit_id);

create view review.attempts as
select a.attempt_id, a.payment_id, a.permit_id, m.ordinal, m.ground, a.generation, a.provider_key, a.core_id, c.name as core_name,
       onceover.micros(a.claimed_at) as claimed_us, onceover.micros(a.lease_until) as lease_until_us,
       f.fate, f.fate_basis, f.fate_ref, f.closed_by, f.account, x.how as closed_how, onceover.micros(x.closed_at) as closed_us,
       r.answer, r.reason as answer_reason, r.provider_id, r.http_status, r.request_bytes, r.started_at_us as started_us,
       r.finished_at_us as finished_us, r.body_excerpt, r.body_sha256
  from onceover.attempts a
  join onceover.permits m using (permit_id)
  join onceover.cores c on c.core_id = a.core_id
  join onceover.attempt_fates f on f.attempt_id = a.attempt_id
  left join onceover.closures x on x.attempt_id = a.attempt_id
  left join onceover.results r on r.attempt_id = a.attempt_id;

create view review.evidence as
select evidence_id, payment_id, attempt_id, source, kind, state, reason, record_id, amount_minor, currency, asked_at_us as asked_us,
       answered_at_us as answered_us, could_see_until_us, body_excerpt, body_sha256, is_human, proves_absence, is_material,
       evidence_version, recorded_by, onceover.micros(recorded_at) as recorded_us, core_id, is_witnessed
  from onceover.effective_evidence;

-- What came while nothing moved and has not taken effect; one that was tried in vain keeps its payment still, and so does one
-- whose core is LISTED, until two people admit or retire that core.
create view review.waiting_facts as
select w.payment_id, w.kind, w.fact_id, onceover.micros(w.stored_at) as waiting_since_us, w.tries, c.core_id, c.name as core_name, c.state as core_state
  from onceover.waiting_facts w
  left join onceover.evidence e on w.kind = 'EVIDENCE' and e.evidence_id = w.fact_id
  left join onceover.attempts a on w.kind = 'RESULT' and a.attempt_id = w.fact_id
  left join onceover.cores c on c.core_id = coalesce(e.core_id, a.core_id);

-- Steps of the machine that cannot be taken, as long as they are due: what stands still, since when, and why.
create view review.stuck_steps as
select s.step, s.subject, s.tries, s.failure, onceover.micros(s.since) as stuck_since_us
  from onceover.stuck_steps s
 where case s.step when 'LEASE' then exists (select from onceover.payments p where p.payment_id::text = s.subject and p.status = 'SUBMITTING')
                   when 'SEND_BEFORE' then exists (select from onceover.payments p where p.payment_id::text = s.subject and p.status = 'PENDING')
                   when 'PROPOSAL' then exists (select from onceover.open_proposals o where o.subject = s.subject)
                   else true end;

create view review.records as
select r.record_id, r.layer, r.owner_name, r.external_id, r.amount_minor, r.currency, r.direction, r.state, r.is_reversal, r.reference,
       r.provider_key, r.payee_account, r.references_found::text as references_found, r.narrative, r.booked_on::text as booked_on,
       r.value_on::text as value_on, r.import_id, r.ordinal, onceover.micros(r.seen_at) as seen_us,
       o.payment_id, o.role, o.tier, o.linked_by, onceover.micros(o.linked_at) as linked_us
  from onceover.records r left join onceover.record_owners o using (record_id);

create view review.orphans as
select r.*, (select count(*) from onceover.candidates c where c.record_id = r.record_id) as candidate_count
  from review.records r where r.payment_id is null and r.state not in ('DECLINED', 'PENDING', 'INFO');

create view review.candidates as
select c.payment_id, c.record_id, c.tier, c.fields::text as fields, onceover.micros(c.found_at) as found_us, c.evidence_version,
       r.layer, r.owner_name, r.external_id, r.amount_minor, r.currency, r.direction, r.state, r.reference, r.payee_account,
       r.narrative, r.booked_on::text as booked_on, r.value_on::text as value_on, o.payment_id as owner_payment_id, o.role as owner_role,
       (select count(*) from onceover.candidates rival where rival.record_id = c.record_id) as payments_competing
  from onceover.candidates c
  join onceover.records r using (record_id)
  left join onceover.record_owners o using (record_id);

create view review.contradictions as
select payment_id, kind, ref, detail, evidence_id, onceover.micros(opened_at) as opened_us from onceover.contradictions;

create view review.decisions as
select q.decision_id, q.subject_kind, q.payment_id, q.provider, q.kind, q.reason_code, q.note, q.options::text as options, q.digest,
       q.version, q.people_needed, q.proposed_by, p.display_name as proposed_by_name, q.proposed_login,
       onceover.micros(q.proposed_at) as proposed_us, onceover.micros(q.expires_at) as expires_us,
       a.approved_by, b.display_name as approved_by_name, a.approved_login, onceover.micros(a.approved_at) as approved_us,
       coalesce(e.ended_as, 'OPEN') as state, e.why as end_reason, onceover.micros(e.ended_at) as ended_us
  from onceover.proposals q
  join onceover.people p on p.person_id = q.proposed_by
  left join onceover.approvals a on a.decision_id = q.decision_id
  left join onceover.people b on b.person_id = a.approved_by
  left join onceover.proposal_ends e on e.decision_id = q.decision_id;

create view review.notes as
select n.note_id, n.payment_id, n.person_id, p.display_name as person_name, n.kind, n.reason_code, n.note,
       onceover.micros(n.until) as until_us, onceover.micros(n.at) as at_us
  from onceover.notes n join onceover.people p using (person_id);

create view review.events as
select e.subject_id, c.subject_kind, e.seq, e.kind, e.at_us, e.actor, e.person_id, p.display_name as person_name, e.login, e.body,
       e.from_account, e.to_account, e.amount_minor, e.currency, e.epoch, encode(e.previous_leaf, 'hex') as previous_leaf,
       encode(e.leaf, 'hex') as leaf, e.xid::text as xid,
       case c.subject_kind
           when 'PAYMENT' then (select s.reference from onceover.payments s where s.payment_id = e.subject_id)
           when 'PERSON' then (select s.display_name from onceover.people s where s.person_id = e.subject_id)
           when 'CORE' then (select s.name from onceover.cores s where s.core_id = e.subject_id)
           when 'IMPORT' then (select s.file_name from onceover.imports s where s.import_id = e.subject_id)
       end as subject_name
  from onceover.events e
  join onceover.chains c using (subject_id)
  left join onceover.people p on p.person_id = e.person_id;

create view review.chains as
select subject_id, subject_kind, event_count, encode(head, 'hex') as head from onceover.chains;

-- Every posting twice, once a side: balanced by construction.
create view review.postings as
select subject_id, seq, kind, at_us, from_account as account, currency, -amount_minor as amount_minor
  from onceover.events where from_account <> ''
union all
select subject_id, seq, kind, at_us, to_account, currency, amount_minor
  from onceover.events where to_account <> '';

create view review.ledger as
select account, currency, sum(amount_minor)::bigint as balance_minor from review.postings group by account, currency;

-- What is under way or in doubt now, without reading the history that review.ledger sums; ledger_check compares the two.
create view review.doubts as
select f.account, p.currency, sum(p.amount_minor)::bigint as balance_minor
  from onceover.attempt_fates f join onceover.payments p using (payment_id)
 where f.account in ('in_transit', 'in_doubt')
 group by f.account, p.currency;

-- In transit + in doubt + decided not proven always equals the sum over POSSIBLE attempts.
create view review.ledger_check as
select currency, sum(ledger_minor)::bigint as ledger_minor, sum(possible_minor)::bigint as possible_minor,
       sum(ledger_minor) = sum(possible_minor) as agrees
  from (select currency, balance_minor as ledger_minor, 0::bigint as possible_minor
          from review.ledger where account in ('in_transit', 'in_doubt', 'decided_not_proven')
        union all
        select p.currency, 0, p.amount_minor
          from onceover.attempt_fates f join onceover.payments p using (payment_id)
         where f.fate = 'POSSIBLE' and f.account is not null) both_sides
 group by currency;

create view review.status as
select status, currency, count(*) as payment_count, sum(amount_minor)::bigint as amount_minor from onceover.payments group by status, currency;

create view review.imports as
select i.import_id, i.sha256, i.file_name, i.format, i.byte_count, i.channel, i.uploaded_by, i.person_id,
       onceover.micros(i.stored_at) as stored_us, onceover.micros(i.linked_at) as linked_us,
       (select count(*) from onceover.records r where r.import_id = i.import_id) as record_count,
       (select count(*) from onceover.records r join onceover.record_owners o using (record_id) where r.import_id = i.import_id) as linked_count
  from onceover.imports i;

create view review.import_statements as
select statement_row_id, import_id, ordinal, statement_id, sequence, account, currency, from_date::text as from_date,
       to_date::text as to_date, opening_minor, closing_minor, credits_minor, debits_minor, entry_count, ties, is_complete,
       warnings::text as warnings
  from onceover.import_statements;
