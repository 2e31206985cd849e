-- A file that somebody imports in the browser: its rows as they came, until they were judged and brought in by a change
-- of many records, which is stopped, reported and undone as any other.
create table record_import (
  tenant_id int not null references tenant,
  id bigint generated always as identity,
  user_id bigint not null,
  record_type_id bigint not null,
  file_name text not null check (length(file_name) between 1 and 255),
  headers text[] not null,
  row_count int not null default 0,
  size_bytes bigint not null default 0,
  -- As the rows were judged last; what is started is what was judged.
  choices jsonb,
  judgement int not null default 0,
  making int not null default 0,
  changing int not null default 0,
  -- How many records it has made.
  made int not null default 0,
  bulk_change_id bigint,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references membership (tenant_id, user_id) on delete cascade,
  foreign key (tenant_id, record_type_id) references record_type (tenant_id, id),
  foreign key (tenant_id, bulk_change_id) references bulk_change (tenant_id, id) on delete cascade
);
create unique index record_import_change on record_import (tenant_id, bulk_change_id) where bulk_change_id is not null;

create table record_import_row (
  tenant_id int not null references tenant,
  import_id bigint not null,
  -- As a spreadsheet counts: the header is row 1.
  row_number int not null,
  cells text[] not null,
  -- Why its cells could not be told apart, which no choice mends.
  broken text,
  -- Why it cannot be imported, or could not; null where nothing is wrong.
  fault text,
  primary key (tenant_id, import_id, row_number),
  foreign key (tenant_id, import_id) references record_import (tenant_id, id) on delete cascade
);
create index record_import_row_faults on record_import_row (tenant_id, import_id, row_number) where fault is not null;

select forbid_other_tenants('record_import'), forbid_other_tenants('record_import_row');
grant select, insert, update on record_import, record_import_row to rowhouse_app;

alter table bulk_change drop constraint bulk_change_kind_check;
alter table bulk_change add constraint bulk_change_kind_check check (kind in ('EDIT', 'DELETE', 'RESTORE', 'UNDO', 'IMPORT'));
