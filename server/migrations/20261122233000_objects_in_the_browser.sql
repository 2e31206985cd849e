-- What administrators change of objects and their properties: a version against changes made at once, and its audit.
alter table object_definition add column enabled boolean not null default true;
alter table object_definition add column version integer not null default 1;
grant insert, update (name, enabled, version) on object_definition to rowhouse_app;
grant insert, update (name, data_type, is_required, is_displayable, position, enabled, list_id) on object_property to rowhouse_app;

create function audit_object_definition() returns trigger
language plpgsql security definer set search_path to 'public' as $$
declare
  changes jsonb;
begin
  select jsonb_object_agg(n.key, jsonb_build_array(case when tg_op = 'UPDATE' then to_jsonb(old) -> n.key end, n.value))
    into changes
  from jsonb_each(to_jsonb(new)) n
  where n.key not in ('id', 'tenant_id', 'version') and (tg_op = 'INSERT' or n.value is distinct from to_jsonb(old) -> n.key);
  if changes is null then return null; end if;
  insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
    values (new.tenant_id, acting_user(), 'object_definition', new.id, lower(tg_op), changes);
  return null;
end $$;
create trigger audit after insert or update on object_definition for each row execute function audit_object_definition();

-- Order alone is an entry of the object and not of each property that moved.
create function audit_object_properties() returns trigger
language plpgsql security definer set search_path to 'public' as $$
begin
  if tg_op = 'INSERT' then
    insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
    select n.tenant_id, acting_user(), 'object_property', n.id, 'insert',
           (select jsonb_object_agg(k.key, jsonb_build_array(null, to_jsonb(n) -> k.key))
            from unnest(array['object_definition_id', 'name', 'data_type', 'is_required', 'is_displayable', 'list_id']) as k (key)
            where to_jsonb(n) -> k.key <> 'null')
    from new_rows n;
    return null;
  end if;
  insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
  select n.tenant_id, acting_user(), 'object_property', n.id, 'update', c.changes
  from new_rows n
    join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
    cross join lateral (
      select jsonb_object_agg(k.key, jsonb_build_array(to_jsonb(o) -> k.key, to_jsonb(n) -> k.key)) changes
      from unnest(array['name', 'data_type', 'is_required', 'is_displayable', 'enabled', 'list_id']) as k (key)
      where to_jsonb(o) -> k.key is distinct from to_jsonb(n) -> k.key
    ) c
  where c.changes is not null;
  insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
  select n.tenant_id, acting_user(), 'object_definition', n.object_definition_id, 'update',
         jsonb_build_object('order', jsonb_build_array(
           string_agg(o.name, ', ' order by o.position, o.id), string_agg(n.name, ', ' order by n.position, n.id)))
  from new_rows n join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
  where o.position <> n.position
  group by n.tenant_id, n.object_definition_id;
  return null;
end $$;
create trigger audit_insert after insert on object_property referencing new table as new_rows
  for each statement execute function audit_object_properties();
create trigger audit_update after update on object_property referencing old table as old_rows new table as new_rows
  for each statement execute function audit_object_properties();

-- The order of a list is told by the names of what moved, as they stood and as they stand. Of many the first are named.
create function told_order(names text[]) returns text language sql immutable set search_path to 'public' as $$
  select array_to_string(names[1:100], ', ')
         || case when cardinality(names) > 100 then ' and ' || (cardinality(names) - 100) || ' more' else '' end
$$;
create or replace function audit_list_values() returns trigger
language plpgsql security definer set search_path to 'public' as $$
begin
  if tg_op = 'INSERT' then
    insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
    select n.tenant_id, acting_user(), 'list_value', n.id, 'insert',
           jsonb_build_object('list_id', jsonb_build_array(null, n.list_id), 'value', jsonb_build_array(null, n.value))
    from new_rows n;
    return null;
  end if;
  insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
  select n.tenant_id, acting_user(), 'list_value', n.id, 'update', c.changes
  from new_rows n
    join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
    cross join lateral (
      select jsonb_object_agg(k.key, jsonb_build_array(to_jsonb(o) -> k.key, to_jsonb(n) -> k.key)) changes
      from unnest(array['value', 'enabled', 'user_id', 'object_values']) as k (key)
      where to_jsonb(o) -> k.key is distinct from to_jsonb(n) -> k.key
    ) c
  where c.changes is not null;
  insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
  select n.tenant_id, acting_user(), 'list', n.list_id, 'update',
         jsonb_build_object('order', jsonb_build_array(
           told_order(array_agg(o.value order by o.position, o.id)), told_order(array_agg(n.value order by n.position, n.id))))
  from new_rows n join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
  where o.position <> n.position
  group by n.tenant_id, n.list_id;
  return null;
end $$;

revoke execute on function audit_object_definition(), audit_object_properties(), told_order(text[]) from public;

select add_administration_item('Data', 'data', 'Custom objects', 'custom-objects', 'sheet');
