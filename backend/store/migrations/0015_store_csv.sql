-- CSV files as evidence, and what the sources of evidence owe: which files came, what is missing, what is late.
set local role onceover_owner;

alter table onceover.import_statements
    add column layer text not null default 'BANK' constraint statement_layer_is_known check (layer in ('CHARGE', 'SETTLEMENT', 'BANK')),
    add column owner_name text not null default '',
    add column first_slot text not null default '',
    add column last_slot text not null default '',
    add column line_form text not null default '',
    add column balances_follow boolean not null default false;
comment on column onceover.import_statements.first_slot is
    'Of a CSV file: day, or day and time, of its first booked line. Between its first and its last slot it shows every line; of those two perhaps a part.';
comment on column onceover.import_statements.owner_name is
    'Whose records its lines are, where that is not the account: the provider of a settlement or charge file.';

-- The lines of a settlement show what was paid and what was kept of it: three amounts that add up.
alter table onceover.records
    add column kind text not null default '',
    add column fee_minor bigint,
    add column net_minor bigint,
    add column line_key text not null default '',
    add constraint gross_fee_and_net_add_up check ((fee_minor is null) = (net_minor is null)
        and (net_minor is null or net_minor::numeric = case direction when 'IN' then amount_minor::numeric else -amount_minor::numeric end + fee_minor));
comment on column onceover.records.kind is
    'What a provider''s line is (PAYMENT, REFUND, CHARGEBACK, FEE, RESERVE, PAYOUT, CARRY, CONVERSION, TRANSFER, ADJUSTMENT, OTHER); empty in a bank''s.';
comment on column onceover.records.fee_minor is 'Signed, as it changes the balance: negative was kept from us. The amount is before it, net_minor after it.';

comment on column onceover.records.line_key is 'What its source says identifies a line of a CSV file; empty where its place does.';
create index records_by_line_key on onceover.records (layer, owner_name, line_key) where line_key <> '';

-- Which line of which statement shows which record: several exports of one account show the same ones.
create table onceover.record_sightings (
    statement_row_id uuid not null references onceover.import_statements,
    ordinal int not null,
    part int not null,
    record_id uuid not null references onceover.records,
    slot text not null,
    primary key (statement_row_id, ordinal, part)
);
create index sightings_of_record on onceover.record_sightings (record_id);

-- Exports of one owner are compared with each other one after the other: whoever stores lines holds its row.
create table onceover.line_owners (
    layer text not null,
    owner_name text not null,
    primary key (layer, owner_name)
);

do $$
declare
    fact text;
begin
    foreach fact in array array['record_sightings', 'line_owners'] loop
        execute format('create trigger append_only before update or delete on onceover.%I for each row execute function onceover.guard_append_only()', fact);
        execute format('create trigger append_only_truncate before truncate on onceover.%I for each statement execute function onceover.guard_append_only()', fact);
        execute format('alter table onceover.%I enable always trigger append_only', fact);
        execute format('alter table onceover.%I enable always trigger append_only_truncate', fact);
    end loop;
end
$$;

create function onceover.is_csv(p_import uuid) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$ select exists (select from onceover.imports i where i.import_id = p_import and i.format like 'csv:%') $$;

-- Lines of one statement of a CSV file, at most a few thousand a call. A line is known by its name (csv_lines) and stored once; the
-- statement is noted as one that shows it. Answers how many are new.
create function onceover.store_import_lines(p_import uuid, p_statement_row uuid, p_lines jsonb) returns int
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    told onceover.import_statements;
    owner text;
    other record;
    stored int;
