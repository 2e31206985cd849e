-- Rowhouse as it begins. Roles: the owner runs migrations and maintenance; rowhouse_app serves requests.

do $$
begin
  if current_setting('server_version_num')::int < 170000 then
    raise exception 'Rowhouse needs PostgreSQL 17 or newer (collation pg_c_utf8); this is %.', current_setting('server_version');
  end if;
  if not exists (select from pg_roles where rolname = 'rowhouse_app') then
    create role rowhouse_app nologin;
  end if;
exception when duplicate_object or unique_violation then null;
end $$;

create extension if not exists pg_trgm;

-- An index is used under row-level security only through leakproof operators. These compare or fold text and arrays
-- and say nothing of their input in an error, but PostgreSQL does not mark them (docs/decisions/003).
do $$
begin
  if (select rolsuper from pg_roles where rolname = current_user) then
    alter function texticlike(text, text) leakproof;
    alter function textlike(text, text) leakproof;
    alter function arraycontains(anyarray, anyarray) leakproof;
    alter function arrayoverlap(anyarray, anyarray) leakproof;
    alter function lower(text) leakproof;
  end if;
end $$;

-- The tenant of the transaction. Without it every read and write fails: missing_ok is not given.
create function current_tenant() returns int language sql stable parallel safe
  as $$ select current_setting('app.tenant_id')::int $$;

-- ---------------------------------------------------------------------------------------------------------------
-- Tenants, people, roles

create table tenant (
  id int generated always as identity primary key,
  name text not null,
  url text not null unique check (url ~ '^[a-z0-9][a-z0-9-]*$'),
  description text,
  mfa_required boolean not null default false,
  enabled boolean not null default true,
  bucket int not null,
  -- Rises with each change of what requests keep in memory: record types, fields, roles, lists, menus, people.
  config_version bigint not null default 1,
  created_at timestamptz not null default now()
);

create table app_user (
  id bigint generated always as identity primary key,
  auth_user_id text unique,
  email text not null,
  first_name text,
  last_name text,
  phone text,
  type_of_user text,
  enabled boolean not null default true,
  validated boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now()
);
create unique index app_user_email on app_user (lower(email));

create table role (
  id bigint generated always as identity,
  tenant_id int not null references tenant,
  name text not null,
  description text,
  -- For fields without a line in role_field_access.
  default_field_access text not null default 'NotAllowed' check (default_field_access in ('NotAllowed', 'ViewOnly', 'Editable')),
  administers boolean not null default false,
  enabled boolean not null default true,
  primary key (tenant_id, id)
);

create table membership (
  tenant_id int not null references tenant,
  user_id bigint not null references app_user,
  role_id bigint not null,
  enabled boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id),
  foreign key (tenant_id, role_id) references role
);
create index membership_user on membership (user_id);

-- ---------------------------------------------------------------------------------------------------------------
-- What a tenant configures

create table object_definition (
  id bigint generated always as identity,
  tenant_id int not null references tenant,
  name text not null,
  primary key (tenant_id, id)
);

create table list (
  id bigint generated always as identity,
  tenant_id int not null references tenant,
  name text not null,
  description text not null default '',
  backoffice_managed boolean not null default false,
  list_type text not null default 'Value' check (list_type in ('User', 'Value', 'Object', 'Other')),
  data_type text not null default 'string',
  origin text,
  object_definition_id bigint,
  enabled boolean not null default true,
  primary key (tenant_id, id),
  foreign key (tenant_id, object_definition_id) references object_definition
);

create table list_value (
  id bigint generated always as identity,
  tenant_id int not null references tenant,
  list_id bigint not null,
  value text not null,
  user_id bigint,
  position int not null default 0,
  enabled boolean not null default true,
  object_values jsonb,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, list_id) references list,
  foreign key (tenant_id, user_id) references membership (tenant_id, user_id)
);
create index list_value_list on list_value (tenant_id, list_id, position);

create table object_property (
  id bigint generated always as identity,
  tenant_id int not null references tenant,
  object_definition_id bigint not null,
  name text not null,
  data_type text not null,
  is_required boolean not null default false,
  is_displayable boolean not null default false,
  position int not null default 0,
  enabled boolean not null default true,
  list_id bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, object_definition_id) references object_definition,
  foreign key (tenant_id, list_id) references list
);

