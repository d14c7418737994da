-- What there is of a login and of the person it is meant for.
select r.oid is not null as is_role,
       coalesce(r.rolsuper or pg_has_role(r.oid, 'onceover_owner', 'member'), false) as is_powerful,
       l.login is not null as is_enrolled,
       l.person_id is not distinct from $2::uuid and l.machine_kind is not distinct from $3 as is_same,
       exists (select from onceover.people where person_id = $2::uuid and disabled_at is null) as is_person,
       array_to_string(array(
           select distinct g.rolname
             from (select $1 as login union select login from onceover.logins where person_id = $2::uuid) mine
             join pg_roles m on m.rolname = mine.login
             join pg_roles g on g.rolname like 'onceover\_%' and pg_has_role(m.oid, g.oid, 'member')
            order by g.rolname), ',') as groups
  from (select 1) one
  left join pg_roles r on r.rolname = $1
  left join onceover.logins l on l.login = $1
