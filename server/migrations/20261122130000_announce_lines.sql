-- Lines are announced as records are, from the comparison that their audit is written from: see docs/decisions/013.
-- A line for each record and kind of lines: tenant, record type, 'l', the kind, the record, the lines; '*' for more of
-- them than one would ask for by their ids.

create or replace function after_line_item_insert() returns trigger language plpgsql security definer set search_path = public as $$
declare lines text;
begin
  insert into audit_log (tenant_id, user_id, entity, entity_id, record_type_id, record_id, action, changes)
    select n.tenant_id, acting_user(), 'line_item', n.id, t.record_type_id, n.record_id, 'create',
           line_item_changes('{}', n.field_values)
    from new_rows n join line_item_type t on t.tenant_id = n.tenant_id and t.id = n.line_item_type_id
    order by n.id;
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
  insert into audit_log (tenant_id, user_id, entity, entity_id, record_type_id, record_id, action, changes)
    select n.tenant_id, acting_user(), 'line_item', n.id, t.record_type_id, n.record_id,
           case when n.enabled = o.enabled then 'update' when n.enabled then 'restore' else 'delete' end,
           line_item_changes(case when o.enabled then o.field_values else '{}' end,
                             case when n.enabled then n.field_values else '{}' end)
    from new_rows n join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
    join line_item_type t on t.tenant_id = n.tenant_id and t.id = n.line_item_type_id
    where n.enabled <> o.enabled or n.field_values is distinct from o.field_values
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
  if nullif(current_setting('app.tenant_id', true), '') is null then return null; end if;
  select string_agg(line, e'\n') into lines from (
    select concat_ws(' ', n.tenant_id, t.record_type_id, 'l', n.line_item_type_id, n.record_id,
                     case when count(*) <= 250 then string_agg(n.id::text, ',') else '*' end) as line
    from new_rows n join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
    join line_item_type t on t.tenant_id = n.tenant_id and t.id = n.line_item_type_id
    where n.enabled <> o.enabled or n.field_values is distinct from o.field_values or n.position <> o.position
    group by n.tenant_id, t.record_type_id, n.line_item_type_id, n.record_id) told;
  if lines is not null then perform note_announced(lines); end if;
  return null;
end $$;
