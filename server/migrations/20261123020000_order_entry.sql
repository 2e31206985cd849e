-- The forms by which a company's dealers order: of which record type the orders are, which parts the form asks, and to
-- which field each answer goes.
create table order_form (
  id bigint generated always as identity,
  tenant_id int not null references tenant,
  record_type_id bigint not null,
  name text not null check (char_length(name) between 1 and 120),
  parts text[] not null default '{}',
  fields jsonb not null default '{}',
  -- The kind of lines that takes chosen options, and its fields; null where the form takes none.
  lines jsonb,
  problem_code_id bigint,
  enabled boolean not null default true,
  version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, record_type_id) references record_type (tenant_id, id),
  foreign key (tenant_id, problem_code_id) references problem_code (tenant_id, id)
);
create unique index order_form_name on order_form (tenant_id, lower(name));
create index order_form_type on order_form (tenant_id, record_type_id);
select forbid_other_tenants('order_form');
grant select on order_form to rowhouse_app;
create trigger audit_insert after insert on order_form referencing new table as new_rows
  for each statement execute function audit_design('id');

-- What stands in the object storage under ais/: the file itself is there, and who brought it is here.
create table order_file (
  tenant_id int not null references tenant,
  kind text not null check (kind in ('OPPORTUNITIES', 'DEALER_OPTIONS')),
  file_name text not null check (char_length(file_name) between 1 and 200),
  row_count int not null check (row_count >= 0),
  size_bytes bigint not null check (size_bytes > 0),
  sha256 text not null,
  uploaded_by bigint not null,
  uploaded_at timestamptz(3) not null default now(),
  primary key (tenant_id, kind)
);
select forbid_other_tenants('order_file');
grant select, insert, update on order_file to rowhouse_app;

create function audit_order_file() returns trigger
language plpgsql security definer set search_path to 'public' as $$
begin
  insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
  values (new.tenant_id, acting_user(), 'order_file', new.tenant_id, lower(tg_op), jsonb_build_object(
    'kind', jsonb_build_array(null, new.kind),
    'file_name', jsonb_build_array(case when tg_op = 'UPDATE' then old.file_name end, new.file_name),
    'row_count', jsonb_build_array(case when tg_op = 'UPDATE' then old.row_count end, new.row_count),
    'sha256', jsonb_build_array(case when tg_op = 'UPDATE' then old.sha256 end, new.sha256)));
  return null;
end $$;
create trigger audit after insert or update on order_file for each row execute function audit_order_file();

create function audit_order_form() returns trigger
language plpgsql security definer set search_path to 'public' as $$
declare
  changes jsonb;
begin
  select jsonb_object_agg(n.key, jsonb_build_array(to_jsonb(old) -> n.key, n.value)) into changes
  from jsonb_each(to_jsonb(new)) n
  where n.key <> 'version' and n.value is distinct from to_jsonb(old) -> n.key;
  if changes is null then return null; end if;
  insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
    values (new.tenant_id, acting_user(), 'order_form', new.id, 'update', changes);
  return null;
end $$;
create trigger audit_update after update on order_form for each row execute function audit_order_form();

revoke execute on function audit_order_file(), audit_order_form() from public;