begin
    perform onceover.require_storing(p_import);
    select * into told from onceover.import_statements where statement_row_id = p_statement_row and import_id = p_import;
    if not found then
        perform onceover.refuse('import.statement_unknown', 'The lines belong to no statement of this import.');
    end if;
    owner := coalesce(nullif(told.owner_name, ''), told.account);
    insert into onceover.line_owners (layer, owner_name) values (told.layer, owner) on conflict do nothing;
    perform from onceover.line_owners where layer = told.layer and owner_name = owner for update;
    -- The provider's own interface shows a charge from our side, its file from the provider's.
    select r ->> 'external_id' as name, r ->> 'ordinal' as line into other
      from jsonb_array_elements(p_lines) r
      join onceover.records known on known.layer = told.layer and known.owner_name = owner and known.external_id = r ->> 'external_id'
     where (known.amount_minor, known.currency) is distinct from ((r ->> 'amount_minor')::bigint, r ->> 'currency')
        or (known.direction <> r ->> 'direction' and known.import_id is not null)
     limit 1;
    if found then
        perform onceover.refuse('import.reissue_conflict', format(
            'Entry %s is stored already with another amount. A person decides which one holds.', other.line));
    end if;
    with given as (
        select (r ->> 'record_id')::uuid as record_id, r ->> 'external_id' as external_id, (r ->> 'amount_minor')::bigint as amount_minor,
               r ->> 'currency' as currency, r ->> 'direction' as direction, r ->> 'state' as state,
               coalesce((r ->> 'is_reversal')::boolean, false) as is_reversal, coalesce(r ->> 'reference', '') as reference,
               coalesce(r ->> 'provider_key', '') as provider_key, left(coalesce(r ->> 'payee_account', ''), 100) as payee_account,
               coalesce(r -> 'references', '{}') as references_found,
               array(select jsonb_array_elements_text(coalesce(r -> 'named_references', '[]'))) as named_references,
               left(coalesce(r ->> 'narrative', ''), 16384) as narrative, (r ->> 'booked_on')::date as booked_on, (r ->> 'value_on')::date as value_on,
               (r ->> 'ordinal')::int as ordinal, coalesce(r ->> 'kind', '') as kind, (r ->> 'fee_minor')::bigint as fee_minor,
               (r ->> 'net_minor')::bigint as net_minor, coalesce(r ->> 'line_key', '') as line_key
          from jsonb_array_elements(p_lines) r)
    insert into onceover.records (record_id, layer, owner_name, external_id, amount_minor, currency, direction, state, is_reversal, reference,
        provider_key, payee_account, references_found, named_references, narrative, booked_on, value_on, import_id, statement_row_id, ordinal,
        kind, fee_minor, net_minor, line_key)
    select record_id, told.layer, owner, external_id, amount_minor, currency, direction, state, is_reversal, reference, provider_key,
           payee_account, references_found, named_references, narrative, booked_on, value_on, p_import, p_statement_row, ordinal,
           kind, fee_minor, net_minor, line_key
      from given
    on conflict (layer, owner_name, external_id) do nothing;
    get diagnostics stored = row_count;
    insert into onceover.record_sightings (statement_row_id, ordinal, part, record_id, slot)
    select p_statement_row, (r ->> 'ordinal')::int, (r ->> 'part')::int, known.record_id, r ->> 'slot'
      from jsonb_array_elements(p_lines) r
      join onceover.records known on known.layer = told.layer and known.owner_name = owner and known.external_id = r ->> 'external_id'
    on conflict (statement_row_id, ordinal, part) do nothing;
    return stored;
end
$$;
grant execute on function onceover.store_import_lines(uuid, uuid, jsonb) to onceover_ingest;

-- Lines that two formats tell cannot be recognised as the same ones, and neither can those of one export with balances or times
-- and of another without: days that both show would be counted twice.
create function onceover.check_one_form(p_import uuid) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    other record;
begin
    select i.format, t.account into other
      from onceover.import_statements s
      join onceover.imports mine on mine.import_id = s.import_id
      join onceover.import_statements t on t.account = s.account and t.layer = 'BANK' and t.import_id <> s.import_id
      join onceover.imports i on i.import_id = t.import_id
     where s.import_id = p_import and s.layer = 'BANK' and s.from_date <= t.to_date and t.from_date <= s.to_date
       and (i.format like 'csv:%' or mine.format like 'csv:%')
       and case when i.format <> mine.format
               then exists (select from onceover.records a join onceover.records b on coalesce(b.booked_on, b.value_on) = coalesce(a.booked_on, a.value_on)
                             where a.statement_row_id = s.statement_row_id and a.import_id = s.import_id and a.state = 'BOOKED'
                               and b.statement_row_id = t.statement_row_id and b.import_id = t.import_id and b.state = 'BOOKED')
               else s.currency = t.currency and s.line_form <> '' and t.line_form <> '' and s.line_form <> t.line_form end
     limit 1;
    if found then
        perform onceover.refuse('import.other_form', format(
            'Days of account %s that this file shows are stored already from %s, in a form whose lines cannot be compared with these.',
            other.account, other.format));
    end if;
end
$$;

