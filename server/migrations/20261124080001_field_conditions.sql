-- Fields that are required, read only or shown when the record meets a condition (decision 112).
create table field_condition (
  id bigint generated always as identity,
  tenant_id integer not null references tenant,
  record_type_id bigint not null,
  -- Of one of the two: a field of the type, or one that every record has.
  field_id bigint,
  base_field text,
  kind text not null check (kind in ('REQUIRED', 'READ_ONLY', 'SHOWN')),
  -- As the filters of a grid are sent.
  conditions jsonb not null check (jsonb_typeof(conditions) = 'array'),
  enabled boolean not null default true,
  version integer not null default 1,
  check ((field_id is null) <> (base_field is null)),
  primary key (tenant_id, id),
  foreign key (tenant_id, record_type_id) references record_type,
  foreign key (tenant_id, field_id) references field
);
-- One that is taken away stays, switched off, for the audit log to name it.
create unique index field_condition_of_kind on field_condition (tenant_id, record_type_id, field_id, base_field, kind)
  nulls not distinct where enabled;

select forbid_other_tenants('field_condition');
grant select, insert, update (conditions, enabled, version) on field_condition to rowhouse_app;

create trigger config_insert after insert on field_condition referencing new table as new_rows
  for each statement execute function raise_structure_version();
create trigger config_update after update on field_condition referencing new table as new_rows
  for each statement execute function raise_structure_version();
create trigger config_delete after delete on field_condition referencing old table as old_rows
  for each statement execute function raise_structure_version();
create trigger audit_insert after insert on field_condition referencing new table as new_rows
  for each statement execute function audit_design('id');
create trigger audit_update after update on field_condition referencing old table as old_rows new table as new_rows
  for each statement execute function audit_design('id');
