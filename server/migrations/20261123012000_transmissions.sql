-- Records on their way to other companies (decision 077). A row is written by a trigger, in the transaction of the change with
-- which the record has reached the value: no path that writes can forget it, and none sends what was taken back.
create table transmission (
  tenant_id int not null references tenant,
  id bigint generated always as identity,
  -- The same on every try; the target keeps it, and makes one record for it.
  message_id uuid not null default gen_random_uuid(),
  mapping_id bigint not null,
  record_type_id bigint not null,
  record_id bigint not null,
  state text not null default 'QUEUED' check (state in ('QUEUED', 'DELIVERED', 'FAILED', 'DEAD')),
  tries int not null default 0,
  queued_at timestamptz(3) not null default now(),
  tried_at timestamptz(3),
  next_try_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  -- What went, by the numbers of the offer; null until it was read.
  content jsonb,
  -- Why not, in words for this company alone.
  reason text,
  primary key (tenant_id, id),
  foreign key (tenant_id, mapping_id) references transmission_mapping on delete cascade
);
create index transmission_due on transmission (next_try_at) where state in ('QUEUED', 'FAILED');
create index transmission_record on transmission (tenant_id, record_id, id);
-- One that waits is enough: it takes the record as it is when it is read.
create unique index transmission_open on transmission (tenant_id, mapping_id, record_id) where state in ('QUEUED', 'FAILED');

create table transmission_received (
  tenant_id int not null references tenant,
  id bigint generated always as identity,
  message_id uuid not null,
  acceptance_id bigint not null,
  -- Which of the source's records it is, and says nothing of it.
  source_key text not null,
  state text not null check (state in ('DELIVERED', 'DEAD')),
  record_type_id bigint,
  record_id bigint,
  content jsonb not null,
  reason text,
  received_at timestamptz(3) not null default clock_timestamp(),
  primary key (tenant_id, id),
  unique (tenant_id, message_id)
);
-- A record of the source becomes one record here, however often it is sent.
create unique index transmission_received_once on transmission_received (tenant_id, acceptance_id, source_key) where state = 'DELIVERED';
create index transmission_received_record on transmission_received (tenant_id, record_id) where record_id is not null;

select forbid_other_tenants('transmission');
select forbid_other_tenants('transmission_received');
grant select, update (state, tries, tried_at, next_try_at, ended_at, content, reason) on transmission to rowhouse_app;
grant select, insert, update (state, record_type_id, record_id, content, reason, received_at) on transmission_received to rowhouse_app;

create function queue_transmissions() returns trigger language plpgsql security definer set search_path = public as $$
declare made int;
begin
  -- The owner fills databases by the million; and what was transmitted is not sent on, or two companies would never end.
  if nullif(current_setting('app.tenant_id', true), '') is null then return null; end if;
  if acting_source() ->> 'kind' = 'TRANSMISSION' then return null; end if;
  if not exists (select from transmission_mapping m where m.tenant_id = current_tenant() and m.enabled and m.trigger_key is not null)
    then return null; end if;

  insert into transmission (tenant_id, mapping_id, record_type_id, record_id)
  select e.tenant_id, m.id, e.record_type_id, e.entity_id
  from (select distinct n.tenant_id, n.record_type_id, n.entity_id, m.id as mapping_id
        from new_entries n join transmission_mapping m
          on m.tenant_id = n.tenant_id and m.record_type_id = n.record_type_id and m.enabled and m.trigger_key is not null
        where n.entity = 'record' and (n.action in ('create', 'restore')
          or n.changes ?| array[m.trigger_key, 'target_transmission_tenant_id'])) e
    join transmission_mapping m on m.tenant_id = e.tenant_id and m.id = e.mapping_id
    join record_type t on t.tenant_id = e.tenant_id and t.id = e.record_type_id
    left join field f on f.tenant_id = e.tenant_id and 'f' || f.id = m.trigger_key
    cross join lateral (
      select r.* from record r where r.bucket = t.bucket and r.tenant_id = e.tenant_id and r.id = e.entity_id
      union all
      select r.* from record r where r.bucket = t.moving_from and r.tenant_id = e.tenant_id and r.id = e.entity_id) r
  where r.enabled and r.target_transmission_tenant_id = m.target_tenant_id
    and coalesce(to_jsonb(r) ->> coalesce(f.slot, m.trigger_key), r.x ->> f.id::text) = m.trigger_value
  on conflict (tenant_id, mapping_id, record_id) where state in ('QUEUED', 'FAILED') do nothing;
  get diagnostics made = row_count;
  -- So that a server begins at once: tenant, and 't' in the place of the kind of a change.
  if made > 0 then perform note_announced(concat_ws(' ', current_tenant(), 0, 't', 0, 0, '-')); end if;
  return null;
end $$;
revoke execute on function queue_transmissions() from public;
create trigger queue_transmissions after insert on audit_log
  referencing new table as new_entries for each statement execute function queue_transmissions();

-- What waits for the answer to an offer goes on when it was given.
create function resume_transmissions() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update transmission set next_try_at = now()
    where tenant_id = new.source_tenant_id and mapping_id = new.mapping_id and state in ('QUEUED', 'FAILED');
  if found then perform note_announced(concat_ws(' ', current_tenant(), 0, 't', 0, 0, '-')); end if;
  return null;
end $$;
revoke execute on function resume_transmissions() from public;
create trigger resume after insert or update of approved_version, settings on transmission_acceptance
  for each row execute function resume_transmissions();