-- What two exports of one account say of the days that both show. Both show all of it, or one of them is cut in that slot: then what
-- it shows is a part of what the other one shows. Where one is cut at its end and the other at its beginning, nothing tells an
-- equal line from the same one, unless balances that do not meet there do.
create function onceover.clashing_slot(p_mine onceover.import_statements, p_theirs onceover.import_statements, out slot text, out problem text)
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    with width as (select case when p_mine.line_form = p_theirs.line_form then 19 else 10 end as letters),
    ends as (
        select left(p_mine.first_slot, letters) as mine_first, left(p_mine.last_slot, letters) as mine_last,
               left(p_theirs.first_slot, letters) as theirs_first, left(p_theirs.last_slot, letters) as theirs_last from width),
    shown as (
        select g.statement_row_id, g.record_id, left(g.slot, letters) as slot, r.line_key = '' as is_placed
          from onceover.record_sightings g join onceover.records r using (record_id), width
         where g.statement_row_id in (p_mine.statement_row_id, p_theirs.statement_row_id) and r.state = 'BOOKED'
           and (r.layer = 'BANK' or r.line_key = '')),
    slots as (
        select coalesce(m.slot, t.slot) as slot, count(*) filter (where t.record_id is null) as only_mine,
               count(*) filter (where m.record_id is null) as only_theirs,
               count(*) filter (where m.record_id is not null and t.record_id is not null and m.is_placed) as placed_in_both
          from (select * from shown where statement_row_id = p_mine.statement_row_id) m
          full join (select * from shown where statement_row_id = p_theirs.statement_row_id) t using (record_id)
         group by 1),
    judged as (
        select s.slot, case
               when is_mine_whole and only_theirs > 0 then 'OVERLAP'
               when is_theirs_whole and p_theirs.balances_follow and only_mine > 0 then 'OVERLAP'
               when is_mine_whole or is_theirs_whole or (mine_first < s.slot and theirs_first < s.slot) or (s.slot < mine_last and s.slot < theirs_last)
               then case when only_mine > 0 and only_theirs > 0 then 'OVERLAP' end
               when placed_in_both = 0 then null
               when (only_mine = 0 or only_theirs = 0) and p_mine.balances_follow and p_theirs.balances_follow
                    and p_mine.closing_minor <> p_theirs.opening_minor and p_theirs.closing_minor <> p_mine.opening_minor
                    -- What lies between the two may stand in a third file.
                    and not exists (
                        select from onceover.import_statements o
                          join onceover.record_sightings g on g.statement_row_id = o.statement_row_id
                          join onceover.records r on r.record_id = g.record_id
                         where (o.layer, o.owner_name, o.account, o.currency) = (p_mine.layer, p_mine.owner_name, p_mine.account, p_mine.currency)
                           and left(g.slot, letters) = s.slot and r.state = 'BOOKED'
                           and not exists (select from shown where shown.record_id = g.record_id)) then null
               else 'UNDECIDED' end as problem
          from slots s, ends, width,
               lateral (select mine_first < s.slot and s.slot < mine_last as is_mine_whole,
                               theirs_first < s.slot and s.slot < theirs_last as is_theirs_whole) whole
         where s.slot between greatest(mine_first, theirs_first) and least(mine_last, theirs_last))
    -- Two exports of the same lines are one export.
    select judged.slot, judged.problem from judged
     where judged.problem is not null and exists (select from slots where only_mine + only_theirs > 0)
     order by judged.slot limit 1
$$;

-- A file of lines beside all that is known of its accounts. Nothing of it is stored where they contradict each other.
create function onceover.check_lines(p_import uuid) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    mine onceover.import_statements;
    theirs onceover.import_statements;
    clash record;
begin
    if not onceover.is_csv(p_import) then
        return;
    end if;
    -- A key names one money: within the days that this file shows it cannot stand beside another one under its key.
    select n.line_key, n.ordinal into clash
      from onceover.records n
      join onceover.import_statements s on s.statement_row_id = n.statement_row_id
      join onceover.records known on known.layer = n.layer and known.owner_name = n.owner_name and known.line_key = n.line_key
       and known.currency = n.currency and known.import_id <> n.import_id and known.state = 'BOOKED'
     where n.import_id = p_import and n.line_key <> '' and n.state = 'BOOKED' and known.booked_on between s.from_date and s.to_date
       and not exists (select from onceover.record_sightings g join onceover.import_statements o using (statement_row_id)
                        where g.record_id = known.record_id and o.import_id = p_import)
     limit 1;
    if found then
        perform onceover.refuse('import.reissue_conflict', format(
            'Entry %s, %s, is stored already with another amount. A person decides which one holds.', clash.ordinal, left(clash.line_key, 100)));
    end if;
    -- Where every line of a provider has its key, days say nothing more: other exports may show them in other time zones.
    for mine in
        select * from onceover.import_statements s
         where s.import_id = p_import and s.first_slot <> '' and (s.layer = 'BANK' or s.line_form <> '') order by s.ordinal
    loop
        for theirs in
            select * from onceover.import_statements t
             where (t.layer, t.owner_name, t.account, t.currency) = (mine.layer, mine.owner_name, mine.account, mine.currency)
               and t.import_id <> p_import and t.first_slot <> ''
               and left(t.first_slot, 10) <= left(mine.last_slot, 10) and left(mine.first_slot, 10) <= left(t.last_slot, 10)
             order by t.statement_row_id
        loop
            select c.slot, c.problem into clash from onceover.clashing_slot(mine, theirs) c where c.problem is not null;
            if clash.problem = 'UNDECIDED' then
                perform onceover.refuse('import.cut_day', format(
                    'This file and another one of account %s are both cut within %s and show equal lines there: the same ones or further ones. '
                    'Bring a file that shows that day from its beginning to its end.', mine.account, clash.slot));
            elsif clash.problem is not null then
                perform onceover.refuse('import.overlap_conflict', format(
                    'Another file of account %s shows other lines for %s. A person decides which one holds.', mine.account, clash.slot));
            end if;
        end loop;
    end loop;
