-- The same money in two messages of a bank: a line of the account, and a notification or a later report that tells its parts.
set local role onceover_owner;

alter table onceover.records add column entry_name text not null default '';
comment on column onceover.records.entry_name is
    'Of a part: the external_id of the line that it is a part of. The money is the line''s; the part only says whose it is.';
create index records_by_entry on onceover.records (owner_name, entry_name) where entry_name <> '';

-- Reports within the day and notifications tell of money that the statement of the account shows again.
create function onceover.is_notification(p_import uuid) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select exists (select from onceover.imports i where i.import_id = p_import and i.format in ('camt.052', 'camt.054'))
$$;

-- Whether a statement of the account shows this line, whoever told it first.
create function onceover.is_stated(p_record onceover.records) returns boolean
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
begin
    return not onceover.is_notification(p_record.import_id)
        or exists (select from onceover.record_sightings v join onceover.import_statements s using (statement_row_id)
                    where v.record_id = p_record.record_id and not onceover.is_notification(s.import_id));
end
$$;

-- Whether this part is another message's name for the whole line.
create function onceover.is_whole_name(p_part onceover.records) returns boolean
language sql immutable
set search_path = pg_catalog, pg_temp
as $$ select starts_with(p_part.external_id, p_part.entry_name || '#named') $$;

-- Whether these names of a line are on record for the line: its own, or those of its parts.
create function onceover.is_new_name(p_line onceover.records, p_reference text, p_named text[]) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select exists (
        select from (select p_reference union select unnest(p_named)) n (name)
         where n.name <> '' and n.name <> p_line.reference and not p_line.named_references @> array[n.name]
           and not exists (select from onceover.records part
                            where part.layer = p_line.layer and part.owner_name = p_line.owner_name and part.entry_name <> ''
                              and part.entry_name = p_line.external_id
                              and (part.reference = n.name or part.named_references @> array[n.name])))
$$;

-- How many days may lie between an evening's report of a movement and its booking: a weekend with holidays at its ends.
create function onceover.booking_days() returns int
language sql immutable
set search_path = pg_catalog, pg_temp
as $$ select 5 $$;

-- Whether two lines of two messages can be one movement of one account: by the bank's own reference, or, where one of them
-- lacks it, a notification beside a line of the statement. Two lines of statements never are. Where one has no day of booking,
-- its day of value tells.
create function onceover.may_be_one_line(p_one onceover.records, p_other onceover.records) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select p_one.layer = p_other.layer and p_one.owner_name = p_other.owner_name and p_one.import_id <> p_other.import_id
       and (p_one.amount_minor, p_one.currency, p_one.direction, p_one.is_reversal)
         = (p_other.amount_minor, p_other.currency, p_other.direction, p_other.is_reversal)
       and case when p_one.references_found ->> 'account_servicer' = p_other.references_found ->> 'account_servicer'
               then abs(coalesce(p_one.booked_on, p_one.value_on) - coalesce(p_other.booked_on, p_other.value_on)) <= onceover.booking_days() is not false
                    and not (onceover.is_stated(p_one) and onceover.is_stated(p_other))
               else (not p_one.references_found ? 'account_servicer' or not p_other.references_found ? 'account_servicer')
                    and coalesce(p_one.booked_on = p_other.booked_on,
                        abs(coalesce(p_one.booked_on, p_one.value_on) - coalesce(p_other.booked_on, p_other.value_on)) <= onceover.booking_days(), true)
                    and onceover.is_stated(p_one) <> onceover.is_stated(p_other) end
$$;

-- Whether another message's line under this record's name speaks for it. One line speaks for one, over all days: those that came
-- before this record and that the same lines could speak for are counted.
create function onceover.is_told_elsewhere(p_record onceover.records) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    with speakers as (
        select other from onceover.record_owners o join onceover.records other using (record_id)
         where o.payment_id in (select p.payment_id from onceover.payments p where p.reference = p_record.reference)
           and other.record_id <> p_record.record_id and onceover.may_be_one_line(other, p_record))
    select p_record.reference <> ''
       and (select count(*) from speakers)
         >= (select count(*) from onceover.records mine
              where mine.reference = p_record.reference and mine.layer = p_record.layer and mine.owner_name = p_record.owner_name
                and (mine.amount_minor, mine.currency, mine.direction, mine.is_reversal, mine.state)
                  = (p_record.amount_minor, p_record.currency, p_record.direction, p_record.is_reversal, p_record.state)
                and onceover.is_stated(mine) = onceover.is_stated(p_record)
                and (mine.record_id = p_record.record_id
                     or ((mine.seen_at, coalesce(mine.ordinal, 0), mine.record_id) < (p_record.seen_at, coalesce(p_record.ordinal, 0), p_record.record_id)
                         and exists (select from speakers where onceover.may_be_one_line(speakers.other, mine)))))
$$;

-- Whether a line that shows this record's money is spoken for: the line that it is a part of, its own parts, another message's name
-- for the same line, or the same line in another message.
create function onceover.is_spoken_for(p_record onceover.records) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select exists (
        select from onceover.record_owners o join onceover.records other using (record_id)
         where other.layer = p_record.layer and other.owner_name = p_record.owner_name and other.record_id <> p_record.record_id
           and p_record.entry_name <> '' and other.external_id = p_record.entry_name)
    or exists (
        select from onceover.record_owners o join onceover.records part using (record_id)
         where part.owner_name = p_record.owner_name and part.layer = p_record.layer and part.entry_name <> ''
           and part.entry_name = p_record.external_id)
    or exists (
        select from onceover.record_owners o join onceover.records beside using (record_id)
         where beside.layer = p_record.layer and beside.owner_name = p_record.owner_name and p_record.entry_name <> ''
           and beside.entry_name = p_record.entry_name and beside.record_id <> p_record.record_id
           and (onceover.is_whole_name(beside) or onceover.is_whole_name(p_record)))
    or onceover.is_told_elsewhere(p_record)
$$;

-- Whether parts of this line are known: its money is told by them.
create function onceover.has_parts(p_owner text, p_external text) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select exists (select from onceover.records part where part.owner_name = p_owner and part.entry_name <> '' and part.entry_name = p_external
                      and part.layer = 'BANK')
$$;

-- Numbers that are missing between the statements of an account, each year for itself: banks begin again.
create view review.statement_gaps as
select account, year, after_sequence + 1 as first_missing, next_sequence - 1 as last_missing
  from (select account, date_part('year', coalesce(to_date, from_date, issued_on))::int as year, number as after_sequence,
               lead(number) over (partition by account, date_part('year', coalesce(to_date, from_date, issued_on))
                                            order by number) as next_sequence
          from onceover.import_statements, lateral (select split_part(sequence, '/', 1)::bigint as number where sequence ~ '^[0-9]{1,12}(/.*)?$') n) numbered
 where next_sequence > after_sequence + 1;
grant select on review.statement_gaps to onceover_viewer, onceover_auditor;

revoke all on function onceover.is_notification(uuid), onceover.is_stated(onceover.records), onceover.is_whole_name(onceover.records),
    onceover.is_new_name(onceover.records, text, text[]), onceover.booking_days(),
    onceover.may_be_one_line(onceover.records, onceover.records), onceover.is_told_elsewhere(onceover.records),
    onceover.is_spoken_for(onceover.records), onceover.has_parts(text, text) from public;
