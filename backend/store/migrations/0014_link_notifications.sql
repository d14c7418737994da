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

-- Whether two lines of two messages can be one movement of one account: by the bank's own reference, or, where one of them
-- lacks it, a notification beside a line of the statement.
create function onceover.may_be_one_line(p_one onceover.records, p_other onceover.records) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select p_one.layer = p_other.layer and p_one.owner_name = p_other.owner_name and p_one.import_id <> p_other.import_id
       and (p_one.amount_minor, p_one.currency, p_one.direction, p_one.is_reversal)
         = (p_other.amount_minor, p_other.currency, p_other.direction, p_other.is_reversal)
       and coalesce(p_one.booked_on = p_other.booked_on, true)
       and case when p_one.references_found ->> 'account_servicer' = p_other.references_found ->> 'account_servicer'
               then onceover.is_notification(p_one.import_id) or onceover.is_notification(p_other.import_id)
               else (not p_one.references_found ? 'account_servicer' or not p_other.references_found ? 'account_servicer')
                    and onceover.is_notification(p_one.import_id) <> onceover.is_notification(p_other.import_id) end
$$;

-- Whether a line that shows this record's money is spoken for: the line that it is a part of, its own parts, or the same line
-- in another message. Lines that look the same are counted: one message's second line is not spoken for by the other's first.
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
    or (p_record.reference <> ''
        and (select count(*) from onceover.record_owners o join onceover.records other using (record_id)
              where o.payment_id in (select p.payment_id from onceover.payments p where p.reference = p_record.reference)
                and onceover.may_be_one_line(other, p_record))
         >= (select count(*) from onceover.records mine
              where mine.reference = p_record.reference and mine.layer = p_record.layer and mine.owner_name = p_record.owner_name
                and (mine.amount_minor, mine.currency, mine.direction, mine.is_reversal, mine.state)
                  = (p_record.amount_minor, p_record.currency, p_record.direction, p_record.is_reversal, p_record.state)
                and coalesce(mine.booked_on = p_record.booked_on, true)
                and onceover.is_notification(mine.import_id) = onceover.is_notification(p_record.import_id)
                and (mine.seen_at, coalesce(mine.ordinal, 0), mine.record_id) <= (p_record.seen_at, coalesce(p_record.ordinal, 0), p_record.record_id)))
$$;

-- Whether parts of this line are known: its money is told by them.
create function onceover.has_parts(p_owner text, p_external text) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select exists (select from onceover.records part where part.owner_name = p_owner and part.entry_name <> '' and part.entry_name = p_external
                      and part.layer = 'BANK')
$$;

-- A line that its parts tell, a part whose line is settled, and a line that another message told first are nobody's orphans.
create or replace view review.orphans as
select r.*, (select count(*) from onceover.candidates c where c.record_id = r.record_id) as candidate_count
  from review.records r
 where r.payment_id is null and r.state not in ('DECLINED', 'PENDING', 'INFO')
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

-- Numbers that are missing between the statements of an account, each year for itself: banks begin again.
create view review.statement_gaps as
select account, year, after_sequence + 1 as first_missing, next_sequence - 1 as last_missing
  from (select account, date_part('year', coalesce(to_date, from_date, issued_on))::int as year, sequence::bigint as after_sequence,
               lead(sequence::bigint) over (partition by account, date_part('year', coalesce(to_date, from_date, issued_on))
                                            order by sequence::bigint) as next_sequence
          from onceover.import_statements where sequence ~ '^[0-9]{1,12}$') numbered
 where next_sequence > after_sequence + 1;
grant select on review.statement_gaps to onceover_viewer, onceover_auditor;

revoke all on function onceover.is_notification(uuid), onceover.may_be_one_line(onceover.records, onceover.records),
    onceover.is_spoken_for(onceover.records), onceover.has_parts(text, text) from public;
