-- An administrator looks at the company as a role or as a person (decision 097). What is looked as stands on the session: it is
-- answered with every check of a request, and ends with it.

alter table auth_session
  add column view_tenant_id int,
  add column view_role_id bigint,
  add column view_user_id bigint,
  add column view_since timestamptz,
  add check ((view_tenant_id is null) = (view_role_id is null)),
  add check ((view_tenant_id is null) = (view_since is null)),
  add check (view_tenant_id is not null or view_user_id is null);

drop function membership_state(int, bigint, text, bigint[]);
create function membership_state(in_tenant int, person bigint, session text, types bigint[])
  returns table (session_live boolean, person_enabled boolean, membership_enabled boolean, tenant_enabled boolean, role_id bigint,
                 membership_version int, structure_version bigint, people_version bigint, lists_version bigint,
                 write_version numeric, enabled_count numeric, all_count numeric, second_factor_ok boolean,
                 view_tenant_id int, view_role_id bigint, view_user_id bigint)
  language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query
  select s.id is not null, u.enabled, m.enabled and r.enabled, t.enabled, m.role_id, m.version,
    t.structure_version, t.people_version, t.lists_version,
    c.version, c.enabled_count, c.all_count, not t.mfa_required or coalesce(s.second_factor, false),
    s.view_tenant_id, s.view_role_id, s.view_user_id
  from membership m
  join app_user u on u.id = m.user_id
  join tenant t on t.id = m.tenant_id
  join role r on r.tenant_id = m.tenant_id and r.id = m.role_id
  left join auth_session s on s.id = session and s."userId" = u.auth_user_id and s."expiresAt" > now()
  cross join lateral (
    select coalesce(sum(c.version), 0) as version, coalesce(sum(c.enabled_count), 0) as enabled_count, coalesce(sum(c.all_count), 0) as all_count
    from record_type_counter c where c.tenant_id = in_tenant and c.record_type_id = any(types)) c
  where m.tenant_id = in_tenant and m.user_id = person;
end $$;

-- The acting person's own session, and a role or a member of the company in which it acts. False where there is none such.
create function begin_view_as(in_session text, in_role bigint, in_person bigint) returns boolean
  language plpgsql security definer set search_path = public as $$
begin
  update auth_session s
    set view_tenant_id = current_tenant(), view_role_id = in_role, view_user_id = in_person, view_since = clock_timestamp()
  from app_user u
  where u.id = acting_user() and s."userId" = u.auth_user_id and s.id = in_session
    and exists (select from role r where r.tenant_id = current_tenant() and r.id = in_role)
    and (in_person is null or exists (select from membership m where m.tenant_id = current_tenant() and m.user_id = in_person));
  return found;
end $$;

-- A person is told that they were looked as; nobody is told of a role.
alter table notification drop constraint notification_kind_check,
  add constraint notification_kind_check check (kind in ('ASSIGNED', 'MENTIONED', 'COMMENTED', 'CHANGED', 'ROLE', 'VIEWED'));

create or replace function announce_notifications(made notification[]) returns void language sql set search_path to 'public' as $$
  select note_announced(string_agg(line, e'\n')) from (
    select concat_ws(' ', tenant_id, coalesce(record_type_id, 0),
             case kind when 'ASSIGNED' then 'nA' when 'MENTIONED' then 'nM' when 'COMMENTED' then 'nC' when 'CHANGED' then 'nH'
               when 'VIEWED' then 'nV' else 'nR' end,
             coalesce(record_id, 0),
             string_agg(user_id || ':' || id, ',' order by id), coalesce(nullif(array_to_string(keys, ','), ''), '-')) as line
    from unnest(made) group by tenant_id, record_type_id, kind, record_id, keys) told
  having count(*) > 0
$$;

-- However it begins and ends: by a button, with the session, with all sessions of the person.
create function audit_view_as() returns trigger language plpgsql security definer set search_path = public as $$
declare
  person bigint := (select id from app_user where auth_user_id = old."userId");
  made notification[];
begin
  if old.view_tenant_id is not null then
    insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
      select t.id, person, 'view_as', coalesce(old.view_user_id, old.view_role_id), 'ended',
             jsonb_build_object('role_id', jsonb_build_array(old.view_role_id, null), 'user_id', jsonb_build_array(old.view_user_id, null))
      from tenant t where t.id = old.view_tenant_id;
  end if;
  if tg_op = 'DELETE' or new.view_tenant_id is null then return null; end if;
  insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
    values (new.view_tenant_id, person, 'view_as', coalesce(new.view_user_id, new.view_role_id), 'began',
            jsonb_build_object('role_id', jsonb_build_array(null, new.view_role_id), 'user_id', jsonb_build_array(null, new.view_user_id)));
  if new.view_user_id is not null then
    with inserted as (
      insert into notification (tenant_id, user_id, kind, by_user_id)
        values (new.view_tenant_id, new.view_user_id, 'VIEWED', person) returning *)
    select array_agg(i::notification) into made from inserted i;
    perform announce_notifications(made);
  end if;
  return null;
end $$;
create trigger audit_view after update of view_tenant_id on auth_session for each row execute function audit_view_as();
create trigger audit_view_end after delete on auth_session for each row when (old.view_tenant_id is not null)
  execute function audit_view_as();

revoke execute on function membership_state(int, bigint, text, bigint[]), begin_view_as(text, bigint, bigint), audit_view_as() from public;
grant execute on function membership_state(int, bigint, text, bigint[]), begin_view_as(text, bigint, bigint) to rowhouse_app;