create table record_type (
  id bigint generated always as identity,
  tenant_id int not null references tenant,
  name text not null,
  is_super boolean not null default false,
  enabled boolean not null default true,
  -- Where its records stand. While they move, some still stand in the other bucket.
  bucket int not null,
  moving_from int,
  primary key (tenant_id, id)
);

create table record_type_related (
  tenant_id int not null references tenant,
  super_id bigint not null,
  related_id bigint not null,
  position int not null default 0,
  primary key (tenant_id, super_id, related_id),
  foreign key (tenant_id, super_id) references record_type,
  foreign key (tenant_id, related_id) references record_type
);

create table record_status (
  id bigint generated always as identity,
  tenant_id int not null references tenant,
  record_type_id bigint not null,
  name text not null,
  position int not null default 0,
  enabled boolean not null default true,
  primary key (tenant_id, id),
  foreign key (tenant_id, record_type_id) references record_type
);

create table problem_code (
  id bigint generated always as identity,
  tenant_id int not null references tenant,
  record_type_id bigint not null,
  name text not null,
  position int not null default 0,
  enabled boolean not null default true,
  primary key (tenant_id, id),
  foreign key (tenant_id, record_type_id) references record_type
);

create table field (
  id bigint generated always as identity,
  tenant_id int not null references tenant,
  record_type_id bigint not null,
  name text not null,
  data_type text not null,
  required boolean not null default false,
  visibility boolean not null default true,
  position int not null default 0,
  enabled boolean not null default true,
  list_id bigint,
  object_definition_id bigint,
  -- The typed column of record that holds its values; null: they stand in x under the field's id.
  slot text check (slot ~ '^[ndrbmt][1-9][0-9]?$'),
  primary key (tenant_id, id),
  foreign key (tenant_id, record_type_id) references record_type,
  foreign key (tenant_id, list_id) references list,
  foreign key (tenant_id, object_definition_id) references object_definition,
  unique (tenant_id, record_type_id, slot)
);

create table role_field_access (
  id bigint generated always as identity,
  tenant_id int not null references tenant,
  role_id bigint not null,
  record_type_id bigint not null,
  field_id bigint,
  -- The name of a base field where field_id is null.
  base_field text,
  access text not null,
  filter_criteria jsonb,
  position int not null default 0,
  enabled boolean not null default true,
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, role_id) references role,
  foreign key (tenant_id, record_type_id) references record_type,
  foreign key (tenant_id, field_id) references field,
  check (num_nonnulls(field_id, base_field) = 1),
  unique nulls not distinct (tenant_id, role_id, record_type_id, field_id, base_field)
);

create table menu_group (
  id bigint generated always as identity,
  tenant_id int not null references tenant,
  name text not null, tag text not null default '', route text not null, position int not null default 0,
  application text not null default 'SaaS', enabled boolean not null default true,
  primary key (tenant_id, id)
);

create table menu_section (
  id bigint generated always as identity,
  tenant_id int not null references tenant,
  menu_group_id bigint not null,
  name text not null, tag text not null default '', route text not null, position int not null default 0,
  enabled boolean not null default true,
  primary key (tenant_id, id),
  foreign key (tenant_id, menu_group_id) references menu_group
);

create table menu_item (
  id bigint generated always as identity,
  tenant_id int not null references tenant,
  menu_section_id bigint not null,
  name text not null, route text not null, position int not null default 0, icon text,
  record_type_id bigint,
  enabled boolean not null default true,
  primary key (tenant_id, id),
  foreign key (tenant_id, menu_section_id) references menu_section,
  foreign key (tenant_id, record_type_id) references record_type
);

create table role_menu_item_action (
  tenant_id int not null references tenant,
  role_id bigint not null,
  menu_item_id bigint not null,
  action_id int not null,
  name text not null,
  enabled boolean not null default true,
  primary key (tenant_id, role_id, menu_item_id, action_id),
  foreign key (tenant_id, role_id) references role,
  foreign key (tenant_id, menu_item_id) references menu_item
);

