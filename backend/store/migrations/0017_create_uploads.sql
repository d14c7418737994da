-- A person's file. Until a second person accepts its hash and coverage it waits outside the tables of evidence: it is on no
-- record, links nothing, and stands in nobody's way. The acceptance stores it, by the checks of an approved channel's file.
set local role onceover_owner;

insert into onceover.reason_codes values
    ('ACCEPT_FILE', 'FROM_BANK_PORTAL'), ('ACCEPT_FILE', 'SENT_BY_BANK'), ('ACCEPT_FILE', 'CHANNEL_FAILED'), ('ACCEPT_FILE', 'OTHER');

insert into onceover.event_kinds values ('FILE_UPLOADED', '', ''), ('FILE_ACCEPTED', '', '');

create table onceover.uploads (
    upload_id uuid primary key,
    sha256 text not null constraint upload_is_named_by_its_hash check (sha256 ~ '^[0-9a-f]{64}$'),
    file_name text not null constraint upload_has_a_name check (length(file_name) between 1 and 255),
    format text not null constraint upload_has_a_format check (length(format) between 1 and 100),
    reading text not null constraint reading_is_short check (length(reading) <= 200),
    byte_count bigint not null constraint upload_has_bytes check (byte_count > 0),
    person_id uuid not null references onceover.people,
    login text not null,
    begun_at timestamptz not null default clock_timestamp()
);
comment on column onceover.uploads.reading is 'The encoding, and whatever else was chosen, that the file was read with.';

-- What the person's program read in the file, in the words of store_import_statement, store_import_records and store_import_lines.
create table onceover.upload_parts (
    upload_id uuid not null references onceover.uploads,
    ordinal int not null constraint parts_are_counted check (ordinal between 1 and 20000),
    kind text not null constraint part_is_known check (kind in ('STATEMENT', 'RECORDS', 'LINES')),
    body jsonb not null,
    sha256 text not null,
    primary key (upload_id, ordinal),
    constraint part_has_its_shape check (case kind when 'STATEMENT' then jsonb_typeof(body) = 'object'
        else jsonb_typeof(body) = 'array' and jsonb_array_length(body) between 1 and 2000 end)
);

-- An upload that is whole; from here on nothing is added, and its digest is what two people agree on.
create table onceover.finished_uploads (
    upload_id uuid primary key references onceover.uploads,
    content_sha256 text not null,
    record_count bigint not null,
    digest text not null constraint upload_digest_is_sha256 check (digest ~ '^[0-9a-f]{64}$'),
    finished_at timestamptz not null default clock_timestamp()
);

alter table onceover.proposals add constraint proposal_names_an_upload foreign key (upload_id) references onceover.finished_uploads;

do $$
declare
    fact text;
begin
    foreach fact in array array['uploads', 'upload_parts', 'finished_uploads']
    loop
        execute format('create trigger append_only before update or delete on onceover.%I for each row execute function onceover.guard_append_only()', fact);
        execute format('create trigger append_only_truncate before truncate on onceover.%I for each statement execute function onceover.guard_append_only()', fact);
        execute format('alter table onceover.%I enable always trigger append_only', fact);
        execute format('alter table onceover.%I enable always trigger append_only_truncate', fact);
    end loop;
end
$$;

-- Two people agreed on this file, and neither of them is a second name of its uploader's.
create function onceover.is_agreed_about_file(p_decision uuid, p_import uuid, p_sha256 text) returns boolean
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select exists (
        select from onceover.proposals q
          join onceover.approvals a using (decision_id)
          join onceover.uploads u using (upload_id)
          join onceover.finished_uploads f using (upload_id)
         where q.decision_id = p_decision and q.kind = 'ACCEPT_FILE' and q.upload_id = p_import and u.sha256 = p_sha256
           and q.digest = f.digest and a.digest = f.digest and a.approved_by <> q.proposed_by and a.approved_by <> u.person_id)
$$;

-- Whoever stores: the machine of an approved channel, or the acceptance of an upload, in the one transaction that does it.
create function onceover.require_storing(p_import uuid) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    if not exists (select from onceover.imports where import_id = p_import and channel = 'UPLOAD') then
        perform onceover.require_machine('INGEST');
    elsif not exists (select from onceover.imports where import_id = p_import and stored_in = pg_current_xact_id()) then
        perform onceover.refuse('import.upload_is_whole', 'Nothing is added to a person''s file: it is as two people accepted it.');
    end if;