end
$$;
-- Whether a bank's numbers say that these are two statements, or two stretches of pages of one: "7", or "7/2-3" of a part.
create function onceover.differ_in_number(p_one text, p_other text) returns boolean
language sql immutable
set search_path = pg_catalog, pg_temp
as $$
    select coalesce(one[1]::numeric <> other[1]::numeric or one[3]::numeric > other[4]::numeric or other[3]::numeric > one[4]::numeric, false)
      from regexp_match(p_one, '^([0-9]*[1-9][0-9]*)(/([0-9]+)-([0-9]+))?') one, regexp_match(p_other, '^([0-9]*[1-9][0-9]*)(/([0-9]+)-([0-9]+))?') other
$$;

-- Whether these two statements of an account cannot show the same line: their times do not meet, or they stand at most on one
-- day of each other and their numbers differ or the one opens with what the other closed with. A number is no proof where the
-- balances tell the same stretch twice; a message within the day says nothing of the statement.
create function onceover.are_apart(p_one onceover.import_statements, p_other onceover.import_statements, out by_number boolean, out by_balance boolean,
    out is_same_stretch boolean)
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select is_alike and (coalesce(not p_one.period && p_other.period, false)
               or (meets_at_an_edge and (not is_within or p_one.sequence like '%/%') and format.one = format.other
                   and onceover.differ_in_number(p_one.sequence, p_other.sequence))) is true,
           is_alike and meets_at_an_edge and p_one.ties and p_other.ties
               and (p_one.closing_minor = p_other.opening_minor or p_other.closing_minor = p_one.opening_minor) is true,
           is_alike and is_one_stretch
      from (select (select i.format from onceover.imports i where i.import_id = p_one.import_id) as one,
                   (select i.format from onceover.imports i where i.import_id = p_other.import_id) as other) format,
           lateral (select not onceover.is_notification(p_one.import_id) and not onceover.is_notification(p_other.import_id)
                           and p_one.currency = p_other.currency as is_alike,
                           coalesce(least(p_one.to_date, p_other.to_date) - greatest(p_one.from_date, p_other.from_date) <= 1, true) as meets_at_an_edge,
                           -- Days and months have numbers of their own.
                           coalesce(greatest(p_one.to_date - p_one.from_date, p_other.to_date - p_other.from_date) > 1
                                    and ((p_one.from_date <= p_other.from_date and p_other.to_date <= p_one.to_date)
                                         or (p_other.from_date <= p_one.from_date and p_one.to_date <= p_other.to_date)), false) as is_within,
                           coalesce((p_one.opening_minor, p_one.closing_minor) = (p_other.opening_minor, p_other.closing_minor)
                                    and p_one.opening_minor <> p_one.closing_minor, false)
                               and not (p_one.sequence like '%/%' and p_other.sequence like '%/%') as is_one_stretch) told
$$;

-- The record that a line of a statement is, or the name under which it is a new one. The line goes by its name, unless a
-- statement that shows the record of that name stands apart from its own: then it is another line that looks the same, and goes by
-- its position. Where a message within the day and the statement give one reference of the bank two days, it is one movement.
create function onceover.line_on_record(p_told onceover.import_statements, p_line jsonb, out known_id uuid, out free_name text)
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
declare
    name text;
    known onceover.records;
    day date := coalesce((p_line ->> 'booked_on')::date, (p_line ->> 'value_on')::date);
begin
    foreach name in array array[p_line ->> 'external_id', coalesce(p_line ->> 'position_id', p_line ->> 'external_id'),
        coalesce(p_line ->> 'position_id', p_line ->> 'external_id') || '#' || left(p_told.statement_row_id::text, 8)] loop
        select * into known from onceover.records r where r.layer = 'BANK' and r.owner_name = p_told.account and r.external_id = name;
        if not found then
            free_name := name;
            exit;
        elsif known.statement_row_id = p_told.statement_row_id
            -- What is not booked may change under its position.
            or ((p_line ->> 'state' = 'BOOKED' or known.amount_minor = (p_line ->> 'amount_minor')::bigint)
                and not exists (select from onceover.record_sightings v join onceover.import_statements t on t.statement_row_id = v.statement_row_id
                                 cross join lateral onceover.are_apart(t, p_told) a
                                 where v.record_id = known.record_id and (a.by_number or a.by_balance))) then
            known_id := known.record_id;
            return;
        end if;
    end loop;
    if free_name is distinct from p_line ->> 'external_id' or free_name not like 'bank:%' or p_line ->> 'state' <> 'BOOKED' or day is null then
        return;
    end if;
    select r.record_id into known_id
      from generate_series(-onceover.booking_days(), onceover.booking_days()) days_off (days)
      join onceover.records r on r.layer = 'BANK' and r.owner_name = p_told.account
       and r.external_id = replace(free_name, ':' || day || ':', ':' || day + days || ':')
     where days <> 0
       -- One side has told it, and only that one.
       and not exists (select from onceover.record_sightings v join onceover.import_statements t using (statement_row_id)
                        where v.record_id = r.record_id
                          and onceover.is_notification(t.import_id) = onceover.is_notification(p_told.import_id))
     order by abs(days), days limit 1;