create table transmission_mapping (
  id bigint generated always as identity,
  tenant_id int not null references tenant,
  record_type_id bigint not null,
  target_tenant_id int not null references tenant,
  settings jsonb not null,
  enabled boolean not null default true,
  primary key (tenant_id, id),
  foreign key (tenant_id, record_type_id) references record_type
);

-- ---------------------------------------------------------------------------------------------------------------
-- Records: typed slots in buckets (docs/decisions/002)

create sequence record_id_seq;

create table record (
  bucket int not null, id bigint not null default nextval('record_id_seq'), tenant_id int not null,
  record_type_id bigint not null, version int not null default 1, enabled boolean not null default true,
  record_number bigint not null, po_number bigint, status_id bigint, problem_code_id bigint,
  created_by bigint, received_by bigint, approved_by bigint, assigned_to bigint,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
  received_at timestamptz(3), approved_at timestamptz(3),
  record_date date, due_date date, record_create_date date,
  record_file_id bigint, target_transmission_tenant_id int, result_item_id bigint, parent_id bigint,
  level int not null default 0, is_project boolean not null default false,
  validation_required boolean not null default false,
  description text collate pg_c_utf8, issued_by_company_name text collate pg_c_utf8,
  issued_to_company_name text collate pg_c_utf8,
  -- number, decimal, float, currency, time in minutes
  n1 float8, n2 float8, n3 float8, n4 float8, n5 float8, n6 float8, n7 float8, n8 float8, n9 float8, n10 float8,
  n11 float8, n12 float8, n13 float8, n14 float8, n15 float8, n16 float8, n17 float8, n18 float8, n19 float8, n20 float8,
  n21 float8, n22 float8, n23 float8, n24 float8, n25 float8, n26 float8, n27 float8, n28 float8, n29 float8, n30 float8,
  -- date at 00:00 UTC, datetime
  d1 timestamptz(3), d2 timestamptz(3), d3 timestamptz(3), d4 timestamptz(3), d5 timestamptz(3), d6 timestamptz(3), d7 timestamptz(3), d8 timestamptz(3), d9 timestamptz(3), d10 timestamptz(3),
  d11 timestamptz(3), d12 timestamptz(3), d13 timestamptz(3), d14 timestamptz(3), d15 timestamptz(3), d16 timestamptz(3), d17 timestamptz(3), d18 timestamptz(3), d19 timestamptz(3), d20 timestamptz(3),
  -- dropdown, single-select: a user or a list value
  r1 bigint, r2 bigint, r3 bigint, r4 bigint, r5 bigint, r6 bigint, r7 bigint, r8 bigint, r9 bigint, r10 bigint,
  r11 bigint, r12 bigint, r13 bigint, r14 bigint, r15 bigint, r16 bigint, r17 bigint, r18 bigint, r19 bigint, r20 bigint,
  r21 bigint, r22 bigint, r23 bigint, r24 bigint, r25 bigint, r26 bigint, r27 bigint, r28 bigint, r29 bigint, r30 bigint,
  r31 bigint, r32 bigint, r33 bigint, r34 bigint, r35 bigint, r36 bigint, r37 bigint, r38 bigint, r39 bigint, r40 bigint,
  -- checkbox, boolean
  b1 boolean, b2 boolean, b3 boolean, b4 boolean, b5 boolean, b6 boolean, b7 boolean, b8 boolean, b9 boolean, b10 boolean,
  b11 boolean, b12 boolean, b13 boolean, b14 boolean, b15 boolean, b16 boolean, b17 boolean, b18 boolean, b19 boolean, b20 boolean,
  b21 boolean, b22 boolean, b23 boolean, b24 boolean, b25 boolean, b26 boolean, b27 boolean, b28 boolean, b29 boolean, b30 boolean,
  -- multiselect: NULL when empty
  m1 bigint[], m2 bigint[], m3 bigint[], m4 bigint[], m5 bigint[], m6 bigint[], m7 bigint[], m8 bigint[], m9 bigint[], m10 bigint[],
  -- string, url, email, phone: at most 500 characters
  t1 text collate pg_c_utf8, t2 text collate pg_c_utf8, t3 text collate pg_c_utf8, t4 text collate pg_c_utf8, t5 text collate pg_c_utf8,
  t6 text collate pg_c_utf8, t7 text collate pg_c_utf8, t8 text collate pg_c_utf8, t9 text collate pg_c_utf8, t10 text collate pg_c_utf8,
  t11 text collate pg_c_utf8, t12 text collate pg_c_utf8, t13 text collate pg_c_utf8, t14 text collate pg_c_utf8, t15 text collate pg_c_utf8,
  t16 text collate pg_c_utf8, t17 text collate pg_c_utf8, t18 text collate pg_c_utf8, t19 text collate pg_c_utf8, t20 text collate pg_c_utf8,
  t21 text collate pg_c_utf8, t22 text collate pg_c_utf8, t23 text collate pg_c_utf8, t24 text collate pg_c_utf8, t25 text collate pg_c_utf8,
  t26 text collate pg_c_utf8, t27 text collate pg_c_utf8, t28 text collate pg_c_utf8, t29 text collate pg_c_utf8, t30 text collate pg_c_utf8,
  t31 text collate pg_c_utf8, t32 text collate pg_c_utf8, t33 text collate pg_c_utf8, t34 text collate pg_c_utf8, t35 text collate pg_c_utf8,
  t36 text collate pg_c_utf8, t37 text collate pg_c_utf8, t38 text collate pg_c_utf8, t39 text collate pg_c_utf8, t40 text collate pg_c_utf8,
  t41 text collate pg_c_utf8, t42 text collate pg_c_utf8, t43 text collate pg_c_utf8, t44 text collate pg_c_utf8, t45 text collate pg_c_utf8,
  t46 text collate pg_c_utf8, t47 text collate pg_c_utf8, t48 text collate pg_c_utf8, t49 text collate pg_c_utf8, t50 text collate pg_c_utf8,
  t51 text collate pg_c_utf8, t52 text collate pg_c_utf8, t53 text collate pg_c_utf8, t54 text collate pg_c_utf8, t55 text collate pg_c_utf8,
  t56 text collate pg_c_utf8, t57 text collate pg_c_utf8, t58 text collate pg_c_utf8, t59 text collate pg_c_utf8, t60 text collate pg_c_utf8,
  -- long text, objects, attachments, what found no slot: by field id
  x jsonb
) partition by list (bucket);

