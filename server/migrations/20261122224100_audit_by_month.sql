-- The audit log is divided by month (docs/decisions/065). An entry's id says its month, so that the ids of months follow each
-- other: "the newest first" reads the newest partition and stops, an id finds its partition, and a primary key holds over all.
-- Nothing is copied: what there is becomes the first partition, after one look at its ids, beside one index of it.

create sequence audit_log_number;
select setval('audit_log_number', (select greatest(last_value, 1) from audit_log_id_seq));

-- The first id of the month of a moment: months since 2000, with room for 10^12 entries in all.
create function audit_month_start(moment timestamp) returns bigint language sql immutable as
$$ select ((extract(year from moment)::bigint - 2000) * 12 + extract(month from moment)::bigint - 1) * 1000000000000 $$;

drop trigger notify on audit_log;
alter table audit_log alter column id drop identity;
-- An entry is written by a trigger of a row that refers to the company itself.
alter table audit_log drop constraint audit_log_tenant_id_fkey;
alter table audit_log rename to audit_log_before;
alter table audit_log_before rename constraint audit_log_pkey to audit_log_before_pkey;
alter index audit_log_entity rename to audit_log_before_entity;
alter index audit_log_put_back rename to audit_log_before_put_back;
alter index audit_log_record_lines rename to audit_log_before_record_lines;
alter index audit_log_time rename to audit_log_before_time;
revoke all on audit_log_before from rowhouse_app;

create table audit_log (
  -- By the clock and not by the transaction: entries of a record that waited for each other are in their order.
  id bigint not null default audit_month_start(clock_timestamp() at time zone 'UTC') + nextval('audit_log_number'),
  tenant_id int not null,
  at timestamptz(3) not null default now(),
  user_id bigint,
  entity text not null,
  entity_id bigint not null,
  record_type_id bigint,
  action text not null,
  changes jsonb,
  record_id bigint,
  source jsonb default acting_source(),
  primary key (tenant_id, id)
) partition by range (id);
select forbid_other_tenants('audit_log');
grant select on audit_log to rowhouse_app;

create index audit_log_entity on audit_log (tenant_id, entity, entity_id, id);
create index audit_log_put_back on audit_log (tenant_id, (coalesce(record_id, entity_id)), id)
  where source ->> 'kind' = 'PUT_BACK';
create index audit_log_record_lines on audit_log (tenant_id, record_id, id) where record_id is not null;
create index audit_log_time on audit_log (tenant_id, at, id);

alter table audit_log attach partition audit_log_before for values from (minvalue) to (1000000000000);

-- What no month takes is taken here, from the last month that was made ahead to the end of time: no write finds nothing.
create table audit_log_open (like audit_log including defaults);
select forbid_other_tenants('audit_log_open');
alter table audit_log attach partition audit_log_open for values from (1000000000000) to (maxvalue);

create trigger notify after insert on audit_log
  referencing new table as new_entries for each statement execute function notify_of_entries();

-- From which id on the open partition takes what comes.
create function audit_open_from() returns bigint language sql stable set search_path to 'public' as
$$ select substring(pg_get_expr(relpartbound, oid) from 'FROM \(''?(\d+)')::bigint from pg_class where oid = 'audit_log_open'::regclass $$;

-- Makes the months up to the one `ahead` of that day; answers how many partitions it made. Whoever writes waits for it, some
-- milliseconds; it gives up after a second where it would have to wait itself, for the open partition serves meanwhile.
create function make_audit_partitions(today date, ahead int) returns int
language plpgsql set search_path to 'public' set lock_timeout to '1s' as $$
declare
  wanted bigint := audit_month_start(date_trunc('month', today::timestamp) + make_interval(months => ahead + 1));
  lower bigint := audit_open_from();
  upper bigint;
  month date;
  leaf text;
  made int := 0;
begin
  if lower >= wanted then return 0; end if;
  alter table audit_log detach partition audit_log_open;
  if exists (select from audit_log_open) then
    -- Nobody made months for a while: what came is one partition of all of them.
    upper := (select (max(id) / 1000000000000 + 1) * 1000000000000 from audit_log_open);
    leaf := 'audit_log_' || (2000 + (upper / 1000000000000 - 1) / 12) || lpad(((upper / 1000000000000 - 1) % 12 + 1)::text, 2, '0');
    execute format('alter table audit_log_open rename to %I', leaf);
    execute format('alter table audit_log attach partition %I for values from (%s) to (%s)', leaf, lower, upper);
    create table audit_log_open (like audit_log including defaults);
    perform forbid_other_tenants('audit_log_open');
    lower := upper;
    made := 1;
  end if;
  -- The first month takes what is between it and what there was before: the clock of a server may be wrong.
  month := date_trunc('month', today::timestamp);
  while lower < wanted loop
    upper := audit_month_start(month + interval '1 month');
    if upper > lower then
      leaf := 'audit_log_' || to_char(month, 'YYYYMM');
      execute format('create table %I (like audit_log including defaults)', leaf);
      perform forbid_other_tenants(leaf::regclass);
      execute format('alter table audit_log attach partition %I for values from (%s) to (%s)', leaf, lower, upper);
      lower := upper;
      made := made + 1;
    end if;
    month := month + interval '1 month';
  end loop;
  execute format('alter table audit_log attach partition audit_log_open for values from (%s) to (maxvalue)', lower);
  return made;
end $$;

-- Drops the partitions in which everything is older than the day; answers their names. The open one stays.
create function drop_audit_partitions(before date) returns text[]
language plpgsql set search_path to 'public' set lock_timeout to '1s' as $$
declare
  leaf record;
  dropped text[] := '{}';
begin
  for leaf in
    select c.relname::text as name, substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''?(\d+)')::bigint as upper
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'audit_log'::regclass and c.relname <> 'audit_log_open'
  loop
    -- What there was before this migration is as old as the migration at least.
    if leaf.name = 'audit_log_before'
      then continue when not exists (select from migration m where m.name like '20261122224100%' and m.ran_at < before);
      else continue when leaf.upper > audit_month_start(before);
    end if;
    execute format('drop table %I', leaf.name);
    dropped := dropped || leaf.name;
  end loop;
  return dropped;
end $$;

revoke execute on function audit_month_start(timestamp), audit_open_from(), make_audit_partitions(date, int),
  drop_audit_partitions(date) from public;
grant execute on function audit_month_start(timestamp) to rowhouse_app;