end
$$;

create function onceover.require_linking(p_import uuid) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    import onceover.imports;
begin
    select * into import from onceover.imports where import_id = p_import;
    if exists (select from onceover.logins where login = session_user and person_id is not null) then
        perform onceover.current_person();
        perform onceover.require_group(array['onceover_approver']);
        if import.channel is distinct from 'UPLOAD' then
            perform onceover.refuse('import.not_an_upload', 'People link the files that people accepted; the others are linked by their channel.');
        end if;
        perform onceover.force_durability();
    else
        perform onceover.require_machine('INGEST');
    end if;
end
$$;

-- The tables repeat it, whatever a function does: no person's file is committed without its acceptance, and what a file was
-- stored as it stays. It looks when the transaction ends, outside the function that wrote.
create function onceover.guard_import() returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
    if tg_op = 'UPDATE' and (new.import_id, new.sha256, new.channel, new.person_id, new.accepted_decision_id, new.stored_in, new.format)
            is distinct from (old.import_id, old.sha256, old.channel, old.person_id, old.accepted_decision_id, old.stored_in, old.format) then
        perform onceover.refuse('guard.import_changed', 'Of a stored file nothing changes but whether it is linked.');
    end if;
    if new.channel = 'UPLOAD' and not onceover.is_agreed_about_file(new.accepted_decision_id, new.import_id, new.sha256) then
        perform onceover.refuse('guard.not_accepted', 'A person''s file is stored by the acceptance of a second person alone.');
    end if;
    return null;
end
$$;
-- At the end of the transaction: an upload is first tried, and what was tried is taken back.
create constraint trigger guard_import after insert or update on onceover.imports deferrable initially deferred
    for each row execute function onceover.guard_import();
alter table onceover.imports enable always trigger guard_import;

-- Nothing is added to a person's file after the transaction that stored it.
create function onceover.guard_import_part() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    if exists (select from added join onceover.imports i using (import_id) where i.channel = 'UPLOAD' and i.stored_in <> pg_current_xact_id()) then
        perform onceover.refuse('guard.upload_is_whole', 'Nothing is added to a person''s file.');
    end if;
    return null;
end
$$;
create trigger guard_import_part after insert on onceover.import_statements referencing new table as added
    for each statement execute function onceover.guard_import_part();
create trigger guard_import_part after insert on onceover.records referencing new table as added
    for each statement execute function onceover.guard_import_part();
alter table onceover.import_statements enable always trigger guard_import_part;
alter table onceover.records enable always trigger guard_import_part;

create function onceover.lock_upload(p_upload uuid) returns onceover.uploads
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    upload onceover.uploads;
begin
    perform pg_advisory_xact_lock(hashtextextended('onceover.upload:' || p_upload, 0));
    select * into upload from onceover.uploads where upload_id = p_upload;
    if not found then
        perform onceover.refuse('upload.unknown', 'There is no such file.');
    end if;
    return upload;
end
$$;

-- Of the uploader alone, and until it is whole.
create function onceover.lock_unfinished_upload(p_upload uuid) returns onceover.uploads
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    person uuid := onceover.current_person();
    upload onceover.uploads;
begin
    perform onceover.require_group(array['onceover_reviewer']);
    perform onceover.force_durability();
    upload := onceover.lock_upload(p_upload);
    if upload.person_id <> person then
        perform onceover.refuse('upload.not_yours', 'Another person uploads this file.');
    end if;
    return upload;
end
$$;

-- A person begins to upload. The id is that of the whole command; repeating it with the same content is a read.
create function onceover.begin_upload(p_upload uuid, p_file jsonb) returns text
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    person uuid := onceover.current_person();
    known onceover.uploads;
