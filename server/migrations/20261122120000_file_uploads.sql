-- Files on their way: one row for each that somebody was let send. While saved_at is null no record holds the file, and
-- a day after created_at it goes, whether its object stands, or a part of it, or nothing. Deleted by the owner alone.
create table file_upload (
  tenant_id int not null references tenant,
  object_key text not null,
  user_id bigint not null,
  created_at timestamptz(3) not null default now(),
  -- When the sending began: a link is good for one.
  sent_at timestamptz(3),
  saved_at timestamptz(3),
  primary key (tenant_id, object_key)
);
create index file_upload_unsaved on file_upload (tenant_id, user_id, created_at) where saved_at is null;

select forbid_other_tenants('file_upload');
grant select, insert, update on file_upload to rowhouse_app;