create table record_type_counter (
  tenant_id int not null, record_type_id bigint not null,
  -- Writers take the slot of their connection, so that they seldom wait for one another.
  slot int not null,
  version bigint not null, enabled_count bigint not null, all_count bigint not null,
  primary key (tenant_id, record_type_id, slot),
  foreign key (tenant_id, record_type_id) references record_type
) with (fillfactor = 50);

create table audit_log (
  id bigint generated always as identity,
  tenant_id int not null references tenant,
  at timestamptz(3) not null default now(),
  user_id bigint,
  entity text not null,
  entity_id bigint not null,
  record_type_id bigint,
  action text not null,
  -- By field key, [before, after]: columns of record by their name, additional fields as f<id>.
  changes jsonb,
  primary key (tenant_id, id)
);
create index audit_log_entity on audit_log (tenant_id, entity, entity_id, id);

create table record_file (
  id bigint generated always as identity,
  tenant_id int not null references tenant,
  object_key text not null unique,
  original_file_name text not null,
  mime_type text not null,
  size_bytes bigint not null,
  created_by bigint,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);

-- ---------------------------------------------------------------------------------------------------------------
-- Line items

create table line_item_type (
  id bigint generated always as identity,
  tenant_id int not null references tenant,
  record_type_id bigint not null,
  name text not null, description text not null default '',
  visibility boolean not null default true, enabled boolean not null default true,
  primary key (tenant_id, id),
  foreign key (tenant_id, record_type_id) references record_type
);

create table line_item_field (
  id bigint generated always as identity,
  tenant_id int not null references tenant,
  line_item_type_id bigint not null,
  name text not null, data_type text not null, required boolean not null default false,
  position int not null default 0, enabled boolean not null default true, list_id bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, line_item_type_id) references line_item_type,
  foreign key (tenant_id, list_id) references list
);

create table line_item (
  id bigint generated always as identity,
  tenant_id int not null references tenant,
  record_id bigint not null,
  line_item_type_id bigint not null,
  position int not null,
  enabled boolean not null default true,
  version int not null default 1,
  -- By field id, each value as its text.
  field_values jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, line_item_type_id) references line_item_type
);
create index line_item_record on line_item (tenant_id, record_id, position);