begin
    perform onceover.require_group(array['onceover_reviewer']);
    perform onceover.force_durability();
    if p_upload is null then
        perform onceover.refuse('command.no_id', 'A command needs an id of its own.');
    end if;
    perform pg_advisory_xact_lock(hashtextextended('onceover.upload:' || p_upload, 0));
    if exists (select from onceover.commands where command_id = p_upload and command = 'VOID') then
        perform onceover.refuse('command.void', 'This command was asked for before it arrived and declared void; it can no longer be done.');
    end if;
    select * into known from onceover.uploads where upload_id = p_upload;
    if found then
        if (known.person_id, known.sha256, known.file_name, known.format, known.reading, known.byte_count)
           is distinct from (person, p_file ->> 'sha256', left(p_file ->> 'file_name', 255), p_file ->> 'format',
                             coalesce(p_file ->> 'reading', ''), (p_file ->> 'byte_count')::bigint) then
            perform onceover.refuse('command.reused', 'This command id was used by another person or for something else.');
        end if;
        return case when exists (select from onceover.finished_uploads where upload_id = p_upload) then 'FINISHED' else 'BEGUN' end;
    end if;
    if exists (select from onceover.chains where subject_id = p_upload) then
        perform onceover.refuse('chain.other_subject', 'This id already names something else.');
    end if;
    if exists (select from onceover.imports where sha256 = p_file ->> 'sha256') then
        perform onceover.refuse('upload.stored_before', 'This file is stored already, byte for byte.');
    end if;
    if exists (select from onceover.uploads u join onceover.open_proposals o on o.subject = u.upload_id::text where u.sha256 = p_file ->> 'sha256') then
        perform onceover.refuse('upload.waits', 'This file was uploaded before and waits for a second person.');
    end if;
    insert into onceover.uploads (upload_id, sha256, file_name, format, reading, byte_count, person_id, login)
    values (p_upload, p_file ->> 'sha256', left(p_file ->> 'file_name', 255), p_file ->> 'format', coalesce(p_file ->> 'reading', ''),
        (p_file ->> 'byte_count')::bigint, person, session_user);
    return 'BEGUN';
end
$$;

create function onceover.add_upload_part(p_upload uuid, p_ordinal int, p_kind text, p_body jsonb) returns text
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    upload onceover.uploads := onceover.lock_unfinished_upload(p_upload);
    hash text := encode(sha256(convert_to(p_kind || ' ' || p_body::text, 'UTF8')), 'hex');
    known text;
begin
    select sha256 into known from onceover.upload_parts where upload_id = upload.upload_id and ordinal = p_ordinal;
    if found then
        if known <> hash then
            perform onceover.refuse('upload.part_reused', 'This part of the file was added with other content.');
        end if;
        return 'KNOWN';
    end if;
    if exists (select from onceover.finished_uploads where upload_id = upload.upload_id) then
        perform onceover.refuse('upload.is_whole', 'Nothing is added to a file that is whole.');
    end if;
    if octet_length(p_body::text) > 8388608 then
        perform onceover.refuse('upload.part_too_large', 'A part of a file is larger than 8 MiB.');
    end if;
    insert into onceover.upload_parts (upload_id, ordinal, kind, body, sha256) values (upload.upload_id, p_ordinal, p_kind, p_body, hash);
    return 'ADDED';
end
$$;

-- What people see of a file and bind their decision to: its hash, its reading, who brought it, and what it covers.
create function onceover.upload_facts(p_upload uuid, p_content text, p_records bigint) returns text[]
language sql stable
set search_path = pg_catalog, pg_temp
as $$
    select array[u.upload_id::text, u.sha256, u.file_name, u.format, u.reading, u.byte_count::text, u.person_id::text, p_content, p_records::text]
        || array(select coalesce(b.body ->> f.name, '')
                   from onceover.upload_parts b
                  cross join unnest(array['account', 'currency', 'from_date', 'to_date', 'opening_minor', 'closing_minor', 'credits_minor',
                                          'debits_minor', 'entry_count', 'ties']) with ordinality f (name, k)
                  where b.upload_id = u.upload_id and b.kind = 'STATEMENT' order by b.ordinal, f.k)
      from onceover.uploads u where u.upload_id = p_upload
$$;

-- The lines of a statement add up to what it says of itself, or the second person would see another sum than the one that
-- counts. A bundle whose parts are told has no sum of its own among them.
create function onceover.check_upload_sums(p_upload uuid) returns void
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
declare
    wrong record;
