-- A mapping has two halves, each kept by its own company (decision 076): what the source sends and when, and what the
-- target makes of it. The target is shown the offer alone, in which things have numbers instead of ids.
alter table transmission_mapping
  add column version int not null default 1,
  -- The target's acceptance is of a version; null until it was offered from the browser.
  add column offer jsonb,
  -- When a record is sent: as the audit log keeps key and value of the field.
  add column trigger_key text,
  add column trigger_value text,
  -- In whose name records are read and get their status.
  add column offered_by bigint,
  add column updated_at timestamptz(3) not null default now();

create table transmission_acceptance (
  tenant_id int not null references tenant,
  id bigint generated always as identity,
  source_tenant_id int not null,
  mapping_id bigint not null,
  -- The version of the offer that was approved; null when it was declined.
  approved_version int,
  record_type_id bigint,
  settings jsonb not null default '{}',
  version int not null default 1,
  -- In whose name records are made.
  approved_by bigint,
  answered_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, mapping_id),
  foreign key (source_tenant_id, mapping_id) references transmission_mapping (tenant_id, id) on delete cascade,
  foreign key (tenant_id, record_type_id) references record_type
);
create index transmission_acceptance_mapping on transmission_acceptance (source_tenant_id, mapping_id);

select forbid_other_tenants('transmission_acceptance');
grant insert, update (settings, enabled, version, offer, trigger_key, trigger_value, offered_by, updated_at) on transmission_mapping to rowhouse_app;
grant select, insert, update (approved_version, record_type_id, settings, version, approved_by, answered_at) on transmission_acceptance to rowhouse_app;

create trigger audit_insert after insert on transmission_mapping referencing new table as new_rows
  for each statement execute function audit_design('id');
create trigger audit_update after update on transmission_mapping referencing old table as old_rows new table as new_rows
  for each statement execute function audit_design('id');

create function audit_transmission_acceptance() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
  select n.tenant_id, acting_user(), 'transmission_acceptance', n.id, lower(tg_op), jsonb_strip_nulls(jsonb_build_object(
    'approved_version', case when tg_op = 'INSERT' or n.approved_version is distinct from old.approved_version
      then jsonb_build_array(case when tg_op = 'UPDATE' then old.approved_version end, n.approved_version) end,
    'record_type_id', case when tg_op = 'INSERT' or n.record_type_id is distinct from old.record_type_id
      then jsonb_build_array(case when tg_op = 'UPDATE' then old.record_type_id end, n.record_type_id) end,
    'settings', case when tg_op = 'INSERT' or n.settings is distinct from old.settings
      then jsonb_build_array(case when tg_op = 'UPDATE' then old.settings end, n.settings) end))
  from (select new.*) n;
  return null;
end $$;
revoke execute on function audit_transmission_acceptance() from public;
create trigger audit after insert or update on transmission_acceptance
  for each row execute function audit_transmission_acceptance();

-- The company at an address, for who is about to offer it a mapping. Never the own one.
create function find_transmission_target(at_url text) returns table (id int, name text)
  language sql stable security definer set search_path = public
  as $$ select t.id, t.name from tenant t where t.url = lower(at_url) and t.enabled and t.id <> current_tenant() $$;

-- What is offered to this company: whose it is by name, and no id of theirs but the mapping's.
create function transmission_offers() returns table (
  mapping_id bigint, source_id int, source_name text, is_enabled boolean, version int, offer jsonb)
  language sql stable security definer set search_path = public
  as $$ select m.id, s.id, s.name, m.enabled and s.enabled, m.version,
               jsonb_set(m.offer, '{items}', coalesce((select jsonb_agg(i - 'key' order by (i ->> 'number')::int)
                                                        from jsonb_array_elements(m.offer -> 'items') i), '[]'))
        from transmission_mapping m join tenant s on s.id = m.tenant_id
        where m.target_tenant_id = current_tenant() and m.tenant_id <> m.target_tenant_id and m.offer is not null $$;

-- What the target said to the mappings of this company: which of the items it takes, and nothing of what it makes of them.
create function transmission_answers() returns table (
  mapping_id bigint, target_name text, target_enabled boolean, is_declined boolean, approved_version int, taken int[], answered_at timestamptz)
  language sql stable security definer set search_path = public
  as $$ select m.id, t.name, t.enabled, a.id is not null and a.approved_version is null, a.approved_version,
               (select array_agg((p ->> 'item')::int order by 1) from jsonb_array_elements(a.settings -> 'pairs') p), a.answered_at
        from transmission_mapping m
          join tenant t on t.id = m.target_tenant_id
          left join transmission_acceptance a on a.tenant_id = m.target_tenant_id and a.mapping_id = m.id
        where m.tenant_id = current_tenant() $$;
revoke execute on function find_transmission_target(text), transmission_offers(), transmission_answers() from public;
grant execute on function find_transmission_target(text), transmission_offers(), transmission_answers() to rowhouse_app;

select add_administration_item('Companies', 'companies', 'Transmissions', 'transmissions', 'switch');