-- ---------------------------------------------------------------------------------------------------------------
-- How fields are used, and what answered once is answered again

create table field_use (
  tenant_id int not null references tenant,
  record_type_id bigint not null,
  field_key text not null,
  -- order: sorted or compared; contains: searched inside
  kind text not null check (kind in ('order', 'contains')),
  uses int not null default 0,
  day date not null default current_date,
  last_used date not null default current_date,
  primary key (tenant_id, record_type_id, field_key, kind)
);

create table idempotency_key (
  tenant_id int not null references tenant,
  user_id bigint not null,
  key text not null,
  operation text not null,
  record_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id, operation, key)
);

-- What a link to an export stands for; spent once.
create table export_request (
  id uuid primary key default gen_random_uuid(),
  tenant_id int not null references tenant,
  user_id bigint not null,
  request jsonb not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index export_request_created on export_request (created_at);

-- ---------------------------------------------------------------------------------------------------------------
-- Row-level security: enabled and forced on every table with a tenant

create function forbid_other_tenants(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy tenant on %s to rowhouse_app using (tenant_id = current_tenant()) with check (tenant_id = current_tenant())', target);
  -- Migrations and maintenance cross tenants; requests never run as the owner.
  execute format('create policy owner on %s to %I using (true) with check (true)', target, current_user);
end $$;

do $$
declare target text;
begin
  foreach target in array array[
    'role', 'membership', 'object_definition', 'list', 'list_value', 'object_property', 'record_type',
    'record_type_related', 'record_status', 'problem_code', 'field', 'role_field_access', 'menu_group', 'menu_section',
    'menu_item', 'role_menu_item_action', 'transmission_mapping', 'record', 'record_type_counter', 'audit_log',
    'record_file', 'line_item_type', 'line_item_field', 'line_item', 'field_use', 'idempotency_key', 'export_request']
  loop
    perform forbid_other_tenants(target::regclass);
  end loop;
end $$;

alter table tenant enable row level security;
alter table tenant force row level security;
create policy tenant on tenant for select to rowhouse_app using (id = current_tenant());
do $$ begin execute format('create policy owner on tenant to %I using (true) with check (true)', current_user); end $$;

-- A person is seen through a membership in the present tenant.
alter table app_user enable row level security;
alter table app_user force row level security;
create policy member on app_user for select to rowhouse_app
  using (exists (select from membership m where m.user_id = app_user.id));
do $$ begin execute format('create policy owner on app_user to %I using (true) with check (true)', current_user); end $$;

-- The names of tenants that this one may transmit to.
create function transmission_targets() returns table (mapping_id bigint, record_type_id bigint, settings jsonb, target_id int, target_name text, target_enabled boolean)
  language sql stable security definer set search_path = public
  as $$ select m.id, m.record_type_id, m.settings, t.id, t.name, t.enabled
        from transmission_mapping m join tenant t on t.id = m.target_tenant_id
        where m.tenant_id = current_tenant() and m.enabled $$;

grant usage on schema public to rowhouse_app;
grant select on all tables in schema public to rowhouse_app;
revoke select on record from rowhouse_app;
grant usage on sequence record_id_seq to rowhouse_app;
grant insert, update on line_item, list_value, record_file, field_use, export_request to rowhouse_app;
grant insert on idempotency_key to rowhouse_app;

-- ---------------------------------------------------------------------------------------------------------------
-- What requests keep in memory is dropped when this number rises

create function raise_config_version() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'DELETE' then
    update tenant set config_version = config_version + 1 where id in (select distinct tenant_id from old_rows);
  else
    update tenant set config_version = config_version + 1 where id in (select distinct tenant_id from new_rows);
  end if;
  return null;
end $$;

do $$
declare target text;
begin
  foreach target in array array[
    'role', 'membership', 'object_definition', 'list', 'list_value', 'object_property', 'record_type',
    'record_type_related', 'record_status', 'problem_code', 'field', 'role_field_access', 'menu_group', 'menu_section',
    'menu_item', 'role_menu_item_action', 'transmission_mapping']
  loop
    execute format('create trigger config_insert after insert on %I referencing new table as new_rows for each statement execute function raise_config_version()', target);
    execute format('create trigger config_update after update on %I referencing new table as new_rows for each statement execute function raise_config_version()', target);
    execute format('create trigger config_delete after delete on %I referencing old table as old_rows for each statement execute function raise_config_version()', target);
  end loop;
end $$;

create function raise_config_version_of_user() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update tenant set config_version = config_version + 1
    where id in (select m.tenant_id from membership m join new_rows n on n.id = m.user_id);
  return null;
end $$;
create trigger config_update after update on app_user referencing new table as new_rows
  for each statement execute function raise_config_version_of_user();

-- A token is of one state of the membership: after a change of role, or of leave to enter, it opens nothing.
create function raise_membership_version() returns trigger language plpgsql as $$
begin
  if new.role_id <> old.role_id or new.enabled <> old.enabled then new.version := old.version + 1; end if;
  return new;
end $$;
create trigger membership_version before update on membership for each row execute function raise_membership_version();

-- ---------------------------------------------------------------------------------------------------------------
-- Each write of records counts itself and audits itself in its own transaction, whatever path it came by

create function acting_user() returns bigint language sql stable
  as $$ select nullif(current_setting('app.user_id', true), '')::bigint $$;

create function after_record_insert() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if current_setting('app.moving_records', true) = 'on' then return null; end if;
  insert into record_type_counter as c
    select tenant_id, record_type_id, pg_backend_pid() % 16, 1, count(*) filter (where enabled), count(*)
    from new_rows group by tenant_id, record_type_id order by record_type_id
    on conflict (tenant_id, record_type_id, slot) do update
      set version = c.version + 1, enabled_count = c.enabled_count + excluded.enabled_count,
          all_count = c.all_count + excluded.all_count;
  insert into audit_log (tenant_id, user_id, entity, entity_id, record_type_id, action)
    select tenant_id, acting_user(), 'record', id, record_type_id, 'create' from new_rows;
  return null;
end $$;

create function after_record_update() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into record_type_counter as c
    select n.tenant_id, n.record_type_id, pg_backend_pid() % 16, 1, sum(n.enabled::int - o.enabled::int), 0
    from new_rows n join old_rows o using (id) group by n.tenant_id, n.record_type_id order by n.record_type_id
    on conflict (tenant_id, record_type_id, slot) do update
      set version = c.version + 1, enabled_count = c.enabled_count + excluded.enabled_count;
  insert into audit_log (tenant_id, user_id, entity, entity_id, record_type_id, action, changes)
    select n.tenant_id, acting_user(), 'record', n.id, n.record_type_id,
           case when n.enabled = o.enabled then 'update' when n.enabled then 'restore' else 'delete' end,
           record_changes(to_jsonb(o), to_jsonb(n), n.tenant_id, n.record_type_id)
    from new_rows n join old_rows o using (id);
  return null;
end $$;

create function record_changes(before jsonb, after jsonb, tenant int, type bigint) returns jsonb language sql stable as $$
  select jsonb_object_agg(coalesce('f' || f.id, changed.key), changed.pair)
  from (
    -- Most of the slots are empty: they are left out before anything is compared.
    select coalesce(n.key, o.key) as key, jsonb_build_array(o.value, n.value) as pair
    from jsonb_each(jsonb_strip_nulls(before)) o full join jsonb_each(jsonb_strip_nulls(after)) n on n.key = o.key
    where n.value is distinct from o.value and coalesce(n.key, o.key) not in ('version', 'updated_at', 'x')
    union all
    select 'f' || k.key, jsonb_build_array(before -> 'x' -> k.key, after -> 'x' -> k.key)
    from (select jsonb_object_keys(nullif(before -> 'x', 'null')) as key
          union select jsonb_object_keys(nullif(after -> 'x', 'null'))) k
    where before -> 'x' -> k.key is distinct from after -> 'x' -> k.key
  ) changed
  left join field f on f.tenant_id = tenant and f.record_type_id = type and f.slot = changed.key
$$;

-- A bucket's leaf. A queried leaf ignores its parent's policy, triggers and grants: it gets its own.
create function create_record_leaf(bucket int, dedicated boolean) returns void language plpgsql as $$
declare leaf text := format('record_%s', bucket);
begin
  execute format('create table %I partition of record for values in (%s)', leaf, bucket);
  perform forbid_other_tenants(leaf::regclass);
  execute format('grant select, insert, update on %I to rowhouse_app', leaf);
  execute format('alter table %I add primary key (id, tenant_id, bucket)', leaf);
  execute format('create index %I on %I (tenant_id, record_type_id, created_at, id) include (enabled)', leaf || '_created', leaf);
  execute format('create index %I on %I (tenant_id, record_type_id, status_id, created_at, id) include (enabled)', leaf || '_status', leaf);
  execute format('create index %I on %I (tenant_id, record_type_id, record_number)', leaf || '_number', leaf);
  execute format('create index %I on %I (tenant_id, record_type_id, enabled)', leaf || '_enabled', leaf);
  execute format('create index %I on %I (tenant_id, record_file_id) where record_file_id is not null', leaf || '_file', leaf);
  execute format('create trigger after_insert after insert on %I referencing new table as new_rows for each statement execute function after_record_insert()', leaf);
  execute format('create trigger after_update after update on %I referencing old table as old_rows new table as new_rows for each statement execute function after_record_update()', leaf);
  if dedicated then
    execute format('alter table %I set (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.03, autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05)', leaf);
  end if;
end $$;

select create_record_leaf(bucket, false) from generate_series(0, 31) bucket;
create sequence own_bucket_seq start 1000;

-- ---------------------------------------------------------------------------------------------------------------
-- The token says who; the database says whether. Asked in the transaction of each request, after its reads.

-- In plpgsql, whose plans a session keeps: as a SQL function it was planned anew at each call (0.46 ms against 0.05).
create function membership_state(in_tenant int, person bigint, session text, types bigint[])
  returns table (session_live boolean, person_enabled boolean, membership_enabled boolean, tenant_enabled boolean, role_id bigint,
                 membership_version int, config_version bigint, write_version numeric, enabled_count numeric, all_count numeric)
  language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query
  select exists (select from auth_session s where s.id = session and s."userId" = u.auth_user_id and s."expiresAt" > now()),
    u.enabled, m.enabled and r.enabled, t.enabled, m.role_id, m.version, t.config_version, c.version, c.enabled_count, c.all_count
  from membership m
  join app_user u on u.id = m.user_id
  join tenant t on t.id = m.tenant_id
  join role r on r.tenant_id = m.tenant_id and r.id = m.role_id
  cross join lateral (
    select coalesce(sum(c.version), 0) as version, coalesce(sum(c.enabled_count), 0) as enabled_count, coalesce(sum(c.all_count), 0) as all_count
    from record_type_counter c where c.tenant_id = in_tenant and c.record_type_id = any(types)) c
  where m.tenant_id = in_tenant and m.user_id = person;
end $$;

-- Held by each writer of records, against the moment in which a type's move to another bucket begins or ends.
create function lock_records_for_write(tenant int) returns void
  language plpgsql volatile security definer set search_path = public as $$
begin
  perform pg_advisory_xact_lock_shared(74702, tenant);
end $$;

-- Who a service token belongs to, and where that person may go: asked before a tenant is entered.
create function person_by_auth_user(auth_id text) returns table (id bigint, email text, first_name text, last_name text, enabled boolean)
  language sql stable security definer set search_path = public
  as $$ select id, email, first_name, last_name, enabled from app_user where auth_user_id = auth_id $$;

create function tenants_of_person(person bigint)
  returns table (tenant_id int, name text, url text, description text, mfa_required boolean, role_id bigint, role_name text, role_description text, membership_version int)
  language sql stable security definer set search_path = public
  as $$ select t.id, t.name, t.url, t.description, t.mfa_required, r.id, r.name, r.description, m.version
        from membership m join tenant t on t.id = m.tenant_id
        join role r on r.tenant_id = m.tenant_id and r.id = m.role_id
        where m.user_id = person and m.enabled and t.enabled and r.enabled order by lower(t.name), t.id $$;

revoke execute on all functions in schema public from public;
grant execute on function current_tenant(), acting_user(), transmission_targets(), membership_state(int, bigint, text, bigint[]),
  lock_records_for_write(int), person_by_auth_user(text), tenants_of_person(bigint),
  similarity(text, text) to rowhouse_app;
