-- What administrators change of roles: a version against changes made at once, and the audit of what a role may see and do.
alter table role add column version integer not null default 1;
grant insert, update (name, description, administers, enabled, version) on role to rowhouse_app;
grant insert, update (access, filter_criteria, enabled, updated_at) on role_field_access to rowhouse_app;
grant insert, update (enabled) on role_menu_item_action to rowhouse_app;

create function audit_role() returns trigger
language plpgsql security definer set search_path to 'public' as $$
declare
  changes jsonb;
begin
  select jsonb_object_agg(n.key, jsonb_build_array(case when tg_op = 'UPDATE' then to_jsonb(old) -> n.key end, n.value))
    into changes
  from jsonb_each(to_jsonb(new)) n
  where n.key not in ('id', 'tenant_id', 'version')
    and case tg_op when 'UPDATE' then n.value is distinct from to_jsonb(old) -> n.key else n.value <> 'null' end;
  if changes is null then return null; end if;
  insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
    values (new.tenant_id, acting_user(), 'role', new.id, lower(tg_op), changes);
  return null;
end $$;
create trigger audit after insert or update on role for each row execute function audit_role();

-- An entry names its role and field whatever changed, so that it can be read without the line.
create function audit_role_field_access() returns trigger
language plpgsql security definer set search_path to 'public' as $$
begin
  if tg_op = 'INSERT' then
    insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
    select n.tenant_id, acting_user(), 'role_field_access', n.id, 'insert',
           (select jsonb_object_agg(k.key, jsonb_build_array(null, to_jsonb(n) -> k.key))
            from unnest(array['role_id', 'record_type_id', 'field_id', 'base_field', 'access', 'filter_criteria', 'enabled']) as k (key)
            where to_jsonb(n) -> k.key <> 'null')
    from new_rows n;
    return null;
  end if;
  insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
  select n.tenant_id, acting_user(), 'role_field_access', n.id, 'update', c.changes || w.changes
  from new_rows n
    join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
    cross join lateral (
      select jsonb_object_agg(k.key, jsonb_build_array(to_jsonb(o) -> k.key, to_jsonb(n) -> k.key)) changes
      from unnest(array['access', 'filter_criteria', 'enabled']) as k (key)
      where to_jsonb(o) -> k.key is distinct from to_jsonb(n) -> k.key
    ) c
    cross join lateral (
      select jsonb_object_agg(k.key, jsonb_build_array(to_jsonb(n) -> k.key, to_jsonb(n) -> k.key)) changes
      from unnest(array['role_id', 'record_type_id', 'field_id', 'base_field']) as k (key)
      where to_jsonb(n) -> k.key <> 'null'
    ) w
  where c.changes is not null;
  return null;
end $$;
create trigger audit_insert after insert on role_field_access referencing new table as new_rows
  for each statement execute function audit_role_field_access();
create trigger audit_update after update on role_field_access referencing old table as old_rows new table as new_rows
  for each statement execute function audit_role_field_access();

-- By menu item, as the line has no id of its own.
create function audit_role_menu_item_action() returns trigger
language plpgsql security definer set search_path to 'public' as $$
begin
  if tg_op = 'INSERT' then
    insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
    select n.tenant_id, acting_user(), 'role_menu_item_action', n.menu_item_id, 'insert',
           jsonb_build_object('role_id', jsonb_build_array(null, n.role_id), 'name', jsonb_build_array(null, n.name),
                              'enabled', jsonb_build_array(null, n.enabled))
    from new_rows n;
    return null;
  end if;
  insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
  select n.tenant_id, acting_user(), 'role_menu_item_action', n.menu_item_id, 'update',
         jsonb_build_object('role_id', jsonb_build_array(n.role_id, n.role_id), 'name', jsonb_build_array(n.name, n.name),
                            'enabled', jsonb_build_array(o.enabled, n.enabled))
  from new_rows n join old_rows o using (tenant_id, role_id, menu_item_id, action_id)
  where o.enabled is distinct from n.enabled;
  return null;
end $$;
create trigger audit_insert after insert on role_menu_item_action referencing new table as new_rows
  for each statement execute function audit_role_menu_item_action();
create trigger audit_update after update on role_menu_item_action referencing old table as old_rows new table as new_rows
  for each statement execute function audit_role_menu_item_action();

revoke execute on function audit_role(), audit_role_field_access(), audit_role_menu_item_action() from public;

select add_administration_item('People', 'people', 'Roles', 'roles', 'lock');