end
$$;

-- A line that was recognised is the same money: the record under its name has its amount. Between two statements of an account it
-- also names the same payments, for only a notification tells more of a line than the statement.
create function onceover.check_recognised(p_told onceover.import_statements, p_records jsonb) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    clash record;
begin
    select r ->> 'ordinal' as entry into clash
      from jsonb_array_elements(p_records) r
      join onceover.record_sightings v on v.statement_row_id = p_told.statement_row_id and v.ordinal = (r ->> 'ordinal')::int
       and v.part = coalesce((r ->> 'part')::int, 1)
      join onceover.records known on known.record_id = v.record_id
     where known.statement_row_id <> p_told.statement_row_id and known.state = 'BOOKED'
       and ((known.amount_minor, known.currency, known.direction, known.is_reversal, known.state)
              is distinct from ((r ->> 'amount_minor')::bigint, r ->> 'currency', r ->> 'direction', coalesce((r ->> 'is_reversal')::boolean, false), r ->> 'state')
            or (onceover.is_stated(known) and not onceover.is_notification(p_told.import_id)
                and not onceover.is_notification(known.import_id)
                and (coalesce(r ->> 'reference', '') <> known.reference
                     or array(select jsonb_array_elements_text(coalesce(r -> 'named_references', '[]'))) <> known.named_references)))
     limit 1;
    if found then
        perform onceover.refuse('import.reissue_conflict', format(
            'Entry %s is stored already under the bank''s reference, with another amount or for another payment. A person asks the bank which one holds.',
            clash.entry));
    end if;
end
$$;

-- Every line of every new statement is on record, each as a record of its own, and what they add up to is what the balances say.
create function onceover.check_sightings(p_import uuid) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    other record;
begin
    if onceover.is_csv(p_import) then
        return;
    end if;
    select s.ordinal, s.entry_count, seen.entries into other
      from onceover.import_statements s
     cross join lateral (
          select count(distinct v.ordinal) as entries, count(*) - count(distinct v.record_id) as shared,
                 coalesce(sum(case r.direction when 'IN' then r.amount_minor else -r.amount_minor end)
                          filter (where r.state = 'BOOKED' and r.currency = s.currency), 0) as sum_minor
            from onceover.record_sightings v join onceover.records r using (record_id) where v.statement_row_id = s.statement_row_id) seen
     where s.import_id = p_import
       and (seen.entries <> s.entry_count or seen.shared > 0 or (s.is_complete and seen.sum_minor <> s.closing_minor - s.opening_minor))
     limit 1;
    if found then
        perform onceover.refuse('import.lines_lost', format(
            'Statement %s of the file has %s entries, of which %s could be told apart and kept. Nothing of this file was stored.',
            other.ordinal, other.entry_count, other.entries));
    end if;
end
$$;

