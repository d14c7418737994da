-- CSV files as evidence, and what the sources of evidence owe: which files came, what is missing, what is late.
set local role onceover_owner;

alter table onceover.import_statements
    add column layer text not null default 'BANK' constraint statement_layer_is_known check (layer in ('CHARGE', 'SETTLEMENT', 'BANK')),
    add column owner_name text not null default '';
comment on column onceover.import_statements.owner_name is
    'Whose records its lines are, where that is not the account: the provider of a settlement or charge file.';

-- The lines of a settlement show what was paid and what was kept of it: three amounts that add up.
alter table onceover.records
    add column kind text not null default '',
    add column fee_minor bigint,
    add column net_minor bigint,
    add constraint gross_fee_and_net_add_up check ((fee_minor is null) = (net_minor is null)
        and (net_minor is null or net_minor::numeric = case direction when 'IN' then amount_minor::numeric else -amount_minor::numeric end + fee_minor));
comment on column onceover.records.kind is
    'What a provider''s line is (PAYMENT, REFUND, CHARGEBACK, FEE, RESERVE, PAYOUT, CARRY, CONVERSION, TRANSFER, ADJUSTMENT, OTHER); empty in a bank''s.';
comment on column onceover.records.fee_minor is 'Signed, as it changes the balance: negative was kept from us. The amount is before it, net_minor after it.';

create or replace view review.records as
select r.record_id, r.layer, r.owner_name, r.external_id, r.amount_minor, r.currency, r.direction, r.state, r.is_reversal, r.reference,
       r.provider_key, r.payee_account, r.references_found::text as references_found, r.narrative, r.booked_on::text as booked_on,
       r.value_on::text as value_on, r.import_id, r.ordinal, onceover.micros(r.seen_at) as seen_us,
       o.payment_id, o.role, o.tier, o.linked_by, onceover.micros(o.linked_at) as linked_us,
       r.kind, r.fee_minor, r.net_minor
  from onceover.records r left join onceover.record_owners o using (record_id);

