-- A field of lines that gets another data type (decision 122): its values stand in `field_values` or in `beside_values` of the
-- line, and the field says in which of the two. What stands in the other one is converted, or kept for an undo.
alter table line_item add column beside_values jsonb not null default '{}';
alter table line_item_field add column stands_beside boolean not null default false;
create index line_item_field_beside on line_item_field (tenant_id, line_item_type_id) where stands_beside;

-- The one, with what the other holds under the keys in place of its own.
create function line_values(one jsonb, other jsonb, keys text[]) returns jsonb language sql immutable parallel safe as $$
  select case when keys is null then one
    else (one - keys) || coalesce((select jsonb_object_agg(key, value) from jsonb_each(other) where key = any(keys)), '{}') end
$$;
grant execute on function line_values(jsonb, jsonb, text[]) to rowhouse_app;

-- Where it is of a field of lines: their kind.
alter table field_retype add column line_item_type_id bigint;
drop index field_retype_open;
create unique index field_retype_open on field_retype (tenant_id, (line_item_type_id is null), field_id) where phase <> 'OVER';

create or replace function after_line_item_insert() returns trigger language plpgsql security definer set search_path = public as $$
declare lines text;
begin
  with kind as materialized (
    select t.tenant_id, t.id, t.record_type_id, (select array_agg(f.id::text) from line_item_field f
      where f.tenant_id = t.tenant_id and f.line_item_type_id = t.id and f.stands_beside) as keys
    from line_item_type t where (t.tenant_id, t.id) in (select tenant_id, line_item_type_id from new_rows))
  insert into audit_log (tenant_id, user_id, entity, entity_id, record_type_id, record_id, action, changes)
    select n.tenant_id, acting_user(), 'line_item', n.id, t.record_type_id, n.record_id, 'create',
           line_item_changes('{}', line_values(n.field_values, n.beside_values, t.keys))
    from new_rows n join kind t on t.tenant_id = n.tenant_id and t.id = n.line_item_type_id
    order by n.id;
  insert into field_retype_written (tenant_id, retype_id, record_id)
    select distinct r.tenant_id, r.id, n.record_id
    from new_rows n join field_retype r on r.tenant_id = n.tenant_id and r.line_item_type_id = n.line_item_type_id
    where r.phase in ('BEGIN', 'CONVERT', 'SWITCH') on conflict do nothing;
  -- The owner fills databases by the million, and nobody is told.
  if nullif(current_setting('app.tenant_id', true), '') is null then return null; end if;
  select string_agg(line, e'\n') into lines from (
    select concat_ws(' ', n.tenant_id, t.record_type_id, 'l', n.line_item_type_id, n.record_id,
                     case when count(*) <= 250 then string_agg(n.id::text, ',') else '*' end) as line
    from new_rows n join line_item_type t on t.tenant_id = n.tenant_id and t.id = n.line_item_type_id
    group by n.tenant_id, t.record_type_id, n.line_item_type_id, n.record_id) told;
  if lines is not null then perform note_announced(lines); end if;
  return null;
end $$;

create or replace function after_line_item_update() returns trigger language plpgsql security definer set search_path = public as $$
declare lines text;
begin
  -- What a deleted line held is told with its deletion, and comes back with its restoration.
  with kind as materialized (
    select t.tenant_id, t.id, t.record_type_id, (select array_agg(f.id::text) from line_item_field f
      where f.tenant_id = t.tenant_id and f.line_item_type_id = t.id and f.stands_beside) as keys
    from line_item_type t where (t.tenant_id, t.id) in (select tenant_id, line_item_type_id from new_rows))
  insert into audit_log (tenant_id, user_id, entity, entity_id, record_type_id, record_id, action, changes)
    select n.tenant_id, acting_user(), 'line_item', n.id, t.record_type_id, n.record_id,
           case when n.enabled = o.enabled then 'update' when n.enabled then 'restore' else 'delete' end,
           line_item_changes(case when o.enabled then line_values(o.field_values, o.beside_values, t.keys) else '{}' end,
                             case when n.enabled then line_values(n.field_values, n.beside_values, t.keys) else '{}' end)
    from new_rows n join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
    join kind t on t.tenant_id = n.tenant_id and t.id = n.line_item_type_id
    where n.enabled <> o.enabled or (n.field_values, n.beside_values) is distinct from (o.field_values, o.beside_values)
    order by n.id;
  -- One entry a record: the lines that moved, in the order that they had and in the one that they have.
  insert into audit_log (tenant_id, user_id, entity, entity_id, record_type_id, record_id, action, changes)
    select n.tenant_id, acting_user(), 'line_item_order', n.record_id, t.record_type_id, n.record_id, 'reorder',
           jsonb_build_object('order', jsonb_build_array(
             jsonb_agg(n.id order by o.position, n.id), jsonb_agg(n.id order by n.position, n.id)))
    from new_rows n join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
    join line_item_type t on t.tenant_id = n.tenant_id and t.id = n.line_item_type_id
    where n.position <> o.position
    group by n.tenant_id, n.record_id, t.record_type_id;
  insert into field_retype_written (tenant_id, retype_id, record_id)
    select distinct r.tenant_id, r.id, n.record_id
    from new_rows n join field_retype r on r.tenant_id = n.tenant_id and r.line_item_type_id = n.line_item_type_id
    where r.phase in ('BEGIN', 'CONVERT', 'SWITCH') on conflict do nothing;
  if nullif(current_setting('app.tenant_id', true), '') is null then return null; end if;
  select string_agg(line, e'\n') into lines from (
    select concat_ws(' ', n.tenant_id, t.record_type_id, 'l', n.line_item_type_id, n.record_id,
                     case when count(*) <= 250 then string_agg(n.id::text, ',') else '*' end) as line
    from new_rows n join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
    join line_item_type t on t.tenant_id = n.tenant_id and t.id = n.line_item_type_id
    where n.enabled <> o.enabled or n.position <> o.position
      or (n.field_values, n.beside_values) is distinct from (o.field_values, o.beside_values)
    group by n.tenant_id, t.record_type_id, n.line_item_type_id, n.record_id) told;
  if lines is not null then perform note_announced(lines); end if;
  return null;
end $$;

-- Where the values of a field stand is nothing that anybody reads in the history.
create or replace function audit_design()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
declare
  told constant text[] := array['version', 'position', 'currency', 'slot', 'bucket', 'moving_from', 'stands_beside'];
begin
  if tg_op = 'INSERT' then
    insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
    select n.tenant_id, acting_user(), tg_table_name, (to_jsonb(n) ->> tg_argv[0])::bigint, 'insert', c.changes
    from new_rows n cross join lateral (
      select jsonb_object_agg(k.key, jsonb_build_array(null, k.value)) changes
      from jsonb_each(jsonb_strip_nulls(to_jsonb(n))) k
      where k.key not in ('id', 'tenant_id', 'version', 'position', 'slot', 'bucket', 'moving_from', 'stands_beside')) c;
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
end $function$;