-- What two statements of one account say of the days that both show, where nothing proves that they stand apart: each shows a run of
-- the account's lines. A line that only one of them has lies outside the other's days, or its balances have a place for it; and
-- two equal lines, one in each, are one or two: nobody can tell.
create function onceover.clashing_runs(p_mine onceover.import_statements, p_theirs onceover.import_statements, out entry int, out slot text, out problem text)
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    with apart as (select coalesce(a.by_number, false) as by_number, coalesce(a.by_balance, false) as by_balance, a.is_same_stretch
                from onceover.are_apart(p_mine, p_theirs) a),
    shown as materialized (
        select v.statement_row_id = p_mine.statement_row_id as is_mine, v.record_id, v.ordinal, v.slot, r.currency, r.is_reversal, r.narrative,
               case r.direction when 'IN' then r.amount_minor else -r.amount_minor end as signed_minor,
               r.references_found ->> 'account_servicer' as servicer
          from onceover.record_sightings v join onceover.records r using (record_id)
         where v.statement_row_id in (p_mine.statement_row_id, p_theirs.statement_row_id) and r.state = 'BOOKED'),
    lines as materialized (
        select s.*, exists (select from shown o where o.record_id = s.record_id and o.is_mine <> s.is_mine) as is_both from shown s),
    ends as (
        select is_mine, min(ordinal) filter (where is_both) as first, max(ordinal) filter (where is_both) as last,
               min(slot) filter (where is_both) as first_slot from lines group by is_mine),
    lone as (
        select l.is_mine, count(*) as lines, sum(signed_minor) as minor, coalesce(sum(signed_minor) filter (where ordinal < first), 0) as before_minor,
               coalesce(sum(signed_minor) filter (where ordinal > last), 0) as after_minor,
               coalesce(sum(signed_minor) filter (where slot < first_slot), 0) as earlier_minor
          from lines l join ends using (is_mine) where not is_both and currency = p_mine.currency group by l.is_mine),
    runs as (
        select coalesce(m.lines, 0) as mine_lines, coalesce(t.lines, 0) as theirs_lines, coalesce(m.minor, 0) as mine_minor, coalesce(t.minor, 0) as theirs_minor,
               array[0, coalesce(m.before_minor, 0), coalesce(m.after_minor, 0), coalesce(m.earlier_minor, 0)] as mine_ends,
               array[0, coalesce(t.before_minor, 0), coalesce(t.after_minor, 0), coalesce(t.earlier_minor, 0)] as theirs_ends,
               p_mine.opening_minor - p_theirs.opening_minor as later_by
          from (select 1) one left join lone m on m.is_mine left join lone t on not t.is_mine),
    equal_lines as (
        select m.ordinal, m.slot, m.signed_minor, (m.servicer <> t.servicer) is true as is_other, m.narrative = t.narrative as is_word_for_word
          from lines m join lines t on not t.is_mine and t.slot = m.slot and (t.signed_minor, t.currency, t.is_reversal) = (m.signed_minor, m.currency, m.is_reversal)
         where m.is_mine and not m.is_both and not t.is_both),
    judged as (
        select 1 as rank, ordinal, slot, 'OVERLAP' as problem from lines, apart where is_both and is_mine and (by_number or by_balance)
        union all
        select 2, ordinal, slot, 'TWICE' from equal_lines, apart where (not (by_number or by_balance) or is_same_stretch) and not is_other
        union all
        -- Where the one opens with what the other closed with, lines that cancel each other could stand in both.
        select 3, min(ordinal), min(slot), 'TWICE' from equal_lines, apart
         where by_balance and not by_number and is_word_for_word having min(signed_minor) < 0 and max(signed_minor) > 0
        union all
        select 4, l.ordinal, l.slot, 'OVERLAP' from lines l, apart,
               lateral (select case when l.is_mine then p_theirs else p_mine end as whole) other,
               lateral (select l.slot::date as day where l.slot <> '') d
         where not by_number and not by_balance and not l.is_both and (whole).is_complete
           -- Where both tie and share lines, the balances judge.
           and (((whole).from_date < day and day < (whole).to_date
                 and not ((p_mine.ties and p_theirs.ties) is true and exists (select from lines where is_both)))
                or (not (p_mine.ties and p_theirs.ties) is true and (whole).period @> tsrange(day::timestamp, (day + 1)::timestamp)))
        union all
        select 5, (select min(ordinal) from lines where is_mine), (select min(slot) from lines), 'OVERLAP' from runs, apart
         where (not (by_number or by_balance) or is_same_stretch) and p_mine.ties and p_theirs.ties and mine_lines + theirs_lines > 0
           and (exists (select from lines where is_both)
                or (p_mine.opening_minor, p_mine.closing_minor, p_mine.from_date, p_mine.to_date)
                   is not distinct from (p_theirs.opening_minor, p_theirs.closing_minor, p_theirs.from_date, p_theirs.to_date))
           and not (later_by = theirs_minor or -later_by = mine_minor
                    or (mine_lines = 0 and later_by = any (theirs_ends)) or (theirs_lines = 0 and -later_by = any (mine_ends))))
    select j.ordinal, j.slot, j.problem from judged j order by j.rank, j.ordinal limit 1
$$;

-- The statements of an import beside all others of their accounts. Nothing of it is stored where they contradict each other.
create function onceover.check_runs(p_import uuid) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    mine onceover.import_statements;
    theirs onceover.import_statements;
    clash record;
begin
    if onceover.is_csv(p_import) or onceover.is_notification(p_import) then
        return;
    end if;
    for mine in select * from onceover.import_statements s where s.import_id = p_import order by s.ordinal loop
        for theirs in
            select t.* from onceover.import_statements t
             where t.layer = 'BANK' and (t.account, t.currency) = (mine.account, mine.currency)
               and (t.import_id <> p_import or t.ordinal < mine.ordinal) and not onceover.is_csv(t.import_id) and not onceover.is_notification(t.import_id)
               and coalesce(t.from_date <= mine.to_date and mine.from_date <= t.to_date, true)
             order by t.from_date, t.statement_row_id
        loop
            select c.entry, c.slot, c.problem into clash from onceover.clashing_runs(mine, theirs) c where c.problem is not null;
            if clash.problem = 'TWICE' then
                perform onceover.refuse('import.overlap_undecided', format(
                    'Entry %s and a line of statement %s of account %s are equal, and nothing tells whether they are one: neither balances, '
                    'numbers nor the bank''s references. Bring one statement that shows %s whole, before the other one or in its place.',
                    clash.entry, theirs.statement_id, mine.account, coalesce(nullif(clash.slot, ''), 'those days')));
            elsif clash.problem is not null then
                perform onceover.refuse('import.overlap_conflict', format(
                    'Statement %s of account %s shows other lines for %s than entry %s and those beside it. A person asks the bank which one holds.',
                    theirs.statement_id, mine.account, clash.slot, coalesce(clash.entry::text, '-')));
            end if;
        end loop;
    end loop;
