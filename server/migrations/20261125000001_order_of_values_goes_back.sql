-- The log keeps the ids of the values that moved beside their names, so that an order of values goes back. Of more than a
-- thousand at once it keeps the names alone.
create or replace function audit_list_values() returns trigger
language plpgsql security definer set search_path = public as $$
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
           || case when count(*) > 1000 then '{}' else jsonb_build_object('value_order', jsonb_build_array(
             jsonb_agg(o.id order by o.position, o.id), jsonb_agg(n.id order by n.position, n.id))) end
  from new_rows n join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
  where o.position <> n.position
  group by n.tenant_id, n.list_id;
  return null;
end $$;
