-- Rows are matched by their id where they have one, and those of which only the place changed are not taken apart: moving
-- a field of thirty took 60 ms more than it had to.
create or replace function audit_design() returns trigger
language plpgsql security definer set search_path to 'public' as $$
declare
  told constant text[] := array['version', 'position', 'currency', 'slot', 'bucket', 'moving_from'];
begin
  if tg_op = 'INSERT' then
    insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
    select n.tenant_id, acting_user(), tg_table_name, (to_jsonb(n) ->> tg_argv[0])::bigint, 'insert', c.changes
    from new_rows n cross join lateral (
      select jsonb_object_agg(k.key, jsonb_build_array(null, k.value)) changes
      from jsonb_each(jsonb_strip_nulls(to_jsonb(n))) k
      where k.key not in ('id', 'tenant_id', 'version', 'position', 'slot', 'bucket', 'moving_from')) c;
    return null;
  end if;
  if tg_argv[0] = 'id' then
    insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
    select n.tenant_id, acting_user(), tg_table_name, n.id, 'update', c.changes
    from new_rows n join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
      cross join lateral (select to_jsonb(o) - told as was, to_jsonb(n) - told as now) v
      cross join lateral (
        select jsonb_object_agg(k.key, jsonb_build_array(v.was -> k.key, k.value)) changes
        from jsonb_each(v.now) k where k.value is distinct from v.was -> k.key) c
    where v.was is distinct from v.now;
  else
    insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
    select n.tenant_id, acting_user(), tg_table_name, (v.now ->> tg_argv[0])::bigint, 'update', c.changes
    from new_rows n
      cross join lateral (select to_jsonb(n) - told as now) v
      join lateral (select to_jsonb(o) - told as was from old_rows o where o.tenant_id = n.tenant_id) w
        on w.was -> tg_argv[0] = v.now -> tg_argv[0] and w.was -> 'related_id' is not distinct from v.now -> 'related_id'
      cross join lateral (
        select jsonb_object_agg(k.key, jsonb_build_array(w.was -> k.key, k.value)) changes
        from jsonb_each(v.now) k where k.value is distinct from w.was -> k.key) c
    where w.was is distinct from v.now;
  end if;
  if tg_nargs > 1 then
    insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
    select n.tenant_id, acting_user(), tg_argv[2], (to_jsonb(n) ->> tg_argv[1])::bigint, 'update',
           jsonb_build_object(tg_table_name || '_order', jsonb_build_array(
             jsonb_agg(o.id order by o.position, o.id), jsonb_agg(n.id order by n.position, n.id)))
    from new_rows n join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
    where o.position <> n.position
    group by n.tenant_id, to_jsonb(n) ->> tg_argv[1];
  end if;
  return null;
end $$;