begin
    with placed as (
        select p.kind, p.body, count(*) filter (where p.kind = 'STATEMENT') over (order by p.ordinal) as statement_number
          from onceover.upload_parts p where p.upload_id = p_upload),
    lines as (
        select statement_number, kind, r ->> 'direction' as direction, r ->> 'state' as state, (r ->> 'amount_minor')::bigint as amount_minor,
               r ->> 'currency' as currency, r ->> 'entry_name' as entry_name, r ->> 'ordinal' as ordinal
          from placed cross join lateral jsonb_array_elements(body) r where kind <> 'STATEMENT'),
    sums as (
        select s.statement_number, s.body ->> 'account' as account, (s.body ->> 'entry_count')::bigint as said,
               (s.body ->> 'credits_minor')::bigint + (s.body ->> 'debits_minor')::bigint as said_minor,
               count(distinct coalesce(l.ordinal, '')) filter (where l.statement_number is not null) as given,
               coalesce(sum(l.amount_minor) filter (where l.entry_name is null and l.currency = s.body ->> 'currency'), 0) as given_minor,
               coalesce(bool_or(l.entry_name is not null or l.kind = 'LINES'), false) or coalesce(s.body ->> 'layer', 'BANK') <> 'BANK' as has_parts
          from placed s left join lines l using (statement_number)
         where s.kind = 'STATEMENT' group by s.statement_number, s.body)
    select * into wrong from sums
     where said is distinct from given or (not has_parts and given_minor < said_minor) order by statement_number limit 1;
    if found then
        perform onceover.refuse('import.control_totals', format(
            'Statement %s of the file, account %s, says %s lines and %s are in it, or their sums differ. Nothing was stored.',
            wrong.statement_number, wrong.account, wrong.said, wrong.given));
    end if;
    if exists (select from onceover.upload_parts where upload_id = p_upload and ordinal = 1 and kind <> 'STATEMENT') then
        perform onceover.refuse('import.control_totals', 'The file has lines that belong to no statement. Nothing was stored.');
    end if;
end
$$;

-- Stores the file as an approved channel's would be stored. Without a decision it is a trial, which nobody may commit.
create function onceover.store_upload(p_upload uuid, p_decision uuid, p_person uuid) returns bigint
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
    upload onceover.uploads;
    part onceover.upload_parts;
    statement_row uuid;
    stored bigint := 0;
    new_statements int := 0;
begin
    select * into strict upload from onceover.uploads where upload_id = p_upload;
    insert into onceover.imports (import_id, sha256, file_name, format, byte_count, channel, uploaded_by, person_id, accepted_decision_id)
    values (upload.upload_id, upload.sha256, upload.file_name, upload.format, upload.byte_count, 'UPLOAD', upload.login, upload.person_id, p_decision)
    on conflict (sha256) do nothing;
    if not found then
        perform onceover.refuse('upload.stored_before', 'This file is stored already, byte for byte.');
    end if;
    for part in select * from onceover.upload_parts where upload_id = p_upload order by ordinal
    loop
        if part.kind = 'STATEMENT' then
            statement_row := null;
            -- A statement that another file brought before is not stored again, nor are its lines.
            if onceover.store_import_statement(p_upload, part.body) is null then
                statement_row := (part.body ->> 'statement_row_id')::uuid;
                new_statements := new_statements + 1;
            end if;
        elsif statement_row is null then
            continue;
        elsif part.kind = 'LINES' then
            stored := stored + onceover.store_import_lines(p_upload, statement_row, part.body);
        else
            stored := stored + onceover.store_import_records(p_upload, statement_row, part.body);
        end if;
    end loop;
    if new_statements = 0 and exists (select from onceover.upload_parts where upload_id = p_upload) then
        perform onceover.refuse('upload.nothing_new', 'Every statement of this file is stored already.');
    end if;
    perform onceover.finish_import(p_upload);
    perform onceover.add_event(p_upload, 'IMPORT', 'FILE_ACCEPTED', 'PERSON', p_person,
        jsonb_build_object('sha256', upload.sha256, 'decision_id', p_decision, 'records', stored));
    return stored;
end
$$;

-- The file is whole: everything that would refuse it later refuses it now, before anybody is asked to accept it.
create function onceover.finish_upload(p_upload uuid) returns jsonb
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    begun record;
    upload onceover.uploads;
    content text;
    records bigint;
    made text;