end
$$;
revoke all on function onceover.differ_in_number(text, text), onceover.are_apart(onceover.import_statements, onceover.import_statements),
    onceover.line_on_record(onceover.import_statements, jsonb), onceover.check_recognised(onceover.import_statements, jsonb),
    onceover.check_sightings(uuid), onceover.clashing_runs(onceover.import_statements, onceover.import_statements), onceover.check_runs(uuid) from public;

revoke all on function onceover.is_csv(uuid), onceover.check_one_form(uuid), onceover.check_lines(uuid),
    onceover.store_import_lines(uuid, uuid, jsonb), onceover.clashing_slot(onceover.import_statements, onceover.import_statements) from public;

create or replace view review.records as
select r.record_id, r.layer, r.owner_name, r.external_id, r.amount_minor, r.currency, r.direction, r.state, r.is_reversal, r.reference,
       r.provider_key, r.payee_account, r.references_found::text as references_found, r.narrative, r.booked_on::text as booked_on,
       r.value_on::text as value_on, r.import_id, r.ordinal, onceover.micros(r.seen_at) as seen_us,
       o.payment_id, o.role, o.tier, o.linked_by, onceover.micros(o.linked_at) as linked_us,
       r.kind, r.fee_minor, r.net_minor
  from onceover.records r left join onceover.record_owners o using (record_id);

-- Days that a statement shows from beginning to end: absence is only as good as this. A CSV file may be cut within its first
-- and its last day, and shows that nothing is missing between them only by its balances.
create or replace view review.import_statements as
select statement_row_id, import_id, ordinal, statement_id, sequence, account, currency, from_date::text as from_date,
       to_date::text as to_date, opening_minor, closing_minor, credits_minor, debits_minor, entry_count, ties, is_complete,
       warnings::text as warnings, layer, coalesce(nullif(owner_name, ''), account) as owner_name,
       (case when balances_follow and first_slot <> '' then from_date + 1 when is_complete then from_date end)::text as whole_from,
       (case when balances_follow and first_slot <> '' then to_date - 1 when is_complete then to_date end)::text as whole_to
  from onceover.import_statements;

-- A channel is a folder into which a server writes files of named accounts. It is set up as a profile is: two people approve exactly
-- its text.
alter table onceover.imports add column channel_name text not null default '';

