-- A field that is to go: gone from every screen at once, put back within its time, then its values are taken away part by part
-- (decision 141).
alter table field add column delete_after timestamptz(3);
alter table line_item_field add column delete_after timestamptz(3);
grant update (delete_after) on field to rowhouse_app;
grant update (delete_after) on line_item_field to rowhouse_app;

create table field_deletion (
  id bigint generated always as identity,
  tenant_id integer not null references tenant,
  -- No foreign keys: the row says what the field was when it is gone, so that the audit log is read by its name.
  record_type_id bigint not null,
  line_item_type_id bigint,
  field_id bigint not null,
  name text not null,
  data_type text not null,
  list_id bigint,
  object_definition_id bigint,
  currency text,
  -- Roles that saw it at last: to them alone its history is told.
  seen_by bigint[] not null default '{}',
  -- Who asked for it, as the history names them.
  user_id bigint not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'RUNNING', 'FAILED', 'FINISHED', 'TAKEN_BACK')),
  total integer not null,
  done integer not null default 0 check (done >= 0),
  -- How many records had a value that was taken away.
  emptied integer not null default 0,
  reached_record_id bigint not null default 0,
  failures integer not null default 0,
  asked_at timestamptz(3) not null default now(),
  tried_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  primary key (tenant_id, id)
);
create index field_deletion_open on field_deletion (tried_at) where state in ('WAITING', 'RUNNING', 'FAILED');
create unique index field_deletion_field on field_deletion (tenant_id, (line_item_type_id is null), field_id)
  where state <> 'TAKEN_BACK';
select forbid_other_tenants('field_deletion');
grant select, insert, update on field_deletion to rowhouse_app;

-- Files that a deleted field held; whether anything else holds one is asked when all of them are known.
alter table record_file add column gone_with_field_id bigint;
create index record_file_gone_with_field on record_file (tenant_id, gone_with_field_id) where gone_with_field_id is not null;

-- A purge changes nothing that anybody sees: no entry of the history, nobody is told.
drop trigger after_update on line_item;
create trigger after_update after update on line_item referencing old table as old_rows new table as new_rows
  for each statement when (current_setting('app.purging_field', true) is distinct from 'on')
  execute function after_line_item_update();