begin
    select * into begun from onceover.begin_command(p_upload, 'finish_upload', array['onceover_reviewer'], array[p_upload::text]);
    if begun.answer is not null then
        return begun.answer;
    end if;
    upload := onceover.lock_unfinished_upload(p_upload);
    perform onceover.check_upload_sums(p_upload);
    begin
        records := onceover.store_upload(p_upload, null, begun.person);
        raise exception using errcode = 'OO006', message = 'upload.tried';
    exception when sqlstate 'OO006' then
        null;
    end;
    select encode(sha256(convert_to(string_agg(sha256, ' ' order by ordinal), 'UTF8')), 'hex') into content
      from onceover.upload_parts where upload_id = p_upload;
    made := encode(sha256(onceover.lp(1, array['onceover.upload'] || onceover.upload_facts(p_upload, content, records))), 'hex');
    insert into onceover.finished_uploads (upload_id, content_sha256, record_count, digest) values (p_upload, content, records, made);
    perform onceover.add_event(p_upload, 'IMPORT', 'FILE_UPLOADED', 'PERSON', begun.person, jsonb_build_object('sha256', upload.sha256,
        'file_name', upload.file_name, 'format', upload.format, 'digest', made));
    return onceover.end_command(p_upload, begun.person, 'finish_upload', begun.content,
        jsonb_build_object('outcome', 'DONE', 'upload_id', p_upload, 'state', 'STORED', 'digest', made, 'records', records));
end
$$;

-- A person proposes that the file be accepted, as it was shown: hash and coverage.
create function onceover.propose_upload(p_decision uuid, p_upload uuid, p_reason_code text, p_note text, p_digest text) returns jsonb
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
    begun record;
    upload onceover.uploads;
    finished onceover.finished_uploads;
begin
    select * into begun from onceover.begin_command(p_decision, 'propose_upload', array['onceover_reviewer'],
        array[p_upload::text, p_reason_code, p_note, p_digest]);
    if begun.answer is not null then
        return begun.answer;
    end if;
    perform onceover.require_state_for('IMPORT', 'ACCEPT_FILE');
    upload := onceover.lock_upload(p_upload);
    perform onceover.require_words('ACCEPT_FILE', p_reason_code, p_note, true);
    select * into finished from onceover.finished_uploads where upload_id = p_upload;
    if not found then
        perform onceover.refuse('upload.not_whole', 'This file was not uploaded to its end.');
    end if;
    if exists (select from onceover.imports where sha256 = upload.sha256) then
        perform onceover.refuse('upload.stored_before', 'This file is stored already, byte for byte.');
    end if;
    perform onceover.end_expired_proposal(p_upload::text);
    if exists (select from onceover.open_proposals where subject = p_upload::text) then
        perform onceover.refuse('proposal.open', 'This file waits for a second person already; approve or withdraw that first.');
    end if;
    if p_digest is distinct from finished.digest then
        perform onceover.refuse('digest.changed', 'The file is not as it was shown.');
    end if;
    insert into onceover.proposals (decision_id, subject_kind, upload_id, kind, reason_code, note, digest, facts, version,
        people_needed, proposed_by, proposed_login, expires_at, content_sha256)
    values (p_decision, 'IMPORT', p_upload, 'ACCEPT_FILE', p_reason_code, p_note, p_digest,
        jsonb_build_object('file', onceover.upload_facts(p_upload, finished.content_sha256, finished.record_count)), 0,
        2, begun.person, session_user, clock_timestamp() + interval '24 hours', begun.content);
    insert into onceover.open_proposals (subject, decision_id) values (p_upload::text, p_decision);
    perform onceover.add_event(p_upload, 'IMPORT', 'PROPOSED', 'PERSON', begun.person, jsonb_build_object('decision_id', p_decision,
        'kind', 'ACCEPT_FILE', 'reason_code', p_reason_code, 'digest', p_digest, 'content_sha256', begun.content));
    return onceover.end_command(p_decision, begun.person, 'propose_upload', begun.content, onceover.decision_answer(p_decision));
end
$$;

-- The caller holds the upload's lock and has checked everything.
create function onceover.put_upload_in_force(p_proposal onceover.proposals, p_person uuid) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
    perform onceover.end_proposal(p_proposal.decision_id, 'IN_FORCE', 'approved by a second person', 'DECIDED', 'PERSON', p_person,
        jsonb_build_object('reason_code', p_proposal.reason_code));
    perform onceover.store_upload(p_proposal.upload_id, p_proposal.decision_id, p_person);
