-- A property of an object that is to go: gone from every screen at once, put back within its time, then taken out of the objects
-- part by part (decision 141).
alter table object_property add column delete_after timestamptz(3);
grant update (delete_after) on object_property to rowhouse_app;

create table property_deletion (
  id bigint generated always as identity,
  tenant_id integer not null references tenant,
  -- No foreign keys: the row says what the property was when it is gone, so that the audit log is read by its name.
  object_definition_id bigint not null,
  property_id bigint not null,
  name text not null,
  data_type text not null,
  list_id bigint,
  currency text,
  -- Who asked for it, as the history names them.
  user_id bigint not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'RUNNING', 'FAILED', 'FINISHED', 'TAKEN_BACK')),
  -- Records and values of lists that may hold it.
  total integer not null,
  done integer not null default 0 check (done >= 0),
  -- How many objects had a value that was taken away.
  emptied integer not null default 0,
  -- The types are gone through one after the other; the lists come last.
  reached_type_id bigint not null default 0,
  reached_record_id bigint not null default 0,
  reached_value_id bigint not null default 0,
  failures integer not null default 0,
  asked_at timestamptz(3) not null default now(),
  tried_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  primary key (tenant_id, id)
);
create index property_deletion_open on property_deletion (tried_at) where state in ('WAITING', 'RUNNING', 'FAILED');
create unique index property_deletion_property on property_deletion (tenant_id, property_id) where state <> 'TAKEN_BACK';
select forbid_other_tenants('property_deletion');
grant select, insert, update on property_deletion to rowhouse_app;

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
           string_agg(o.name, ', ' order by o.position, o.id), string_agg(n.name, ', ' order by n.position, n.id)))
  from new_rows n join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
  where o.position <> n.position
  group by n.tenant_id, n.object_definition_id;
  return null;
end $$;

-- A purge changes nothing that anybody sees: no entry of the list's history.
drop trigger audit_update on list_value;
create trigger audit_update after update on list_value referencing old table as old_rows new table as new_rows
  for each statement when (current_setting('app.purging_field', true) is distinct from 'on')
  execute function audit_list_values();