-- One row for each source of evidence: an account (or a provider's payout file) in one format and currency. A source's rhythm
-- is the distance between its days of nine statements in ten, so that weekends do not make it late; its delay is the shortest
-- that it ever needed, for files that were brought in later than they could have been say nothing of the source.
create view review.sources as
with told as (
    select s.account, s.layer, coalesce(nullif(s.owner_name, ''), s.account) as owner_name, i.format, s.currency, s.import_id, i.file_name,
           i.stored_at, s.from_date, s.to_date, s.ties
      from onceover.import_statements s join onceover.imports i using (import_id)),
newest as (
    select distinct on (account, layer, owner_name, format, currency) account, layer, owner_name, format, currency, import_id, file_name, stored_at, ties
      from told order by account, layer, owner_name, format, currency, stored_at desc, to_date desc nulls last),
days as (
    select account, layer, owner_name, format, currency, to_date, min(stored_at) as stored_at,
           to_date - lag(to_date) over (partition by account, layer, owner_name, format, currency order by to_date) as distance
      from told where to_date is not null group by account, layer, owner_name, format, currency, to_date),
rhythm as (
    select account, layer, owner_name, format, currency,
           case when count(distance) >= 2 then percentile_disc(0.9) within group (order by distance) end as rhythm_days,
           greatest(0, min(stored_at::date - to_date)) as delay_days
      from (select *, row_number() over (partition by account, layer, owner_name, format, currency order by to_date desc) as back from days) recent
     where back <= 20 group by account, layer, owner_name, format, currency),
span as (
    select account, layer, owner_name, format, currency, count(distinct import_id) as file_count, count(*) as statement_count,
           min(from_date) as covered_from, max(to_date) as covered_until
      from told group by account, layer, owner_name, format, currency),
due as (
    select account, layer, owner_name, format, currency, rhythm_days, delay_days, file_count, statement_count, covered_from, covered_until,
           (covered_until + rhythm_days + delay_days + 1)::timestamp at time zone 'UTC' as next_at
      from span left join rhythm using (account, layer, owner_name, format, currency))
select d.account, d.layer, d.owner_name, d.format, d.currency, d.file_count, d.statement_count, n.import_id as last_import_id,
       n.file_name as last_file_name, onceover.micros(n.stored_at) as last_stored_us, n.ties as last_ties, d.covered_from::text as covered_from,
       d.covered_until::text as covered_until, d.rhythm_days, d.delay_days, onceover.micros(d.next_at) as next_expected_us,
       coalesce(d.next_at < clock_timestamp(), false) as is_late,
       case when d.next_at < clock_timestamp() then extract(epoch from clock_timestamp() - d.next_at)::bigint end as late_by_s
  from due d join newest n using (account, layer, owner_name, format, currency);

-- What is missing between the statements of one source: numbers, days that no statement shows, or money that moved between two
-- statements (the later one does not open with the balance that the earlier one closed with). Where the balances agree, the
-- days between held nothing.
create view review.source_gaps as
with told as (
    select s.account, s.layer, i.format, s.currency, s.from_date, s.to_date, s.opening_minor,
           -- The latest day that earlier statements reach, with the balance of that day.
           max(s.to_date || '=' || coalesce(s.closing_minor::text, '') collate "C") over (partition by s.account, s.layer, i.format, s.currency
               order by s.from_date, s.to_date, s.statement_row_id rows between unbounded preceding and 1 preceding) as reached
      from onceover.import_statements s join onceover.imports i using (import_id)
     where s.from_date is not null and s.to_date is not null),
reached as (
    select account, layer, format, currency, from_date, opening_minor, split_part(reached, '=', 1)::date as reached_on,
           nullif(split_part(reached, '=', 2), '')::bigint as closed_with
      from told where reached is not null)
select account, layer, format, currency, 'DAYS' as kind, (reached_on + 1)::text as first_missing, (from_date - 1)::text as last_missing,
       opening_minor - closed_with as amount_minor
  from reached where from_date > reached_on + 1 and (opening_minor = closed_with) is not true
union all
select account, layer, format, currency, 'BALANCE', reached_on::text, from_date::text, opening_minor - closed_with
  from reached where from_date between reached_on and reached_on + 1 and opening_minor <> closed_with
union all
select g.account, 'BANK', '', '', 'SEQUENCE', g.year || '/' || g.first_missing, g.year || '/' || g.last_missing, null
  from review.statement_gaps g;

-- Second records of one payment in one layer: it may have been paid twice.
create view review.duplicates as
select o.record_id, o.payment_id, p.reference, o.layer, r.owner_name, r.external_id, r.amount_minor, r.currency, r.direction,
       r.booked_on::text as booked_on, onceover.micros(o.linked_at) as linked_us, first.record_id as proof_record_id,
       q.external_id as proof_external_id, q.booked_on::text as proof_booked_on
  from onceover.record_owners o
  join onceover.records r using (record_id)
  join onceover.payments p on p.payment_id = o.payment_id
  left join onceover.record_owners first on first.payment_id = o.payment_id and first.layer = o.layer and first.role = 'PROOF'
  left join onceover.records q on q.record_id = first.record_id
 where o.role = 'DUPLICATE';

-- Payments that the provider calls done and no statement shows yet. EXPECTED: its time has not come. LATE: the time has passed and the
-- statements do not reach that far, which is no exception. OVERDUE: every account's statements reach five days beyond it and show
-- nothing. Nothing is expected in a currency of which no statement ever came.
create view review.expectations as
with promised as (
    select p.payment_id, p.reference, p.provider, p.direction, p.payee, p.amount_minor, p.currency, p.finality,
           (select max(a.claimed_at) from onceover.attempts a where a.payment_id = p.payment_id)
           + make_interval(secs => (coalesce((f.body::jsonb #>> '{times,longest_processing_ms}')::bigint, 0)
                                    + coalesce((f.body::jsonb #>> '{times,visibility_lag_ms}')::bigint, 0)) / 1000.0) as until_at
      from onceover.payments p
      left join lateral (select body from onceover.profiles where provider = p.provider order by version desc limit 1) f on true
     where p.status = 'SUCCEEDED' and p.finality = 'PROVISIONAL'),
shown as (
    select currency, min(covered_until)::date as covered_until, min(next_expected_us) filter (where not is_late) as next_expected_us
      from (select currency, account, max(covered_until) as covered_until, max(next_expected_us) as next_expected_us, bool_and(is_late) as is_late
              from review.sources where layer = 'BANK' group by currency, account) accounts
     group by currency)
select p.payment_id, p.reference, p.provider, p.direction, p.payee, p.amount_minor, p.currency, 'BANK' as layer,
       onceover.micros(p.until_at) as expected_until_us, s.covered_until::text as covered_until,
       case when p.until_at >= clock_timestamp() then 'EXPECTED'
            when s.covered_until > (p.until_at at time zone 'UTC')::date + 5 then 'OVERDUE' else 'LATE' end as state,
       s.next_expected_us as next_evidence_us
  from promised p join shown s using (currency)
 where p.until_at is not null;

-- When a case may learn something next: by asking the provider again, or by the next file of a source in its currency. One row a case.
create view review.next_evidence as
select distinct on (c.payment_id) c.payment_id, n.kind, n.source, n.at_us
  from review.cases c
 cross join lateral (
    select 'QUERY' as kind, c.provider as source, c.next_look_us as at_us where c.next_look_us is not null
    union all
    select 'FILE', s.account, s.next_expected_us from review.sources s
     where s.currency = c.currency and s.next_expected_us > onceover.micros(clock_timestamp())) n
 order by c.payment_id, n.at_us, n.kind;

-- Fees, payouts and what moves between a provider's pockets belong to no payment: they are explained by their kind.
drop view review.orphans;
create view review.orphans as
select r.*, (select count(*) from onceover.candidates c where c.record_id = r.record_id) as candidate_count
  from review.records r
 where r.payment_id is null and r.state not in ('DECLINED', 'PENDING', 'INFO')
   and r.kind not in ('FEE', 'RESERVE', 'PAYOUT', 'CARRY', 'CONVERSION', 'TRANSFER', 'ADJUSTMENT')
   and not exists (select from onceover.records part
                    where r.layer = 'BANK' and part.layer = 'BANK' and part.owner_name = r.owner_name and part.entry_name <> ''
                      and part.entry_name = r.external_id)
   and not exists (select from onceover.records own join onceover.records entry
                        on entry.layer = own.layer and entry.owner_name = own.owner_name and entry.external_id = own.entry_name
                      join onceover.record_owners o on o.record_id = entry.record_id
                    where own.record_id = r.record_id and own.entry_name <> '')
   and not exists (select from onceover.records own join onceover.imports i on i.import_id = own.import_id
                      join onceover.records other on other.reference = own.reference and other.layer = own.layer
                       and other.owner_name = own.owner_name and other.import_id <> own.import_id
                       and (other.amount_minor, other.currency, other.direction, other.is_reversal)
                         = (own.amount_minor, own.currency, own.direction, own.is_reversal)
                       and coalesce(other.booked_on = own.booked_on, true)
                       and not (other.references_found ? 'account_servicer' and own.references_found ? 'account_servicer')
                      join onceover.imports k on k.import_id = other.import_id
                       and (k.format in ('camt.052', 'camt.054')) <> (i.format in ('camt.052', 'camt.054'))
                      join onceover.record_owners o on o.record_id = other.record_id
                    where own.record_id = r.record_id and own.reference <> '');

grant select on review.orphans, review.sources, review.source_gaps, review.duplicates, review.expectations, review.next_evidence
    to onceover_viewer, onceover_auditor;
