-- What administrators change of record types: a version against changes made at once, what forms say of a field, who
-- may write it, and its audit.
alter table record_type add column version integer not null default 1;
alter table field
  add column version integer not null default 1,
  add column default_value text,
  add column help text,
  add column section text;
alter table record_status
  add column version integer not null default 1,
  add column is_first boolean not null default false;
alter table problem_code add column version integer not null default 1;
alter table line_item_type add column version integer not null default 1;
alter table line_item_field add column version integer not null default 1;
alter table record_type_related add column enabled boolean not null default true;

create unique index record_status_first on record_status (tenant_id, record_type_id) where is_first;

-- Nothing is granted of a field's data type, list and place: what they are decides how values are read.
grant insert, update (name, enabled, version) on record_type to rowhouse_app;
grant insert, update (name, required, visibility, position, enabled, default_value, help, section, version) on field to rowhouse_app;
grant insert, update (name, position, enabled, closes, is_first, version) on record_status to rowhouse_app;
grant insert, update (name, position, enabled, version) on problem_code to rowhouse_app;
grant insert, update (name, description, visibility, enabled, version) on line_item_type to rowhouse_app;
grant insert, update (name, required, position, enabled, version) on line_item_field to rowhouse_app;
grant insert, update (position, enabled) on record_type_related to rowhouse_app;
grant insert on menu_group, menu_section, menu_item, role_menu_item_action, role_field_access to rowhouse_app;

-- One entry for each thing that becomes different; its place among the others is told once for all of them.
create function audit_design() returns trigger
language plpgsql security definer set search_path to 'public' as $$
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
  insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
  select n.tenant_id, acting_user(), tg_table_name, (to_jsonb(n) ->> tg_argv[0])::bigint, 'update', c.changes
  from new_rows n
    join old_rows o on o.tenant_id = n.tenant_id
      and to_jsonb(o) ->> tg_argv[0] = to_jsonb(n) ->> tg_argv[0]
      and (tg_table_name <> 'record_type_related' or to_jsonb(o) ->> 'related_id' = to_jsonb(n) ->> 'related_id')
    cross join lateral (
      select jsonb_object_agg(k.key, jsonb_build_array(to_jsonb(o) -> k.key, k.value)) changes
      from jsonb_each(to_jsonb(n)) k
      where k.key not in ('version', 'position', 'currency', 'slot', 'bucket', 'moving_from')
        and k.value is distinct from to_jsonb(o) -> k.key) c
  where c.changes is not null;
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
revoke execute on function audit_design() from public;

create trigger audit_insert after insert on record_type referencing new table as new_rows
  for each statement execute function audit_design('id');
create trigger audit_update after update on record_type referencing old table as old_rows new table as new_rows
  for each statement execute function audit_design('id');
create trigger audit_insert after insert on record_type_related referencing new table as new_rows
  for each statement execute function audit_design('super_id');
create trigger audit_update after update on record_type_related referencing old table as old_rows new table as new_rows
  for each statement execute function audit_design('super_id');
create trigger audit_insert after insert on field referencing new table as new_rows
  for each statement execute function audit_design('id');
create trigger audit_update after update on field referencing old table as old_rows new table as new_rows
  for each statement execute function audit_design('id', 'record_type_id', 'record_type');
create trigger audit_insert after insert on record_status referencing new table as new_rows
  for each statement execute function audit_design('id');
create trigger audit_update after update on record_status referencing old table as old_rows new table as new_rows
  for each statement execute function audit_design('id', 'record_type_id', 'record_type');
create trigger audit_insert after insert on problem_code referencing new table as new_rows
  for each statement execute function audit_design('id');
create trigger audit_update after update on problem_code referencing old table as old_rows new table as new_rows
  for each statement execute function audit_design('id', 'record_type_id', 'record_type');
create trigger audit_insert after insert on line_item_type referencing new table as new_rows
  for each statement execute function audit_design('id');
create trigger audit_update after update on line_item_type referencing old table as old_rows new table as new_rows
  for each statement execute function audit_design('id');
create trigger audit_insert after insert on line_item_field referencing new table as new_rows
  for each statement execute function audit_design('id');