create function onceover.check_channel(p_name text, p_body jsonb) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    field text;
begin
    if exists (select from onceover.profiles where provider = p_name and onceover.is_channel(body::jsonb) <> onceover.is_channel(p_body)) then
        perform onceover.refuse('profile.invalid', 'A channel and a provider never share a name.');
    end if;
    if not onceover.is_channel(p_body) then
        return;
    end if;
    select k into field from jsonb_object_keys(p_body) k
     where k not in ('kind', 'name', 'folder', 'layer', 'provider', 'accounts', 'format', 'csv_profile', 'encoding', 'currency') limit 1;
    if found then
        perform onceover.refuse('profile.invalid', format('A channel has no field %s.', left(field, 40)));
    end if;
    if exists (select from jsonb_each(p_body) e where e.key <> 'accounts' and (jsonb_typeof(e.value) <> 'string' or length(e.value #>> '{}') > 4096)) then
        perform onceover.refuse('profile.invalid', 'The fields of a channel are texts, but for its list of accounts.');
    end if;
    if coalesce(p_body ->> 'folder', '') !~ '^/' or (p_body ->> 'folder') ~ '(^|/)\.\.?(/|$)' then
        perform onceover.refuse('profile.invalid', 'A channel names its folder by a whole path.');
    end if;
    if coalesce(p_body ->> 'layer', '') not in ('BANK', 'SETTLEMENT', 'CHARGE') then
        perform onceover.refuse('profile.invalid', 'The layer of a channel is BANK, SETTLEMENT or CHARGE.');
    end if;
    if jsonb_typeof(p_body -> 'accounts') is distinct from 'array' or jsonb_array_length(p_body -> 'accounts') not between 1 and 1000
       or exists (select from jsonb_array_elements(p_body -> 'accounts') a where jsonb_typeof(a) <> 'string' or length(a #>> '{}') not between 1 and 100) then
        perform onceover.refuse('profile.invalid', 'A channel names the accounts whose files may come by it.');
    end if;
    if (p_body ->> 'layer' = 'BANK') = (p_body ? 'provider')
       or (p_body ? 'provider' and onceover.capabilities(p_body ->> 'provider') is null) then
        perform onceover.refuse('profile.invalid', 'A channel of a provider''s files names a provider that is in force; one of a bank''s names none.');
    end if;
end
$$;

create function onceover.channels_in_force(out channel text, out version int, out body jsonb, out sha256 text, out decision_id uuid, out in_force_at timestamptz)
returns setof record
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select * from (select distinct on (p.provider) p.provider, p.version, p.body::jsonb as told, p.sha256, p.decision_id, p.in_force_at
                     from onceover.profiles p order by p.provider, p.version desc) newest
     where onceover.is_channel(told)
$$;

create view review.channels as
select distinct on (p.provider) p.provider as channel, version, body::jsonb ->> 'folder' as folder, body::jsonb ->> 'layer' as layer,
       coalesce(body::jsonb ->> 'provider', '') as provider, (body::jsonb -> 'accounts')::text as accounts,
       coalesce(body::jsonb ->> 'format', '') as format, coalesce(body::jsonb ->> 'csv_profile', '') as csv_profile,
       coalesce(body::jsonb ->> 'encoding', '') as encoding, coalesce(body::jsonb ->> 'currency', '') as currency,
       sha256, decision_id, onceover.micros(in_force_at) as in_force_us
  from onceover.profiles p where body::jsonb ->> 'kind' = 'channel' order by p.provider, p.version desc;

-- Whatever the program that reads the folder believes: a channel's file shows the channel's accounts in the channel's layer.
create function onceover.check_channel_terms(p_import uuid) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    stranger record;
begin
    select s.account, s.layer, c.channel into stranger
      from onceover.imports i
      join onceover.import_statements s using (import_id)
      left join onceover.channels_in_force() c on c.channel = i.channel_name
     where i.import_id = p_import and i.channel_name <> ''
       and (c.channel is null or not c.body -> 'accounts' ? s.account or s.layer <> c.body ->> 'layer'
            or (s.layer <> 'BANK' and s.owner_name <> c.body ->> 'provider'))
     limit 1;
    if found then
        perform onceover.refuse('import.not_of_channel', format(
            'The channel %s was not approved for account %s in the layer %s.', coalesce(stranger.channel, '?'), stranger.account, stranger.layer));
    end if;
end
$$;
revoke all on function onceover.is_channel(jsonb), onceover.check_channel(text, jsonb), onceover.channels_in_force(),
    onceover.check_channel_terms(uuid) from public;

-- One row for each source of evidence: an account (or a provider's payout file) in one format and currency. A source's rhythm
-- is the distance between its days of nine statements in ten, so that weekends do not make it late; its delay is the shortest
-- that it ever needed, for files that were brought in later than they could have been say nothing of the source.
create view review.sources as
with told as (
    select s.account, s.layer, coalesce(nullif(s.owner_name, ''), s.account) as owner_name, i.format, s.currency, s.import_id, i.file_name,
           i.stored_at, s.from_date, s.to_date, s.ties
      from onceover.import_statements s join onceover.imports i using (import_id)
     where i.channel = 'APPROVED_CHANNEL' or i.accepted_decision_id is not null),
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
     where s.from_date is not null and s.to_date is not null
       and (i.channel = 'APPROVED_CHANNEL' or i.accepted_decision_id is not null)),
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

-- As is_told_elsewhere, for those who look at records.
create function onceover.is_record_told_elsewhere(p_record uuid) returns boolean
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$ select onceover.is_told_elsewhere(r) from onceover.records r where r.record_id = p_record $$;
revoke all on function onceover.is_record_told_elsewhere(uuid) from public;
grant execute on function onceover.is_record_told_elsewhere(uuid) to onceover_viewer, onceover_auditor;

-- A line that its parts tell, a part whose line or other name is settled, and a line that another message told first are nobody's
-- orphans. Fees, payouts and what moves between a provider's pockets belong to no payment: they are explained by their kind.
drop view review.orphans;
create view review.orphans as
select r.*, (select count(*) from onceover.candidates c where c.record_id = r.record_id) as candidate_count
  from review.records r
 where r.payment_id is null and r.state not in ('DECLINED', 'PENDING', 'INFO')
   and r.kind not in ('FEE', 'RESERVE', 'PAYOUT', 'CARRY', 'CONVERSION', 'TRANSFER', 'ADJUSTMENT')
   and not exists (select from onceover.records part
                    where r.layer = 'BANK' and part.layer = 'BANK' and part.owner_name = r.owner_name and part.entry_name <> ''
                      and part.entry_name = r.external_id)
   and not exists (select from onceover.records own join onceover.records beside
                        on beside.layer = own.layer and beside.owner_name = own.owner_name
                       and (beside.external_id = own.entry_name
                            or (beside.entry_name = own.entry_name and starts_with(own.external_id, own.entry_name || '#named')))
                      join onceover.record_owners o on o.record_id = beside.record_id
                    where own.record_id = r.record_id and own.entry_name <> '')
   and not (r.reference <> '' and r.layer = 'BANK' and onceover.is_record_told_elsewhere(r.record_id));

grant select on review.channels to onceover_viewer, onceover_auditor, onceover_ingest;
grant select on review.orphans, review.sources, review.source_gaps, review.duplicates, review.expectations, review.next_evidence
    to onceover_viewer, onceover_auditor;
