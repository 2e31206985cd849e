-- A change of all records that a filter finds. The two tables are the queue, the report and the means of undoing at once:
-- a part of the records and what is written down of them are one transaction, so that a killed server does nothing twice.

create table bulk_change (
  id bigint generated always as identity,
  tenant_id int not null references tenant,
  record_type_id bigint not null,
  -- Who started it: each part is judged by what they may do at that moment.
  user_id bigint not null,
  kind text not null check (kind in ('EDIT', 'DELETE', 'RESTORE', 'UNDO')),
  state text not null default 'RUNNING' check (state in ('RUNNING', 'STOPPED', 'FINISHED', 'FAILED')),
  -- The values as they were asked for; null for an undo, whose records say each what they are given back.
  change_values jsonb,
  -- The fields that it sets, by key.
  field_keys text[] not null,
  undo_of bigint,
  total int not null,
  updated int not null default 0,
  unchanged int not null default 0,
  conflicts int not null default 0,
  not_found int not null default 0,
  refused int not null default 0,
  -- The records are taken by id; those up to here are done.
  reached_record_id bigint not null default 0,
  -- How often in a row a part could not be done.
  failures int not null default 0,
  started_at timestamptz(3) not null default now(),
  -- When a part of it was last tried: those that run take turns.
  tried_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  primary key (tenant_id, id),
  foreign key (tenant_id, record_type_id) references record_type,
  foreign key (tenant_id, user_id) references membership on delete cascade,
  foreign key (tenant_id, undo_of) references bulk_change on delete cascade
);
create index bulk_change_own on bulk_change (tenant_id, user_id, record_type_id, id);
create index bulk_change_running on bulk_change (tried_at) where state = 'RUNNING';
create index bulk_change_undo on bulk_change (tenant_id, undo_of) where undo_of is not null;

create table bulk_change_record (
  tenant_id int not null,
  bulk_change_id bigint not null,
  record_id bigint not null,
  -- A record that is of another version when its turn comes was changed by somebody else.
  expected_version int not null,
  -- Null: not reached.
  outcome text check (outcome in ('UPDATED', 'UNCHANGED', 'CONFLICT', 'NOT_FOUND', 'REFUSED')),
  version int,
  message text,
  -- What the fields held before, by key.
  held jsonb,
  -- Of an undo: what they are given back.
  given_back jsonb,
  primary key (tenant_id, bulk_change_id, record_id),
  foreign key (tenant_id, bulk_change_id) references bulk_change on delete cascade
) with (fillfactor = 60);

select forbid_other_tenants('bulk_change'), forbid_other_tenants('bulk_change_record');
grant select, insert, update on bulk_change, bulk_change_record to rowhouse_app;
