-- Matching beyond the exact reference. A program finds the pairs; what is linked by itself is checked again here, under locks:
-- a wrong program finds too little and never links what is not unique.
set local role onceover_owner;

-- The rules in force are data (windows, calendars, tiers, by provider and account), one book a version.
create table onceover.match_rule_books (
    version int primary key constraint match_rules_count_from_one check (version >= 1),
    body text not null,
    sha256 text not null constraint match_rules_sha256_is_of_body check (sha256 = encode(sha256(convert_to(body, 'UTF8')), 'hex')),
    decision_id uuid not null,
    in_force_at timestamptz not null default clock_timestamp()
);

-- Projection: records of accepted files that no payment owns, with what they are compared by. Whoever becomes owned leaves.
create table onceover.free_records (
    record_id uuid primary key references onceover.records,
    import_id uuid not null references onceover.imports,
    layer text not null,
    owner_name text not null,
    account text not null,
    amount_minor bigint not null,
    currency text not null,
    direction text not null,
    booked_on date,
    -- All that it shows, capital letters and digits alone.
    folded text not null,
    looks int not null default 0,
    next_look_at timestamptz not null default clock_timestamp()
);
create index free_records_by_amount on onceover.free_records (layer, amount_minor, currency, direction, account);
create index free_records_of_import on onceover.free_records (import_id, record_id);
create index free_records_due on onceover.free_records (next_look_at);

create function onceover.folded_account(p_account text) returns text
language sql immutable
set search_path = pg_catalog, pg_temp
as $$ select upper(replace(p_account, ' ', '') collate "C") $$;

create index payments_by_account_and_amount on onceover.payments (onceover.folded_account(payee_account), amount_minor, currency, direction);
create index payments_by_beginning on onceover.payments (reference collate "C");
create index payments_recovered on onceover.payments (created_at) where unknown_reason = 'RECOVERED' or review_reason = 'RECOVERED';
create index results_by_provider_id on onceover.results (provider_id) where provider_id <> '';

-- Two programs never judge uniqueness at once. Taken before any row.
create function onceover.lock_matching() returns void
language sql
set search_path = pg_catalog, pg_temp
as $$ select pg_advisory_xact_lock(hashtextextended('onceover.matching', 0)) $$;

create function onceover.free_record_leaves() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    delete from onceover.free_records where record_id = new.record_id;
    return new;
end
$$;
create trigger free_record_leaves after insert on onceover.record_owners for each row execute function onceover.free_record_leaves();
alter table onceover.record_owners enable always trigger free_record_leaves;

-- Booked lines that show money of their own. What a notification tells, the statement of the account shows again.
create function onceover.free_records_of(p_import uuid) returns void
language sql
set search_path = pg_catalog, pg_temp
as $$
    insert into onceover.free_records (record_id, import_id, layer, owner_name, account, amount_minor, currency, direction, booked_on, folded)
    select r.record_id, r.import_id, r.layer, r.owner_name, onceover.folded_account(r.payee_account), r.amount_minor, r.currency, r.direction,
           r.booked_on, (select upper(regexp_replace(string_agg(v.value, ' ') || ' ' || r.narrative, '[^A-Za-z0-9]', '', 'g') collate "C")
                           from (select e.value from jsonb_each_text(r.references_found) e union all select '') v)
      from onceover.records r
     where r.import_id = p_import and r.state = 'BOOKED' and r.kind in ('', 'PAYMENT') and not r.is_reversal and not onceover.is_notification(p_import)
       and not exists (select from onceover.record_owners o where o.record_id = r.record_id)
    on conflict do nothing
$$;

create function onceover.match_rules_in_force() returns jsonb
language sql stable
set search_path = pg_catalog, pg_temp
as $$ select body::jsonb from onceover.match_rule_books order by version desc limit 1 $$;

-- The rule of a provider's payments: the one that names it and its account; where several accounts are named, none is known.
create function onceover.match_rule(p_book jsonb, p_provider text) returns jsonb
language sql immutable
set search_path = pg_catalog, pg_temp
as $$
    select rule
      from (select rule, (rule ->> 'provider' <> '')::int * 2 + (rule ->> 'account' <> '')::int as rank,
                   count(*) over (partition by rule ->> 'provider', rule ->> 'account' <> '') as fitting
              from jsonb_array_elements(p_book -> 'rules') rule where rule ->> 'provider' in ('', p_provider)) ranked
     where rank in (0, 2) or fitting = 1
     order by rank desc limit 1
$$;

-- The day so many business days away, counted as backend/matching/business_calendar does; null outside the calendar.
create function onceover.add_business_days(p_calendar jsonb, p_day date, p_count int) returns date
language sql immutable
set search_path = pg_catalog, pg_temp
as $$
    select case when p_day between (p_calendar ->> 'from')::date and (p_calendar ->> 'to')::date then
        case when p_count = 0 then p_day else (
            select d::date
              from generate_series((p_day + sign(p_count)::int)::timestamp, (p_day + sign(p_count)::int * (abs(p_count) * 7 + 60))::timestamp,
                                   make_interval(days => sign(p_count)::int)) d
             where d between (p_calendar ->> 'from')::timestamp and (p_calendar ->> 'to')::timestamp
               and not p_calendar -> 'weekend' @> to_jsonb(date_part('isodow', d)::int)
               and not p_calendar -> 'holidays' @> to_jsonb(to_char(d, 'YYYY-MM-DD'))
             order by abs(d::date - p_day) offset abs(p_count) - 1 limit 1) end end
$$;

create function onceover.match_day(p_book jsonb, p_zone text, p_at timestamptz) returns date
language sql immutable
set search_path = pg_catalog, pg_temp
as $$
    select date '1970-01-01' + floor((onceover.micros(p_at) / 1000000.0 + (o ->> 'offset_seconds')::int) / 86400)::int
      from jsonb_array_elements(p_book -> 'zones') z, jsonb_array_elements(z -> 'offsets') with ordinality offsets(o, position)
     where z ->> 'name' = p_zone
     order by (o ->> 'from_us')::bigint <= onceover.micros(p_at) desc,
              case when (o ->> 'from_us')::bigint <= onceover.micros(p_at) then -position else position end
     limit 1
$$;