end
$$;

-- What an approval stored and nobody linked yet, for the ingest's next run: the approver's session may have broken between.
create function onceover.accepted_imports(p_limit int) returns table (import_id uuid)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
    perform onceover.require_machine('INGEST');
    return query select i.import_id from onceover.imports i
                  where i.channel = 'UPLOAD' and i.linked_at is null order by i.stored_at limit p_limit;
end
$$;
create index import_statements_by_account on onceover.import_statements (account);
create index imports_to_link on onceover.imports (stored_at) where linked_at is null;

-- People's files with what a decision about one is bound to.
create view review.uploads as
select u.upload_id, u.sha256, u.file_name, u.format, u.reading, u.byte_count, u.person_id, p.display_name as person_name, u.login,
       onceover.micros(f.finished_at) as stored_us, f.content_sha256, f.record_count, f.digest,
       case when i.import_id is not null then 'ACCEPTED' when o.decision_id is not null then 'WAITS' else 'STORED' end as state,
       o.decision_id as open_decision_id, q.reason_code as open_reason_code, q.note as open_note, b.display_name as open_proposed_by_name,
       q.digest as open_digest, onceover.micros(q.expires_at) as open_expires_us
  from onceover.uploads u
  join onceover.finished_uploads f using (upload_id)
  join onceover.people p using (person_id)
  left join onceover.imports i on i.import_id = u.upload_id
  left join onceover.open_proposals o on o.subject = u.upload_id::text
  left join onceover.proposals q on q.decision_id = o.decision_id
  left join onceover.people b on b.person_id = q.proposed_by;

create view review.upload_statements as
select p.upload_id, p.ordinal, row_number() over (partition by p.upload_id order by p.ordinal) as number,
       p.body ->> 'account' as account, p.body ->> 'currency' as currency, p.body ->> 'from_date' as from_date, p.body ->> 'to_date' as to_date,
       (p.body ->> 'opening_minor')::bigint as opening_minor, (p.body ->> 'closing_minor')::bigint as closing_minor,
       (p.body ->> 'credits_minor')::bigint as credits_minor, (p.body ->> 'debits_minor')::bigint as debits_minor,
       (p.body ->> 'entry_count')::bigint as entry_count, (p.body ->> 'ties')::boolean as ties,
       coalesce((p.body ->> 'is_complete')::boolean, false) as is_complete, coalesce(p.body ->> 'statement_id', '') as statement_id,
       coalesce(p.body -> 'warnings', '[]')::text as warnings
  from onceover.upload_parts p join onceover.finished_uploads using (upload_id) where p.kind = 'STATEMENT';

create view review.upload_lines as
select p.upload_id, p.ordinal, l.k as number, l.line ->> 'booked_on' as booked_on, l.line ->> 'value_on' as value_on,
       (l.line ->> 'amount_minor')::bigint as amount_minor, l.line ->> 'currency' as currency, l.line ->> 'direction' as direction,
       l.line ->> 'state' as state, coalesce((l.line ->> 'is_reversal')::boolean, false) as is_reversal,
       coalesce(l.line ->> 'reference', '') as reference, coalesce(l.line ->> 'payee_account', '') as payee_account,
       coalesce(l.line ->> 'narrative', '') as narrative
  from onceover.upload_parts p join onceover.finished_uploads using (upload_id)
 cross join lateral jsonb_array_elements(p.body) with ordinality l (line, k)
 where p.kind <> 'STATEMENT';

