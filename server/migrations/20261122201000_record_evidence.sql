-- Where in a document the value of a field was taken from (decision 050): one place a field, the last. A place holds as
-- long as the field has this value; nobody has to take it away.
create table record_evidence (
  tenant_id int not null references tenant,
  record_id bigint not null,
  field_key text not null check (char_length(field_key) between 1 and 60),
  taken_value text not null check (char_length(taken_value) between 1 and 2000),
  file_id bigint not null,
  page int not null check (page >= 1),
  -- Left, bottom, right, top, in points of the unturned page.
  box float8[] not null check (cardinality(box) = 4),
  taken_by bigint not null,
  taken_at timestamptz(3) not null default now(),
  primary key (tenant_id, record_id, field_key),
  foreign key (tenant_id, file_id) references record_file on delete cascade
);
create index record_evidence_file on record_evidence (tenant_id, file_id);

select forbid_other_tenants('record_evidence');
grant select, insert, update on record_evidence to rowhouse_app;