-- The days that a payment's record may carry, and those on which another one would compete; null where the calendar ends.
create function onceover.match_days(p_book jsonb, p_rule jsonb, p_payment uuid, out from_day date, out to_day date, out guard_from date, out guard_to date)
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select onceover.add_business_days(c, onceover.match_day(p_book, p_rule ->> 'zone', first_at), -(p_rule #>> '{window,before}')::int),
           onceover.add_business_days(c, onceover.match_day(p_book, p_rule ->> 'zone', last_at), (p_rule #>> '{window,after}')::int),
           onceover.add_business_days(c, onceover.match_day(p_book, p_rule ->> 'zone', first_at), -(p_rule #>> '{guard,before}')::int),
           onceover.add_business_days(c, onceover.match_day(p_book, p_rule ->> 'zone', last_at), (p_rule #>> '{guard,after}')::int)
      from (select min(a.claimed_at) as first_at, max(a.claimed_at) as last_at from onceover.attempts a where a.payment_id = p_payment) sent
      join jsonb_array_elements(p_book -> 'calendars') c on c ->> 'name' = p_rule ->> 'calendar'
     where first_at is not null
$$;

-- Whether one more record of this layer may be this payment's: it has none, or more of its sends may have happened than it
-- has records.
create function onceover.lacks_record(p_payment uuid, p_layer text) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select not exists (select from onceover.record_owners o where o.payment_id = p_payment and o.layer = p_layer)
        or (select count(*) from onceover.attempt_fates f where f.payment_id = p_payment and f.fate <> 'NOT_HAPPENED')
           > (select count(*) from onceover.record_owners o where o.payment_id = p_payment and o.layer = p_layer)
$$;

-- Other payments of the same account, amount, currency and direction that a line of this day may belong to. Whose days are not
-- known, for want of a rule or of a send on record, competes on every day.
create function onceover.competing_payments(p_payment onceover.payments, p_layer text, p_day date, p_book jsonb) returns setof uuid
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select other.payment_id
      from onceover.payments other
      left join lateral onceover.match_days(p_book, onceover.match_rule(p_book, other.provider), other.payment_id) d on true
     where onceover.folded_account(other.payee_account) = onceover.folded_account(p_payment.payee_account)
       and (other.amount_minor, other.currency, other.direction) = (p_payment.amount_minor, p_payment.currency, p_payment.direction)
       and other.payment_id <> p_payment.payment_id
       and (exists (select from onceover.attempts a where a.payment_id = other.payment_id)
            or other.unknown_reason = 'RECOVERED' or other.review_reason = 'RECOVERED')
       and coalesce(p_day between d.guard_from and d.guard_to, true)
       and onceover.lacks_record(other.payment_id, p_layer)
$$;

-- Payments whose reference or whose provider's number stands in a line, wherever it stands.
create function onceover.payments_named_in(p_record onceover.records, p_folded text) returns setof uuid
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select p.payment_id from generate_series(1, least(length(p_folded), 4000) - 15) i join onceover.payments p on p.reference = substr(p_folded, i, 16)
    union
    select p.payment_id from jsonb_each_text(p_record.references_found) e
      join onceover.results r on r.provider_id = e.value and r.provider_id <> '' join onceover.attempts a using (attempt_id)
      join onceover.payments p on p.payment_id = a.payment_id
$$;

-- The beginning of a reference at the end of a field that a bank cut after 16 or 35 characters; eight or more of its digits.
create function onceover.is_named_in_part(p_record onceover.records, p_reference text) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select exists (select from (select e.value from jsonb_each_text(p_record.references_found) e union all select p_record.narrative) field,
                          generate_series(8, 15) length
                    where pg_catalog.length(field.value) in (16, 35) and upper(right(field.value, length)) = left(p_reference, length)
                      and (pg_catalog.length(field.value) = length or substr(field.value, pg_catalog.length(field.value) - length, 1) !~ '[A-Za-z0-9]'))
$$;

-- What keeps this line from proving this payment by itself in this tier; null if nothing does. The caller holds the lock of
-- matching and the payment's row lock.
create function onceover.match_objection(p_payment onceover.payments, p_record onceover.records, p_tier text, p_book jsonb) returns text
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
declare
    free onceover.free_records;
    rule jsonb := onceover.match_rule(p_book, p_payment.provider);
    days record;
begin
    select * into free from onceover.free_records where record_id = p_record.record_id;
    if not found or onceover.is_spoken_for(p_record) then
        return 'RECORD_TAKEN';
    elsif onceover.has_parts(p_record.owner_name, p_record.external_id) then
        return 'BUNDLE_TOTAL';
    elsif exists (select from onceover.record_owners o where o.payment_id = p_payment.payment_id and o.layer = p_record.layer) then
        return 'PAYMENT_HAS_RECORD';
    elsif not exists (select from onceover.attempt_fates f where f.payment_id = p_payment.payment_id and f.fate <> 'NOT_HAPPENED') then
        return 'NEVER_SENT';
    elsif p_record.currency <> p_payment.currency then
        return 'CURRENCY_DIFFERS';
    elsif p_record.direction <> p_payment.direction then
        return 'DIRECTION_DIFFERS';
    elsif p_record.amount_minor <> p_payment.amount_minor then
        return case when p_record.amount_minor < p_payment.amount_minor then 'AMOUNT_PARTIAL' else 'AMOUNT_OVER' end;
    elsif cardinality(p_record.named_references) > 0 then
        return 'RECORD_NAMES_SEVERAL';
    elsif p_record.reference not in ('', p_payment.reference) or p_record.provider_key not in ('', p_payment.reference)
            and p_record.provider_key not like p_payment.reference || '-%' then
        return 'NAMES_ANOTHER';
    elsif not coalesce(rule -> 'automatic' @> to_jsonb(p_tier), false) then
        return 'TIER_IS_FOR_PEOPLE';
    -- A line of another account of ours, or of another provider's file.
    elsif p_record.owner_name <> (case p_record.layer when 'BANK' then coalesce(nullif(rule ->> 'account', ''), p_record.owner_name) else p_payment.provider end) then
        return 'ACCOUNT_DIFFERS';
    end if;
    select * into days from onceover.match_days(p_book, rule, p_payment.payment_id);
    if p_record.booked_on < days.guard_from then
        return 'DATED_BEFORE_SEND';
    elsif exists (select from onceover.payments_named_in(p_record, free.folded) named where named <> p_payment.payment_id) then
        return 'NAMES_ANOTHER';
    end if;
    if p_tier = 'ACCOUNT_AMOUNT_WINDOW' then
        if free.account = '' or free.account <> onceover.folded_account(p_payment.payee_account) then
            return 'ACCOUNT_DIFFERS';
        elsif days.from_day is null or p_record.booked_on is null or p_record.booked_on not between days.from_day and days.to_day then
            return 'OUTSIDE_WINDOW';
        elsif exists (select from onceover.records other join onceover.free_records f using (record_id)
                       where other.layer = p_record.layer and other.record_id <> p_record.record_id
                         and (other.reference = p_payment.reference or other.named_references @> array[p_payment.reference])) then
            return 'STRONGER_NAME_COMPETES';
        end if;
        return null;
    elsif p_tier not in ('EXACT_REFERENCE', 'NORMALISED_REFERENCE') then
        return 'TIER_IS_FOR_PEOPLE';
    end if;
    -- By name: the line must show it, and no other free line over the amount may, not even in part.
    if not exists (select from onceover.payments_named_in(p_record, free.folded)) then
        if p_tier = 'EXACT_REFERENCE' or not onceover.is_named_in_part(p_record, p_payment.reference) then
            return 'DAMAGED_REFERENCE';
        elsif exists (select from onceover.payments other where other.reference collate "C" >= left(p_payment.reference, 8)
                         and other.reference collate "C" < left(p_payment.reference, 8) || '~' and other.payment_id <> p_payment.payment_id) then
            return 'RECORD_NAMES_SEVERAL';
        end if;
    end if;
    if exists (select from onceover.free_records f join onceover.records other using (record_id)
                where (f.layer, f.amount_minor, f.currency, f.direction) = (p_record.layer, p_record.amount_minor, p_record.currency, p_record.direction)
                  and f.record_id <> p_record.record_id
                  and (position(left(p_payment.reference, 8) in f.folded) > 0
                       or exists (select from onceover.payments_named_in(other, f.folded) named where named = p_payment.payment_id))) then
        return 'PAYMENT_NAMED_BY_SEVERAL';
    end if;
    return null;
end
$$;

-- Whether this pair is each other's only possibility in the third tier: what another line or another payment leaves open.
create function onceover.window_rivalry(p_payment onceover.payments, p_record onceover.records, p_book jsonb) returns text
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
declare
    days record;
begin
    if exists (select from onceover.competing_payments(p_payment, p_record.layer, p_record.booked_on, p_book)) then
        return 'PAYMENTS_COMPETE';
    end if;
    select * into days from onceover.match_days(p_book, onceover.match_rule(p_book, p_payment.provider), p_payment.payment_id);
    if exists (select from onceover.free_records f
                where (f.layer, f.amount_minor, f.currency, f.direction, f.account)
                    = (p_record.layer, p_record.amount_minor, p_record.currency, p_record.direction, onceover.folded_account(p_payment.payee_account))
                  and f.record_id <> p_record.record_id and coalesce(f.booked_on between days.guard_from and days.guard_to, true)) then
        return 'RECORDS_COMPETE';
    end if;
    return null;
end
$$;

-- Days on which the statements of an account are complete. A CSV file may be cut within its first and its last day, and shows only
-- by its balances that nothing is missing between them.
create function onceover.covered_days(p_account text) returns datemultirange
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select coalesce(range_agg(case when s.is_complete then daterange(s.from_date, s.to_date, '[]') else daterange(s.from_date + 1, s.to_date) end),
                    '{}'::datemultirange)
      from onceover.import_statements s
     where s.account = p_account and (s.is_complete and s.from_date <= s.to_date or s.balances_follow and s.first_slot <> '' and s.from_date < s.to_date)
       and onceover.is_import_accepted(s.import_id)
$$;

-- What keeps so many identical payments and so many lines from being settled together; null if nothing does.
create function onceover.set_objection(p_payments uuid[], p_records uuid[], p_book jsonb) returns text
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
declare
    one onceover.payments;
    line onceover.records;
    rule jsonb;
    payment onceover.payments;
    days record;
    found text;
begin
    if cardinality(p_payments) <> cardinality(p_records) or cardinality(p_payments) < 2
       or cardinality(p_payments) <> (select count(distinct p) from unnest(p_payments) p)
       or cardinality(p_records) <> (select count(distinct r) from unnest(p_records) r) then
        return 'SET_COUNTS_DIFFER';
    end if;
    select * into strict one from onceover.payments where payment_id = p_payments[1];
    select * into strict line from onceover.records where record_id = p_records[1];
    rule := onceover.match_rule(p_book, one.provider);
    if not coalesce((rule ->> 'sets')::boolean, false) then
        return 'PAYMENTS_COMPETE';
    end if;
    if exists (select from onceover.records r where r.record_id = any (p_records)
                  and (r.layer, r.owner_name) is distinct from (line.layer, line.owner_name)) then
        return 'SET_COUNTS_DIFFER';
    end if;
    for payment in select * from onceover.payments where payment_id = any (p_payments) order by payment_id loop
        if payment.provider <> one.provider then
            return 'PAYMENTS_COMPETE';
        end if;
        if (select count(*) from onceover.attempts a where a.payment_id = payment.payment_id) <> 1 then
            return 'SET_SENT_MORE_THAN_ONCE';
        end if;
        if not exists (select from onceover.closures c where c.payment_id = payment.payment_id) then
            return 'SET_NOT_CLOSED';
        end if;
        select * into days from onceover.match_days(p_book, rule, payment.payment_id);
        if days.guard_from is null or not onceover.covered_days(line.owner_name) @> daterange(days.guard_from, days.guard_to, '[]') then
            return 'SET_COVERAGE_INCOMPLETE';
        end if;
        for line in select * from onceover.records where record_id = any (p_records) order by record_id loop
            found := onceover.match_objection(payment, line, 'ACCOUNT_AMOUNT_WINDOW', p_book);
            if found is not null then
                return case found when 'OUTSIDE_WINDOW' then 'SET_WINDOWS_DIFFER' else found end;
            end if;
            if exists (select from onceover.competing_payments(payment, line.layer, line.booked_on, p_book) other where other <> all (p_payments)) then
                return 'SET_COUNTS_DIFFER';
            end if;
        end loop;
        if exists (select from onceover.free_records f
                    where (f.layer, f.amount_minor, f.currency, f.direction, f.account)
                        = (line.layer, payment.amount_minor, payment.currency, payment.direction, onceover.folded_account(payment.payee_account))
                      and f.record_id <> all (p_records) and coalesce(f.booked_on between days.guard_from and days.guard_to, true)) then
            return 'SET_COUNTS_DIFFER';
        end if;
    end loop;
    return null;
end
$$;

-- Which machine speaks: an ingest for itself, or a core that is a witness of this database.
create function onceover.matching_actor(p_core uuid) returns text
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    if p_core is null then
        perform onceover.require_machine('INGEST');
        perform onceover.require_armed();
        return 'INGEST';
    end if;
    perform onceover.require_core(p_core);
    perform onceover.require_armed();
    perform onceover.require_witness(p_core);
    return 'CORE';
end
$$;

-- Free lines to be looked at, a page at a time: those of one file, or those whose next look is due.
create function onceover.take_free_records(p_core uuid, p_import uuid, p_after uuid, p_limit int) returns jsonb
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    taken uuid[];
begin
    perform onceover.matching_actor(p_core);
    if p_import is not null then
        taken := array(select f.record_id from onceover.free_records f where f.import_id = p_import and f.record_id > coalesce(p_after, '00000000-0000-0000-0000-000000000000')
                        order by f.record_id limit p_limit);
    else
        taken := array(select f.record_id from onceover.free_records f where f.next_look_at <= clock_timestamp() order by f.next_look_at, f.record_id limit p_limit
                          for update skip locked);
    end if;
    -- Again after a minute, two, four, at last once a day: a payment may come later than its line.
    update onceover.free_records set looks = looks + 1, next_look_at = clock_timestamp() + least(interval '1 minute' * power(2, least(looks, 11)), interval '1 day')
     where record_id = any (taken);
    return coalesce((select jsonb_agg(onceover.match_record(f.record_id) order by f.record_id) from onceover.free_records f where f.record_id = any (taken)), '[]');
end
$$;

create function onceover.match_record(p_record uuid) returns jsonb
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select jsonb_build_object('record_id', r.record_id, 'layer', r.layer, 'references', r.references_found, 'narrative', r.narrative,
               'amount_minor', r.amount_minor, 'currency', r.currency, 'direction', r.direction, 'account', r.payee_account, 'booked_on', r.booked_on,
               'is_bundle', cardinality(r.named_references) > 0 or onceover.has_parts(r.owner_name, r.external_id),
               'is_taken', not exists (select from onceover.free_records f where f.record_id = r.record_id) or onceover.is_spoken_for(r))
      from onceover.records r where r.record_id = p_record
$$;

create function onceover.match_payment(p_payment onceover.payments, p_layer text, p_book jsonb) returns jsonb
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select jsonb_build_object('payment_id', p_payment.payment_id, 'reference', p_payment.reference, 'amount_minor', p_payment.amount_minor,
               'currency', p_payment.currency, 'direction', p_payment.direction, 'payee_account', p_payment.payee_account,
               'provider', p_payment.provider, 'account', coalesce(onceover.match_rule(p_book, p_payment.provider) ->> 'account', ''),
               'provider_ids', array(select distinct r.provider_id from onceover.results r where r.payment_id = p_payment.payment_id and r.provider_id <> ''),
               'first_sent_us', sent.first_us, 'last_sent_us', sent.last_us, 'sends', case when fates.possible > 0 then sent.sends else 0 end,
               'possible_sends', fates.possible, 'is_closed', sent.sends = sent.closed,
               'records', (select count(*) from onceover.record_owners o where o.payment_id = p_payment.payment_id and o.layer = p_layer))
      from (select count(*) as sends, count(c.attempt_id) as closed, onceover.micros(min(a.claimed_at)) as first_us, onceover.micros(max(a.claimed_at)) as last_us
              from onceover.attempts a left join onceover.closures c using (attempt_id) where a.payment_id = p_payment.payment_id) sent,
           (select count(*) filter (where f.fate <> 'NOT_HAPPENED') as possible from onceover.attempt_fates f where f.payment_id = p_payment.payment_id) fates
$$;

-- What lines of one layer are compared with: the payments that they name or whose account and amount they show, the other free
-- lines over the same, and the rules. By index, and bounded for each line, however many are alike.
create function onceover.match_world(p_core uuid, p_layer text, p_records uuid[], p_names text[], p_beginnings text[]) returns jsonb
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    book jsonb := onceover.match_rules_in_force();
    most constant int := 200;
begin
    perform onceover.matching_actor(p_core);
    return (
        with slots as (
            select distinct f.account, f.amount_minor, f.currency, f.direction
              from onceover.free_records f where f.record_id = any (p_records) and f.account <> ''),
        near as (
            select near.* from slots s cross join lateral (
                select p.payment_id from onceover.payments p
                 where onceover.folded_account(p.payee_account) = s.account and p.amount_minor = s.amount_minor and p.currency = s.currency
                   and p.direction = s.direction and exists (select from onceover.attempts a where a.payment_id = p.payment_id)
                   and onceover.lacks_record(p.payment_id, p_layer)
                 order by p.payment_id desc limit most) near
            union
            select p.payment_id from onceover.payments p where p.reference = any (p_names)
            union
            select r.payment_id from onceover.results r where r.provider_id <> '' and r.provider_id = any (p_names)
            union
            select begun.payment_id from unnest(p_beginnings) beginning cross join lateral (
                select p.payment_id from onceover.payments p
                 where p.reference collate "C" >= beginning and p.reference collate "C" < beginning || '~' limit most) begun),
        others as (
            select other.record_id from slots s cross join lateral (
                select f.record_id from onceover.free_records f
                 where f.layer = p_layer and f.amount_minor = s.amount_minor and f.currency = s.currency and f.direction = s.direction and f.account = s.account
                 order by f.record_id desc limit most) other
             where other.record_id <> all (p_records))
        select jsonb_build_object('rules', book,
            'records', coalesce((select jsonb_agg(onceover.match_record(o.record_id)) from others o), '[]'),
            'payments', coalesce((select jsonb_agg(onceover.match_payment(p, p_layer, book)) from near join onceover.payments p using (payment_id)), '[]'),
            'coverage', coalesce((select jsonb_agg(jsonb_build_object('account', a.account, 'from', lower(days), 'to', upper(days) - 1))
                from (select distinct rule ->> 'account' as account from jsonb_array_elements(book -> 'rules') rule where rule ->> 'account' <> '') a,
                     unnest(onceover.covered_days(a.account)) days), '[]')));
end
$$;

-- One pair as a program proposes it. Answer: LINKED, CANDIDATE, KNOWN or LEFT.
create function onceover.apply_match(p_match jsonb, p_book jsonb, p_actor text) returns text
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    payment onceover.payments;
    line onceover.records;
    tier_name text := p_match ->> 'tier';
    reason text := p_match ->> 'reason';
    found text;
begin
    select * into payment from onceover.payments where payment_id = (p_match ->> 'payment_id')::uuid for update;
    select * into line from onceover.records where record_id = (p_match ->> 'record_id')::uuid;
    if payment.payment_id is null or line.record_id is null or tier_name is null or tier_name not in ('EXACT_REFERENCE', 'NORMALISED_REFERENCE', 'ACCOUNT_AMOUNT_WINDOW')
       or not coalesce(reason ~ '^[A-Z_]{1,40}$', false) then
        perform onceover.refuse('match.invalid', 'A pair has a payment, a record, a tier and a reason.');
    end if;
    if not exists (select from onceover.free_records f where f.record_id = line.record_id) then
        return 'LEFT';
    end if;
    if reason in ('UNIQUE_REFERENCE', 'UNIQUE_NORMALISED_REFERENCE', 'UNIQUE_ACCOUNT_AND_AMOUNT') then
        found := onceover.match_objection(payment, line, tier_name, p_book);
        if found is null and tier_name = 'ACCOUNT_AMOUNT_WINDOW' then
            found := onceover.window_rivalry(payment, line, p_book);
        end if;
        if found is null then
            perform onceover.own_record(payment, line, tier_name, p_actor, null);
            perform onceover.observe_line(payment.payment_id, line, 'PROOF', p_actor);
            return 'LINKED';
        end if;
        reason := found;
    end if;
    -- A line that merely looks alike says nothing of a payment that was never sent.
    if tier_name = 'ACCOUNT_AMOUNT_WINDOW' and not exists (select from onceover.attempts a where a.payment_id = payment.payment_id) then
        return 'LEFT';
    end if;
    if not onceover.add_candidate(payment, line, coalesce(p_match -> 'fields', '{}') || jsonb_build_object('reason', reason), p_actor, tier_name) then
        return 'KNOWN';
    end if;
    perform onceover.observe_line(payment.payment_id, line, 'CANDIDATE', p_actor);
    return 'CANDIDATE';
end
$$;

-- A line over the account and amount of a payment that was linked by these alone: either may be the payment's. Nothing is
-- re-pointed; people look.
create function onceover.note_late_lines(p_records uuid[], p_book jsonb, p_actor text) returns int
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    late record;
    payment onceover.payments;
    noted int := 0;
begin
    for late in
        select o.payment_id, f.record_id
          from onceover.free_records f
          join onceover.payments p on onceover.folded_account(p.payee_account) = f.account and p.amount_minor = f.amount_minor
           and p.currency = f.currency and p.direction = f.direction
          join onceover.record_owners o on o.payment_id = p.payment_id and o.layer = f.layer and o.role = 'PROOF'
           and o.tier = 'ACCOUNT_AMOUNT_WINDOW' and o.decision_id is null
          cross join lateral onceover.match_days(p_book, onceover.match_rule(p_book, p.provider), p.payment_id) d
         where f.record_id = any (p_records) and f.account <> '' and f.booked_on between d.from_day and d.to_day
           and not exists (select from onceover.competing_payments(p, f.layer, f.booked_on, p_book))
         order by o.payment_id, f.record_id
    loop
        select * into strict payment from onceover.payments where payment_id = late.payment_id for update;
        perform onceover.add_candidate(payment, r, '{"reason": "PAYMENT_HAS_RECORD"}', p_actor, 'ACCOUNT_AMOUNT_WINDOW')
           from onceover.records r where r.record_id = late.record_id;
        noted := noted + onceover.open_contradiction(late.payment_id, 'LATE_RECORD', late.record_id::text,
            'The payment was linked by account and amount, and another line shows the same.', null, p_actor)::int;
    end loop;
    return noted;
end
$$;

-- A payment that came back from a journal or the provider's list after an equal one was linked by account and amount.
create function onceover.note_late_payments(p_book jsonb, p_actor text) returns int
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    late record;
    noted int := 0;
begin
    for late in
        select o.payment_id, came.payment_id as other_id
          from onceover.payments came
          join onceover.payments p on onceover.folded_account(p.payee_account) = onceover.folded_account(came.payee_account)
           and p.amount_minor = came.amount_minor and p.currency = came.currency and p.direction = came.direction and p.payment_id <> came.payment_id
          join onceover.record_owners o on o.payment_id = p.payment_id and o.role = 'PROOF' and o.tier = 'ACCOUNT_AMOUNT_WINDOW' and o.decision_id is null
         where (came.unknown_reason = 'RECOVERED' or came.review_reason = 'RECOVERED') and came.created_at > o.linked_at
           and onceover.lacks_record(came.payment_id, o.layer)
           and not exists (select from onceover.contradictions c where c.payment_id = o.payment_id and c.kind = 'LATE_PAYMENT' and c.ref = came.payment_id::text)
         order by o.payment_id limit 100
    loop
        noted := noted + onceover.open_contradiction(late.payment_id, 'LATE_PAYMENT', late.other_id::text,
            'The payment was linked by account and amount, and another payment over the same came to light since.', null, p_actor)::int;
    end loop;
    return noted;
end
$$;

-- Applies what a program found about these lines. Payments are locked in order; every link is checked again.
create function onceover.apply_matches(p_core uuid, p_records uuid[], p_matches jsonb, out linked int, out candidates int)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    actor text := onceover.matching_actor(p_core);
    book jsonb;
    each record;
    payment onceover.payments;
    found text;
    answer text;
begin
    perform onceover.lock_matching();
    book := onceover.match_rules_in_force();
    linked := 0;
    candidates := 0;
    perform 1 from onceover.payments p where p.payment_id in (select (m ->> 'payment_id')::uuid from jsonb_array_elements(p_matches) m)
      order by p.payment_id for update;
    -- Sets first and whole: what is left of one would look unique.
    for each in
        select m ->> 'set' as name, array_agg((m ->> 'payment_id')::uuid order by (m ->> 'payment_id')::uuid) as payments,
               array_agg((m ->> 'record_id')::uuid order by (m ->> 'payment_id')::uuid) as records
          from jsonb_array_elements(p_matches) m where m ->> 'reason' = 'CLOSED_SET' group by 1 order by 1
    loop
        found := onceover.set_objection(each.payments, each.records, book);
        for i in 1 .. cardinality(each.payments) loop
            if found is not null then
                answer := onceover.apply_match(jsonb_build_object('payment_id', each.payments[i], 'record_id', each.records[i],
                    'tier', 'ACCOUNT_AMOUNT_WINDOW', 'reason', found), book, actor);
                candidates := candidates + (answer = 'CANDIDATE')::int;
            else
                select * into strict payment from onceover.payments where payment_id = each.payments[i];
                perform onceover.own_record(payment, r, 'ACCOUNT_AMOUNT_WINDOW', actor, null), onceover.observe_line(payment.payment_id, r, 'PROOF', actor)
                   from onceover.records r where r.record_id = each.records[i];
                linked := linked + 1;
            end if;
        end loop;
    end loop;
    for each in
        select m as match from jsonb_array_elements(p_matches) m where m ->> 'reason' is distinct from 'CLOSED_SET'
         order by m ->> 'payment_id', m ->> 'record_id'
    loop
        answer := onceover.apply_match(each.match, book, actor);
        linked := linked + (answer = 'LINKED')::int;
        candidates := candidates + (answer = 'CANDIDATE')::int;
    end loop;
    candidates := candidates + onceover.note_late_lines(p_records, book, actor);
end
$$;

create function onceover.find_late_payments(p_core uuid) returns int
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    actor text;
begin
    perform onceover.require_core(p_core);
    actor := onceover.matching_actor(p_core);
    perform onceover.lock_matching();
    return onceover.note_late_payments(onceover.match_rules_in_force(), actor);
end
$$;

insert into onceover.event_kinds values ('RULES_IN_FORCE', '', ''), ('BACK_TESTED', '', '');

-- What rules that somebody proposed would have made of cases that are over. A core tests them, never the person who wants them;
-- the test is bound to the rules and to the cases that were known then.
create table onceover.match_back_tests (
    back_test_id uuid primary key,
    decision_id uuid not null references onceover.proposals,
    rules_sha256 text not null,
    cases_sha256 text not null,
    through_at timestamptz not null,
    case_count int not null,
    linked_rightly int not null constraint rightly_linked_are_cases check (linked_rightly between 0 and case_count),
    -- Why the rules cannot be used at all; empty where they can.
    fault text not null,
    core_id uuid not null references onceover.cores,
    tested_at timestamptz not null default clock_timestamp()
);
create index match_back_tests_of_decision on onceover.match_back_tests (decision_id);
create table onceover.match_back_test_findings (
    back_test_id uuid not null references onceover.match_back_tests,
    record_id uuid not null references onceover.records,
    payment_id uuid not null references onceover.payments,
    finding text not null constraint back_test_finding_is_known check (finding in ('CONFIRMED_WRONGLY', 'NEWLY_FOUND', 'NO_LONGER_FOUND')),
    tier text not null,
    reason text not null,
    primary key (back_test_id, record_id, finding)
);

-- Cases that are over, the newest first: lines that name their payment exactly, or that people gave it. They test what would
-- have been found without the name.
create function onceover.resolved_lines(p_through timestamptz) returns table (record_id uuid, payment_id uuid)
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select o.record_id, o.payment_id from onceover.record_owners o join onceover.records r using (record_id)
     where o.role = 'PROOF' and r.import_id is not null and o.linked_at <= p_through and (o.tier = 'EXACT_REFERENCE' or o.decision_id is not null)
     order by o.linked_at desc, o.record_id limit 5000
$$;

create function onceover.resolved_lines_digest(p_through timestamptz) returns text
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select encode(sha256(onceover.lp(1, array['onceover.resolved'] || coalesce(array_agg(c.part order by c.record_id, c.position), '{}'))), 'hex')
      from (select l.record_id, 1 as position, l.record_id::text as part from onceover.resolved_lines(p_through) l
            union all select l.record_id, 2, l.payment_id::text from onceover.resolved_lines(p_through) l) c
$$;

-- The test that lets these rules in force: of these rules, without a fault, not older than a day, and of the cases as they are.
create function onceover.passed_back_test(p_rules_sha256 text) returns uuid
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select t.back_test_id from onceover.match_back_tests t
     where t.rules_sha256 = p_rules_sha256 and t.fault = '' and t.through_at > clock_timestamp() - interval '1 day'
       and not exists (select from onceover.match_back_test_findings f where f.back_test_id = t.back_test_id and f.finding = 'CONFIRMED_WRONGLY')
       -- A later test that finds more has the last word.
       and not exists (select from onceover.match_back_tests later where later.rules_sha256 = p_rules_sha256 and later.tested_at > t.tested_at)
       and t.cases_sha256 = onceover.resolved_lines_digest(t.through_at)
     order by t.tested_at desc limit 1
$$;

create function onceover.guard_match_rules() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    if not exists (select from onceover.proposals q join onceover.proposal_ends e using (decision_id) join onceover.approvals a using (decision_id)
                    where q.decision_id = new.decision_id and q.kind = 'MATCH_RULES' and q.options ->> 'body' = new.body and q.digest = new.sha256
                      and a.approved_by <> q.proposed_by and e.ended_as = 'IN_FORCE' and e.xid = pg_current_xact_id()) then
        perform onceover.refuse('guard.match_rules', 'Rules of matching come into force by two people''s decision about these very bytes.');
    end if;
    if new.version <> 1 + coalesce((select max(version) from onceover.match_rule_books), 0) then
        perform onceover.refuse('guard.match_rules_version', 'Versions of the rules count up by one.');
    end if;
    if onceover.passed_back_test(new.sha256) is null then
        perform onceover.refuse('guard.back_test', 'No test of these rules against the cases of now is without a wrong confirmation.');
    end if;
    return new;
end
$$;
create trigger guard_match_rules before insert on onceover.match_rule_books for each row execute function onceover.guard_match_rules();
alter table onceover.match_rule_books enable always trigger guard_match_rules;

create function onceover.propose_match_rules(p_decision uuid, p_body text, p_note text) returns jsonb
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    begun record;
    subject uuid := onceover.profile_subject('');
    hash text := encode(sha256(convert_to(p_body, 'UTF8')), 'hex');
    next_version int;
begin
    select * into begun from onceover.begin_command(p_decision, 'propose_match_rules', array['onceover_reviewer'], array[p_body, p_note]);
    if begun.answer is not null then
        return begun.answer;
    end if;
    perform onceover.require_armed();
    perform onceover.require_words(null, null, p_note, true);
    begin
        if jsonb_typeof(p_body::jsonb -> 'rules') is distinct from 'array' or jsonb_typeof(p_body::jsonb -> 'zones') is distinct from 'array'
           or jsonb_typeof(p_body::jsonb -> 'calendars') is distinct from 'array' or octet_length(p_body) > 1048576 then
            perform onceover.refuse('rules.invalid', 'Rules of matching are one JSON object with zones, calendars and rules, at most 1 MiB.');
        end if;
    exception when data_exception then
        perform onceover.refuse('rules.invalid', 'The rules of matching are no JSON.');
    end;
    perform pg_advisory_xact_lock(hashtextextended('onceover.profile:', 0));
    perform onceover.end_expired_proposal(subject::text);
    if exists (select from onceover.open_proposals o where o.subject = onceover.profile_subject('')::text) then
        perform onceover.refuse('proposal.open', 'Another proposal about the rules of matching is open; approve or withdraw it first.');
    end if;
    select coalesce(max(version), 0) + 1 into next_version from onceover.match_rule_books;
    insert into onceover.proposals (decision_id, subject_kind, kind, reason_code, note, options, digest, version,
        people_needed, proposed_by, proposed_login, expires_at, content_sha256)
    values (p_decision, 'RULES', 'MATCH_RULES', 'NEW_VERSION', p_note, jsonb_build_object('body', p_body), hash, next_version,
        2, begun.person, session_user, clock_timestamp() + interval '24 hours', begun.content);
    insert into onceover.open_proposals (subject, decision_id) values (subject::text, p_decision);
    perform onceover.add_event(subject, 'RULES', 'PROPOSED', 'PERSON', begun.person, jsonb_build_object('decision_id', p_decision,
        'kind', 'MATCH_RULES', 'sha256', hash, 'version', next_version, 'content_sha256', begun.content));
    return onceover.end_command(p_decision, begun.person, 'propose_match_rules', begun.content, onceover.decision_answer(p_decision));
end
$$;

-- Before the second person's yes: the version, and what the test of these rules says.
create function onceover.check_match_rules(p_proposal onceover.proposals) returns void
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
declare
    tested onceover.match_back_tests;
    wrong int;
begin
    if p_proposal.version <> 1 + coalesce((select max(version) from onceover.match_rule_books), 0) then
        perform onceover.refuse('version.stale', 'Another version of the rules of matching came into force meanwhile.');
    end if;
    select * into tested from onceover.match_back_tests t where t.rules_sha256 = p_proposal.digest order by t.tested_at desc limit 1;
    if not found then
        perform onceover.refuse('rules.not_tested', 'No core has tested these rules against the cases that are over yet.');
    end if;
    if tested.fault <> '' then
        perform onceover.refuse('rules.invalid', tested.fault);
    end if;
    select count(*) into wrong from onceover.match_back_test_findings f where f.back_test_id = tested.back_test_id and f.finding = 'CONFIRMED_WRONGLY';
    if wrong > 0 then
        perform onceover.refuse('rules.confirm_wrongly', format('These rules would have confirmed %s of %s known cases wrongly.', wrong, tested.case_count));
    end if;
    if onceover.passed_back_test(p_proposal.digest) is null then
        perform onceover.refuse('rules.not_tested', 'The cases that are over are not those that these rules were tested against; a core tests them again.');
    end if;
end
$$;

create function onceover.put_match_rules_in_force(p_proposal onceover.proposals, p_person uuid) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    perform onceover.end_proposal(p_proposal.decision_id, 'IN_FORCE', 'approved by a second person', 'DECIDED', 'PERSON', p_person);
    insert into onceover.match_rule_books (version, body, sha256, decision_id)
    values (p_proposal.version, p_proposal.options ->> 'body', p_proposal.digest, p_proposal.decision_id);
    -- What waits is looked at under the new rules.
    update onceover.free_records set looks = 0, next_look_at = clock_timestamp();
    perform onceover.add_event(onceover.profile_subject(''), 'RULES', 'RULES_IN_FORCE', 'PERSON', p_person,
        jsonb_build_object('version', p_proposal.version, 'sha256', p_proposal.digest, 'decision_id', p_proposal.decision_id));
end
$$;

-- The open proposal that still lacks a test of the cases of now, with those cases; null where there is none.
create function onceover.back_test_work(p_core uuid) returns jsonb
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    proposal onceover.proposals;
    through_at timestamptz := clock_timestamp();
    old_book jsonb := onceover.match_rules_in_force();
    book jsonb;
begin
    perform onceover.require_core(p_core);
    perform onceover.matching_actor(p_core);
    select q.* into proposal from onceover.open_proposals o join onceover.proposals q using (decision_id)
     where q.kind = 'MATCH_RULES' and q.expires_at > clock_timestamp()
       and not exists (select from onceover.match_back_tests t where t.rules_sha256 = q.digest and t.through_at > clock_timestamp() - interval '12 hours'
                          and (t.fault <> '' or t.cases_sha256 = onceover.resolved_lines_digest(t.through_at)));
    if not found then
        return null;
    end if;
    book := (proposal.options ->> 'body')::jsonb;
    return (
        with lines as materialized (select * from onceover.resolved_lines(through_at)),
        unresolved as (
            select distinct p.payment_id from lines l join onceover.payments known on known.payment_id = l.payment_id
              join onceover.payments p on onceover.folded_account(p.payee_account) = onceover.folded_account(known.payee_account)
               and p.amount_minor = known.amount_minor and p.currency = known.currency and p.direction = known.direction
             where exists (select from onceover.attempts a where a.payment_id = p.payment_id)
               and not exists (select from lines own where own.payment_id = p.payment_id)
             limit 5000)
        select jsonb_build_object('decision_id', proposal.decision_id, 'rules', proposal.options ->> 'body', 'rules_in_force', old_book,
            'through_us', onceover.micros(through_at), 'cases_sha256', onceover.resolved_lines_digest(through_at),
            'cases', coalesce((select jsonb_agg(jsonb_build_object('payment_id', l.payment_id, 'record', onceover.match_record(l.record_id)
                    || jsonb_build_object('references', '{}'::jsonb, 'narrative', '', 'is_bundle', false, 'is_taken', false)) order by l.record_id) from lines l), '[]'),
            'payments', coalesce((select jsonb_agg(onceover.match_payment(p, 'BANK', book) || '{"records": 0}')
                from (select payment_id from lines union select payment_id from unresolved) known join onceover.payments p using (payment_id)), '[]'),
            'coverage', coalesce((select jsonb_agg(jsonb_build_object('account', a.account, 'from', lower(days), 'to', upper(days) - 1))
                from (select distinct rule ->> 'account' as account from jsonb_array_elements(book -> 'rules') rule where rule ->> 'account' <> '') a,
                     unnest(onceover.covered_days(a.account)) days), '[]')));
end
$$;

create function onceover.record_back_test(p_core uuid, p_back_test uuid, p_test jsonb) returns text
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    proposal onceover.proposals;
    through_at timestamptz := to_timestamp((p_test ->> 'through_us')::bigint / 1000000.0);
    wrong int;
begin
    perform onceover.require_core(p_core);
    perform onceover.matching_actor(p_core);
    select * into proposal from onceover.proposals where decision_id = (p_test ->> 'decision_id')::uuid and kind = 'MATCH_RULES';
    if not found then
        perform onceover.refuse('proposal.unknown', 'There is no such proposal of rules.');
    end if;
    perform onceover.lock_subject(proposal);
    if exists (select from onceover.match_back_tests where back_test_id = p_back_test) then
        return 'KNOWN';
    end if;
    if p_test ->> 'cases_sha256' is distinct from onceover.resolved_lines_digest(through_at) or through_at > clock_timestamp() then
        perform onceover.refuse('rules.not_tested', 'The cases changed while the rules were tested.');
    end if;
    insert into onceover.match_back_tests (back_test_id, decision_id, rules_sha256, cases_sha256, through_at, case_count, linked_rightly, fault, core_id)
    values (p_back_test, proposal.decision_id, proposal.digest, p_test ->> 'cases_sha256', through_at,
        (select count(*) from onceover.resolved_lines(through_at)), (p_test ->> 'linked_rightly')::int, left(coalesce(p_test ->> 'fault', ''), 500), p_core);
    insert into onceover.match_back_test_findings (back_test_id, record_id, payment_id, finding, tier, reason)
    select p_back_test, (f ->> 'record_id')::uuid, (f ->> 'payment_id')::uuid, f ->> 'finding', f ->> 'tier', f ->> 'reason'
      from jsonb_array_elements(coalesce(p_test -> 'findings', '[]')) f;
    select count(*) into wrong from onceover.match_back_test_findings where back_test_id = p_back_test and finding = 'CONFIRMED_WRONGLY';
    perform onceover.add_event(onceover.profile_subject(''), 'RULES', 'BACK_TESTED', 'CORE', null, jsonb_build_object('decision_id', proposal.decision_id,
        'back_test_id', p_back_test, 'rules_sha256', proposal.digest, 'cases_sha256', p_test ->> 'cases_sha256', 'wrong', wrong,
        'fault', left(coalesce(p_test ->> 'fault', ''), 500)));
    return 'RECORDED';
end
$$;

create view review.match_back_tests as
select t.back_test_id, t.decision_id, t.rules_sha256, t.cases_sha256, onceover.micros(t.through_at) as through_us, t.case_count, t.linked_rightly,
       (select count(*) from onceover.match_back_test_findings f where f.back_test_id = t.back_test_id and f.finding = 'CONFIRMED_WRONGLY') as wrong_count,
       t.fault, t.core_id, onceover.micros(t.tested_at) as tested_us
  from onceover.match_back_tests t;
create view review.match_back_test_findings as
select f.back_test_id, f.finding, f.tier, f.reason, f.record_id, f.payment_id, p.reference, r.external_id, r.amount_minor, r.currency,
       r.booked_on::text as booked_on, o.payment_id as owner_payment_id
  from onceover.match_back_test_findings f
  join onceover.payments p on p.payment_id = f.payment_id
  join onceover.records r on r.record_id = f.record_id
  left join onceover.record_owners o on o.record_id = f.record_id;
grant select on review.match_back_tests, review.match_back_test_findings to onceover_viewer, onceover_auditor;

create view review.match_rules as
select version, body, sha256, decision_id, onceover.micros(in_force_at) as in_force_us from onceover.match_rule_books;
grant select on review.match_rules to onceover_viewer, onceover_auditor;

do $$
declare
    fact text;
begin
    foreach fact in array array['match_rule_books', 'match_back_tests', 'match_back_test_findings']
    loop
        execute format('create trigger append_only before update or delete on onceover.%I for each row execute function onceover.guard_append_only()', fact);
        execute format('create trigger append_only_truncate before truncate on onceover.%I for each statement execute function onceover.guard_append_only()', fact);
        execute format('alter table onceover.%I enable always trigger append_only', fact);
        execute format('alter table onceover.%I enable always trigger append_only_truncate', fact);
    end loop;
end
$$;

revoke all on all functions in schema onceover from public;
grant execute on function onceover.take_free_records(uuid, uuid, uuid, int), onceover.match_world(uuid, text, uuid[], text[], text[]),
    onceover.apply_matches(uuid, uuid[], jsonb) to onceover_ingest, onceover_core;
grant execute on function onceover.find_late_payments(uuid), onceover.back_test_work(uuid), onceover.record_back_test(uuid, uuid, jsonb) to onceover_core;
grant execute on function onceover.propose_match_rules(uuid, text, text) to onceover_reviewer;