-- Every file, whoever brought it, with how far it came.
create view review.files as
select i.import_id as file_id, i.file_name, i.format, i.channel, i.byte_count, i.sha256, onceover.micros(i.stored_at) as stored_us,
       case when i.linked_at is null then 'NOT_LINKED' when i.channel = 'UPLOAD' then 'ACCEPTED' else 'LINKED' end as state,
       coalesce(p.display_name, i.uploaded_by) as brought_by, c.accounts, c.from_date, c.to_date, c.statement_count, c.flagged_count,
       r.record_count, r.linked_count, r.candidate_count, r.record_count - r.linked_count - r.candidate_count as unmatched_count, g.gap_count,
       null::uuid as open_decision_id
  from onceover.imports i
  left join onceover.people p using (person_id)
 cross join lateral (select string_agg(distinct s.account, ', ') as accounts, array_agg(distinct s.account) as account_list,
                            min(s.from_date)::text as from_date, max(s.to_date)::text as to_date,
                            count(*) as statement_count, count(*) filter (where s.ties is false) as flagged_count
                       from onceover.import_statements s where s.import_id = i.import_id) c
 cross join lateral (select count(*) as record_count, count(o.record_id) as linked_count,
                            count(*) filter (where o.record_id is null and exists (select from onceover.candidates k where k.record_id = r.record_id)) as candidate_count
                       from onceover.records r left join onceover.record_owners o using (record_id) where r.import_id = i.import_id) r
 cross join lateral (select count(*) as gap_count from review.statement_gaps g
                      where g.account = any (c.account_list)) g
union all
select u.upload_id, u.file_name, u.format, 'UPLOAD', u.byte_count, u.sha256, u.stored_us, u.state, u.person_name, c.accounts, c.from_date, c.to_date,
       c.statement_count, c.flagged_count, u.record_count, 0, 0, 0, 0, u.open_decision_id
  from review.uploads u
 cross join lateral (select string_agg(distinct s.account, ', ') as accounts, min(s.from_date) as from_date, max(s.to_date) as to_date,
                            count(*) as statement_count, count(*) filter (where s.ties is false) as flagged_count
                       from review.upload_statements s where s.upload_id = u.upload_id) c
 where u.state <> 'ACCEPTED';

-- A decision about a file names it.
create or replace view review.decisions as
select q.decision_id, q.subject_kind, q.payment_id, q.provider, q.kind, q.reason_code, q.note, q.options::text as options, q.digest,
       q.version, q.people_needed, q.proposed_by, p.display_name as proposed_by_name, q.proposed_login,
       onceover.micros(q.proposed_at) as proposed_us, onceover.micros(q.expires_at) as expires_us,
       a.approved_by, b.display_name as approved_by_name, a.approved_login, onceover.micros(a.approved_at) as approved_us,
       coalesce(e.ended_as, 'OPEN') as state, e.why as end_reason, onceover.micros(e.ended_at) as ended_us, q.core_id, q.upload_id
  from onceover.proposals q
  join onceover.people p on p.person_id = q.proposed_by
  left join onceover.approvals a on a.decision_id = q.decision_id
  left join onceover.people b on b.person_id = a.approved_by
  left join onceover.proposal_ends e on e.decision_id = q.decision_id;

-- A file has its name in the list of events before it is stored, too.
create or replace view review.events as
select e.subject_id, c.subject_kind, e.seq, e.kind, e.at_us, e.actor, e.person_id, p.display_name as person_name, e.login, e.body,
       e.from_account, e.to_account, e.amount_minor, e.currency, e.epoch, encode(e.previous_leaf, 'hex') as previous_leaf,
       encode(e.leaf, 'hex') as leaf, e.xid::text as xid,
       case c.subject_kind
           when 'PAYMENT' then (select s.reference from onceover.payments s where s.payment_id = e.subject_id)
           when 'PERSON' then (select s.display_name from onceover.people s where s.person_id = e.subject_id)
           when 'CORE' then (select s.name from onceover.cores s where s.core_id = e.subject_id)
           when 'IMPORT' then coalesce((select s.file_name from onceover.imports s where s.import_id = e.subject_id),
               (select s.file_name from onceover.uploads s where s.upload_id = e.subject_id))
       end as subject_name
  from onceover.events e
  join onceover.chains c using (subject_id)
  left join onceover.people p on p.person_id = e.person_id;

grant select on review.uploads, review.upload_statements, review.upload_lines, review.files to onceover_viewer, onceover_auditor;

revoke execute on all functions in schema onceover from public;
grant execute on function onceover.begin_upload(uuid, jsonb), onceover.add_upload_part(uuid, int, text, jsonb), onceover.finish_upload(uuid),
    onceover.propose_upload(uuid, uuid, text, text, text) to onceover_reviewer;
grant execute on function onceover.link_import(uuid) to onceover_approver;
grant execute on function onceover.accepted_imports(int) to onceover_ingest;
