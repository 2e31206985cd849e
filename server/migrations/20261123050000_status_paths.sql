-- The ways that records of a type may go from status to status (decision 084). A type without any is free.
create table status_transition (
  id bigint generated always as identity,
  tenant_id integer not null references tenant,
  record_type_id bigint not null,
  -- Null: of a new record.
  from_status_id bigint,
  to_status_id bigint not null,
  -- None: every role.
  role_ids bigint[] not null default '{}',
  creator text not null default 'ANYONE' check (creator in ('ANYONE', 'ONLY_CREATOR', 'NOT_CREATOR')),
  -- As the filters of a grid are sent; none: always.
  conditions jsonb not null default '[]' check (jsonb_typeof(conditions) = 'array'),
  needs_comment boolean not null default false,
  enabled boolean not null default true,
  version integer not null default 1,
  check (from_status_id is distinct from to_status_id),
  primary key (tenant_id, id),
  foreign key (tenant_id, record_type_id) references record_type,
  foreign key (tenant_id, from_status_id) references record_status,
  foreign key (tenant_id, to_status_id) references record_status
);
-- One that is taken away stays, switched off, for the audit log to name it.
create unique index status_transition_way on status_transition (tenant_id, record_type_id, from_status_id, to_status_id)
  nulls not distinct where enabled;

select forbid_other_tenants('status_transition');
grant select, insert, update (role_ids, creator, conditions, needs_comment, enabled, version) on status_transition to rowhouse_app;

create trigger config_insert after insert on status_transition referencing new table as new_rows
  for each statement execute function raise_structure_version();
create trigger config_update after update on status_transition referencing new table as new_rows
  for each statement execute function raise_structure_version();
create trigger config_delete after delete on status_transition referencing old table as old_rows
  for each statement execute function raise_structure_version();
create trigger audit_insert after insert on status_transition referencing new table as new_rows
  for each statement execute function audit_design('id');
create trigger audit_update after update on status_transition referencing old table as old_rows new table as new_rows
  for each statement execute function audit_design('id');
