-- A company that is taken out as an archive from its page (decision 144): the work, and for a day the file.
create table company_export (
  id bigint generated always as identity,
  tenant_id int not null references tenant,
  user_id bigint not null,
  state text not null default 'RUNNING' check (state in ('RUNNING', 'FINISHED', 'FAILED')),
  -- Where the file stands, under the company's own keys.
  object_key text not null,
  -- Records first, then files: how far it has come with them.
  step text not null default 'RECORDS' check (step in ('RECORDS', 'FILES')),
  total bigint not null default 0,
  done bigint not null default 0,
  records bigint not null default 0,
  files bigint not null default 0,
  missing_files bigint not null default 0,
  size_bytes bigint not null default 0,
  asked_at timestamptz(3) not null default now(),
  -- The process that is at it says so now and then: what nobody has tried for a while is taken up by another.
  tried_at timestamptz(3) not null default '-infinity',
  ended_at timestamptz(3),
  primary key (tenant_id, id)
);
create unique index company_export_running on company_export (tenant_id) where state = 'RUNNING';
select forbid_other_tenants('company_export');
grant select, insert on company_export to rowhouse_app;