create trigger audit_update after update on line_item_field referencing old table as old_rows new table as new_rows
  for each statement execute function audit_design('id', 'line_item_type_id', 'line_item_type');

select add_administration_item('Data', 'data', 'Record types', 'record-types', 'columns');

-- Record numbers that the server gives (decision 067). How a series counts is configuration; where it stands is not, for
-- every new record changes it.
create table number_series (
  tenant_id integer not null references tenant (id),
  record_type_id bigint not null,
  prefix text not null default '' check (prefix ~ '^([1-9][0-9]{0,5})?$'),
  padding integer not null default 1 check (padding between 1 and 9),
  by_year boolean not null default false,
  -- What an administrator last set it to go on from; where it has come to stands in the counter.
  started_from bigint not null default 1 check (started_from >= 1),
  enabled boolean not null default true,
  version integer not null default 1,
  primary key (tenant_id, record_type_id),
  foreign key (tenant_id, record_type_id) references record_type (tenant_id, id)
);
create table number_series_counter (
  tenant_id integer not null references tenant (id),
  record_type_id bigint not null,
  next_number bigint not null default 1 check (next_number >= 1),
  -- In which next_number counts, where the series begins anew each year.
  year integer,
  primary key (tenant_id, record_type_id),
  foreign key (tenant_id, record_type_id) references number_series (tenant_id, record_type_id)
) with (fillfactor = 50);

select forbid_other_tenants('number_series');
select forbid_other_tenants('number_series_counter');
grant select, insert, update (prefix, padding, by_year, started_from, enabled, version) on number_series to rowhouse_app;
grant select, insert, update (next_number, year) on number_series_counter to rowhouse_app;

create trigger config_insert after insert on number_series referencing new table as new_rows
  for each statement execute function raise_structure_version();
create trigger config_update after update on number_series referencing new table as new_rows
  for each statement execute function raise_structure_version();
create trigger config_delete after delete on number_series referencing old table as old_rows
  for each statement execute function raise_structure_version();
create trigger audit_insert after insert on number_series referencing new table as new_rows
  for each statement execute function audit_design('record_type_id');
create trigger audit_update after update on number_series referencing old table as old_rows new table as new_rows
  for each statement execute function audit_design('record_type_id');

-- The next number of the series, which nobody else gets while this transaction is open; taken back with it. Numbers that
-- records of the type have already are passed over. Null where the type has no series.
create function take_record_number(of_tenant integer, of_type bigint, this_year integer) returns bigint
language plpgsql set search_path to 'public' as $$
declare
  series number_series;
  counter number_series_counter;
  place record_type;
  front text;
  given bigint;
  is_taken boolean;
begin
  select * into series from number_series where tenant_id = of_tenant and record_type_id = of_type and enabled;
  if not found then return null; end if;
  select * into counter from number_series_counter where tenant_id = of_tenant and record_type_id = of_type for update;
  select * into place from record_type where tenant_id = of_tenant and id = of_type;
  if series.by_year and counter.year is distinct from this_year then
    -- A year that was never counted begins at 1; the first one begins where an administrator set it.
    if counter.year is not null then counter.next_number := 1; end if;
    counter.year := this_year;
  end if;
  front := series.prefix || case when series.by_year then this_year::text else '' end;
  loop
    given := (front || case when front = '' then counter.next_number::text
      else lpad(counter.next_number::text, greatest(series.padding, length(counter.next_number::text)), '0') end)::bigint;
    counter.next_number := counter.next_number + 1;
    execute format('select exists (select from %I where tenant_id = $1 and record_type_id = $2 and record_number = $3)',
      'record_' || place.bucket) into is_taken using of_tenant, of_type, given;
    if not is_taken and place.moving_from is not null then
      execute format('select exists (select from %I where tenant_id = $1 and record_type_id = $2 and record_number = $3)',
        'record_' || place.moving_from) into is_taken using of_tenant, of_type, given;
    end if;
    exit when not is_taken;
  end loop;
  update number_series_counter set next_number = counter.next_number, year = counter.year
    where tenant_id = of_tenant and record_type_id = of_type;
  return given;
end $$;
