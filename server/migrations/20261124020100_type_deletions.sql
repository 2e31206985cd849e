-- A record type that is to go: disabled at once, taken back within its time, then emptied part by part (decision 107).
alter table record_type add column delete_after timestamptz(3);
grant update (delete_after) on record_type to rowhouse_app;

create table record_type_deletion (
  id bigint generated always as identity,
  tenant_id integer not null references tenant,
  -- No foreign key: the row says what became of the type when the type is gone.
  record_type_id bigint not null,
  -- Who asked for it, as the history names them.
  user_id bigint not null,
  was_enabled boolean not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'RUNNING', 'FAILED', 'FINISHED', 'TAKEN_BACK')),
  total integer not null,
  done integer not null default 0 check (done >= 0),
  failures integer not null default 0,
  asked_at timestamptz(3) not null default now(),
  tried_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  primary key (tenant_id, id)
);
create index record_type_deletion_open on record_type_deletion (tried_at) where state in ('WAITING', 'RUNNING', 'FAILED');
create unique index record_type_deletion_type on record_type_deletion (tenant_id, record_type_id)
  where state in ('WAITING', 'RUNNING', 'FAILED');
select forbid_other_tenants('record_type_deletion');
grant select, insert, update on record_type_deletion to rowhouse_app;

-- Files of records that went with a type; whether another record holds one is asked when all of them are known.
alter table record_file add column gone_with_type_id bigint;
create index record_file_gone on record_file (tenant_id, gone_with_type_id) where gone_with_type_id is not null;
