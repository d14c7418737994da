-- Roles come first: every object belongs to a role that nobody can log in as, and every grant names a group.
-- Roles are shared by a cluster, so a second database finds them already there.
do $$
declare
    role_name text;
begin
    foreach role_name in array array['onceover_owner', 'onceover_viewer', 'onceover_reviewer', 'onceover_approver',
        'onceover_auditor', 'onceover_officer', 'onceover_core', 'onceover_intake', 'onceover_ingest']
    loop
        begin
            execute format('create role %I nologin noinherit', role_name);
        exception when duplicate_object or unique_violation then
            null;
        end;
    end loop;
end
$$;

alter schema onceover owner to onceover_owner;
alter table onceover.schema_migrations owner to onceover_owner;
revoke all on schema onceover from public;
create schema review authorization onceover_owner;
revoke all on schema review from public;
revoke create on schema public from public;

-- What the owner creates from here on is closed to everybody until a grant opens it.
alter default privileges for role onceover_owner revoke execute on functions from public;
alter default privileges for role onceover_owner revoke all on tables from public;
