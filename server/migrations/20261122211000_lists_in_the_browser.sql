-- What administrators change of lists and of their values: a version against changes made at once, and its audit.
alter table list add column version integer not null default 1;
grant insert, update on list to rowhouse_app;

create function audit_list() returns trigger
language plpgsql security definer set search_path to 'public' as $$
declare
  changes jsonb;
begin
  select jsonb_object_agg(n.key, jsonb_build_array(case when tg_op = 'UPDATE' then to_jsonb(old) -> n.key end, n.value))
    into changes
  from jsonb_each(jsonb_strip_nulls(to_jsonb(new))) n
  where n.key not in ('id', 'tenant_id', 'version') and (tg_op = 'INSERT' or n.value is distinct from to_jsonb(old) -> n.key);
  if changes is null then return null; end if;
  insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
    values (new.tenant_id, acting_user(), 'list', new.id, lower(tg_op), changes);
  return null;
end $$;
create trigger audit after insert or update on list for each row execute function audit_list();

-- Order alone is an entry of the list and not of each value that moved.
create function audit_list_values() returns trigger
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
         jsonb_build_object('order', jsonb_build_array(null, count(*) || ' values moved'))
  from new_rows n join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
  where o.position <> n.position
  group by n.tenant_id, n.list_id;
  return null;
end $$;
create trigger audit_insert after insert on list_value referencing new table as new_rows
  for each statement execute function audit_list_values();
create trigger audit_update after update on list_value referencing old table as old_rows new table as new_rows
  for each statement execute function audit_list_values();

-- Companies that stand reach the page as new ones do: beside Users, for whoever may open Users and administers.
with section as (
  insert into menu_section (tenant_id, menu_group_id, name, tag, route, position)
  select distinct on (s.tenant_id) s.tenant_id, s.menu_group_id, 'Lists', 'lists', 'lists',
         (select max(o.position) + 1 from menu_section o where o.tenant_id = s.tenant_id and o.menu_group_id = s.menu_group_id)
  from menu_item i join menu_section s on s.tenant_id = i.tenant_id and s.id = i.menu_section_id
  where i.route = 'users' and not exists
    (select from menu_item l where l.tenant_id = i.tenant_id and l.route = 'custom-lists')
  order by s.tenant_id, i.id
  returning tenant_id, id
), item as (
  insert into menu_item (tenant_id, menu_section_id, name, route, position, icon)
  select tenant_id, id, 'Custom lists', 'custom-lists', 1, 'list' from section
  returning tenant_id, id
)
insert into role_menu_item_action (tenant_id, role_id, menu_item_id, action_id, name)
select item.tenant_id, a.role_id, item.id, a.action_id, a.name
from item
  join menu_item u on u.tenant_id = item.tenant_id and u.route = 'users'
  join role_menu_item_action a on a.tenant_id = item.tenant_id and a.menu_item_id = u.id and a.enabled
  join role r on r.tenant_id = a.tenant_id and r.id = a.role_id and r.administers
on conflict do nothing;

revoke execute on function audit_list(), audit_list_values() from public;
