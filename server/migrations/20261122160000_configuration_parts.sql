-- A company's configuration in parts, each with a version of its own (docs/decisions/044): structure (types, fields,
-- roles, menu, objects, statuses, the names of lists), people (members), and the values of lists. A value of a list also
-- says in which version of the lists it was last written, so that what changed since then is all that is read again.

alter table tenant rename column config_version to structure_version;
alter table tenant add column people_version bigint not null default 1;
alter table tenant add column lists_version bigint not null default 1;
-- The version in which values were last deleted: whoever knows an older one reads all of them.
alter table tenant add column lists_swept_version bigint not null default 0;

alter table list_value add column version bigint not null default 1;
create index list_value_version on list_value (tenant_id, version);

alter function raise_config_version() rename to raise_structure_version;
create or replace function raise_structure_version() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'DELETE' then
    update tenant set structure_version = structure_version + 1 where id in (select distinct tenant_id from old_rows);
  else
    update tenant set structure_version = structure_version + 1 where id in (select distinct tenant_id from new_rows);
  end if;
  return null;
end $$;

create or replace function raise_company_version() returns trigger language plpgsql as $$
begin
  new.structure_version := old.structure_version + 1;
  return new;
end $$;

create or replace function audit_company() returns trigger language plpgsql security definer set search_path = public as $$
declare
  changes jsonb;
begin
  select jsonb_object_agg(n.key, jsonb_build_array(to_jsonb(old) -> n.key, n.value)) into changes
  from jsonb_each(to_jsonb(new)) n
  where n.key in ('name', 'description', 'currency', 'mfa_required') and n.value is distinct from to_jsonb(old) -> n.key;
  insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
    values (new.id, acting_user(), 'tenant', new.id, 'update', changes);
  if new.name <> old.name then
    update tenant set structure_version = structure_version + 1
      where id in (select m.tenant_id from transmission_mapping m where m.target_tenant_id = new.id and m.tenant_id <> new.id);
  end if;
  return null;
end $$;

create function raise_people_version() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'DELETE' then
    update tenant set people_version = people_version + 1 where id in (select distinct tenant_id from old_rows);
  else
    update tenant set people_version = people_version + 1 where id in (select distinct tenant_id from new_rows);
  end if;
  return null;
end $$;

drop trigger config_insert on membership;
drop trigger config_update on membership;
drop trigger config_delete on membership;
create trigger config_insert after insert on membership referencing new table as new_rows for each statement execute function raise_people_version();
create trigger config_update after update on membership referencing new table as new_rows for each statement execute function raise_people_version();
create trigger config_delete after delete on membership referencing old table as old_rows for each statement execute function raise_people_version();

alter function raise_config_version_of_user() rename to raise_people_version_of_user;
create or replace function raise_people_version_of_user() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update tenant set people_version = people_version + 1
    where id in (select m.tenant_id from membership m join new_rows n on n.id = m.user_id);
  return null;
end $$;

-- One version for all that a transaction writes. The row of the tenant is held to its end: versions are committed in
-- their order, and whoever has read one has seen all before it.
create function lists_version_of_transaction(in_tenant int) returns bigint language plpgsql security definer set search_path = public as $$
declare
  kept text := current_setting('app.lists_version', true);
  made bigint;
begin
  if split_part(kept, ':', 1) = in_tenant::text then return split_part(kept, ':', 2)::bigint; end if;
  update tenant set lists_version = lists_version + 1 where id = in_tenant returning lists_version into made;
  perform set_config('app.lists_version', in_tenant || ':' || made, true);
  return made;
end $$;
create function stamp_list_value() returns trigger language plpgsql security definer set search_path = public as $$
begin
  new.version := lists_version_of_transaction(new.tenant_id);
  return new;
end $$;

create function sweep_list_values() returns trigger language plpgsql security definer set search_path = public as $$
declare
  swept int;
  made bigint;
begin
  for swept in select distinct tenant_id from old_rows loop
    made := lists_version_of_transaction(swept);
    update tenant set lists_swept_version = made where id = swept;
  end loop;
  return null;
end $$;

drop trigger config_insert on list_value;
drop trigger config_update on list_value;
drop trigger config_delete on list_value;
create trigger stamp before insert or update on list_value for each row execute function stamp_list_value();
create trigger config_delete after delete on list_value referencing old table as old_rows for each statement execute function sweep_list_values();

drop function membership_state(int, bigint, text, bigint[]);
create function membership_state(in_tenant int, person bigint, session text, types bigint[])
  returns table (session_live boolean, person_enabled boolean, membership_enabled boolean, tenant_enabled boolean, role_id bigint,
                 membership_version int, structure_version bigint, people_version bigint, lists_version bigint,
                 write_version numeric, enabled_count numeric, all_count numeric, second_factor_ok boolean)
  language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query
  select s.id is not null, u.enabled, m.enabled and r.enabled, t.enabled, m.role_id, m.version,
    t.structure_version, t.people_version, t.lists_version,
    c.version, c.enabled_count, c.all_count, not t.mfa_required or coalesce(s.second_factor, false)
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
revoke execute on function raise_people_version(), lists_version_of_transaction(int), stamp_list_value(), sweep_list_values(),
  membership_state(int, bigint, text, bigint[]) from public;
grant execute on function membership_state(int, bigint, text, bigint[]) to rowhouse_app;
