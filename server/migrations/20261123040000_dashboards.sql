-- Dashboards of a company: charts over its records, made in the browser, or what another server shows in a frame. "Start"
-- is every company's first one and has no row.
create table dashboard (
  tenant_id int not null references tenant,
  id bigint generated always as identity,
  name text not null check (char_length(name) between 1 and 100),
  -- Whose own it is; null where nobody made it, or who did is gone.
  owner_user_id bigint,
  -- The roles that it is shared with. Roles are disabled and never deleted.
  role_ids bigint[] not null default '{}',
  embed_type text not null check (embed_type in ('BUILT_IN', 'SIGNED_URL')),
  server_url text,
  site_identifier text,
  environment text,
  -- Under which the embed server knows it.
  external_id text,
  -- Seconds for which one signed address is good.
  expiration_time int check (expiration_time between 60 and 86400),
  -- What addresses are signed with, sealed with the secret of the installation.
  sealed_key text,
  widgets jsonb not null default '[]',
  enabled boolean not null default true,
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_user_id) references membership (tenant_id, user_id) on delete set null (owner_user_id),
  check (embed_type = 'BUILT_IN' or num_nulls(server_url, site_identifier, environment, external_id, expiration_time, sealed_key) = 0)
);
create index dashboard_owner on dashboard (tenant_id, owner_user_id);

-- Which one opens first for a person; null is "Start".
create table dashboard_preference (
  tenant_id int not null references tenant,
  user_id bigint not null,
  dashboard_id bigint,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references membership (tenant_id, user_id) on delete cascade,
  foreign key (tenant_id, dashboard_id) references dashboard (tenant_id, id) on delete set null (dashboard_id)
);
create index dashboard_preference_dashboard on dashboard_preference (tenant_id, dashboard_id);

select forbid_other_tenants('dashboard');
select forbid_other_tenants('dashboard_preference');
grant select, insert, update on dashboard to rowhouse_app;
grant select, insert, update on dashboard_preference to rowhouse_app;

-- The key is never told, only that it changed; of charts how many there are.
create function audit_dashboard() returns trigger
language plpgsql security definer set search_path to 'public' as $$
declare
  changes jsonb;
begin
  select jsonb_object_agg(n.key, case n.key
           when 'sealed_key' then jsonb_build_array(null, 'another one')
           when 'widgets' then jsonb_build_array(
             case when tg_op = 'UPDATE' then jsonb_array_length(old.widgets) || ' before' end,
             jsonb_array_length(new.widgets) || ' now')
           else jsonb_build_array(case when tg_op = 'UPDATE' then to_jsonb(old) -> n.key end, n.value) end)
    into changes
  from jsonb_each(to_jsonb(new)) n
  where n.key not in ('id', 'tenant_id', 'version', 'created_at', 'updated_at')
    and case tg_op when 'UPDATE' then n.value is distinct from to_jsonb(old) -> n.key else n.value <> 'null' end;
  if changes is null then return null; end if;
  insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
    values (new.tenant_id, acting_user(), 'dashboard', new.id, lower(tg_op), changes || jsonb_build_object('name', jsonb_build_array(
      case when tg_op = 'UPDATE' then old.name end, new.name)));
  return null;
end $$;
create trigger audit after insert or update on dashboard for each row when (acting_user() is not null) execute function audit_dashboard();

create function audit_dashboard_preference() returns trigger
language plpgsql security definer set search_path to 'public' as $$
begin
  insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
    values (new.tenant_id, acting_user(), 'dashboard_preference', new.user_id, 'update', jsonb_build_object('opens_first', jsonb_build_array(
      case when tg_op = 'UPDATE' then
        (select d.name from dashboard d where d.tenant_id = old.tenant_id and d.id = old.dashboard_id) end,
      coalesce((select d.name from dashboard d where d.tenant_id = new.tenant_id and d.id = new.dashboard_id), 'Start'))));
  return null;
end $$;
create trigger audit_insert after insert on dashboard_preference for each row
  when (acting_user() is not null) execute function audit_dashboard_preference();
create trigger audit_update after update on dashboard_preference for each row
  when (acting_user() is not null and old.dashboard_id is distinct from new.dashboard_id) execute function audit_dashboard_preference();
revoke execute on function audit_dashboard(), audit_dashboard_preference() from public;
