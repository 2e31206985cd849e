-- The log keeps the ids of the properties that moved beside their names, so that their order goes back.
create or replace function audit_object_properties() returns trigger
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
      from unnest(array['name', 'data_type', 'is_required', 'is_displayable', 'enabled', 'list_id', 'delete_after']) as k (key)
      where to_jsonb(o) -> k.key is distinct from to_jsonb(n) -> k.key
    ) c
  where c.changes is not null;
  insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
  select n.tenant_id, acting_user(), 'object_definition', n.object_definition_id, 'update',
         jsonb_build_object('order', jsonb_build_array(
           string_agg(o.name, ', ' order by o.position, o.id), string_agg(n.name, ', ' order by n.position, n.id)),
           'property_order', jsonb_build_array(
             jsonb_agg(o.id order by o.position, o.id), jsonb_agg(n.id order by n.position, n.id)))
  from new_rows n join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
  where o.position <> n.position
  group by n.tenant_id, n.object_definition_id;
  return null;
end $$;
