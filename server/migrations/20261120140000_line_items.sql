-- Lines audit themselves as records do, in the transaction that changes them, whatever path it came by. What a line can
-- hold belongs to the configuration that requests keep in memory.

-- Of an entry about lines: their record, so that the history of its lines is one range of an index.
alter table audit_log add column record_id bigint;
create index audit_log_record_lines on audit_log (tenant_id, record_id, id) where record_id is not null;

create function line_item_changes(before jsonb, after jsonb) returns jsonb language sql immutable as $$
  select jsonb_object_agg('f' || key, jsonb_build_array(before -> key, after -> key))
  from (select jsonb_object_keys(before) as key union select jsonb_object_keys(after)) keys
  where before -> key is distinct from after -> key
$$;

create function after_line_item_insert() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into audit_log (tenant_id, user_id, entity, entity_id, record_type_id, record_id, action, changes)
    select n.tenant_id, acting_user(), 'line_item', n.id, t.record_type_id, n.record_id, 'create',
           line_item_changes('{}', n.field_values)
    from new_rows n join line_item_type t on t.tenant_id = n.tenant_id and t.id = n.line_item_type_id
    order by n.id;
  return null;
end $$;

create function after_line_item_update() returns trigger language plpgsql security definer set search_path = public as $$
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
  return null;
end $$;

create trigger after_insert after insert on line_item referencing new table as new_rows
  for each statement execute function after_line_item_insert();
create trigger after_update after update on line_item referencing old table as old_rows new table as new_rows
  for each statement execute function after_line_item_update();

do $$
declare target text;
begin
  foreach target in array array['line_item_type', 'line_item_field']
  loop
    execute format('create trigger config_insert after insert on %I referencing new table as new_rows for each statement execute function raise_config_version()', target);
    execute format('create trigger config_update after update on %I referencing new table as new_rows for each statement execute function raise_config_version()', target);
    execute format('create trigger config_delete after delete on %I referencing old table as old_rows for each statement execute function raise_config_version()', target);
  end loop;
end $$;

revoke execute on function after_line_item_insert(), after_line_item_update() from public;
