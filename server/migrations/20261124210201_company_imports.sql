-- An archive of a company that somebody who runs the installation brings in by the browser (decision 144): what was sent of it, what it
-- would make, and how far it is. It belongs to no company, so requests of companies have no right to it. One a person.
create table company_import (
  id bigint generated always as identity primary key,
  user_id bigint not null unique references app_user on delete cascade,
  state text not null default 'UPLOADING' check (state in ('UPLOADING', 'CHECKING', 'CHECKED', 'RUNNING', 'FINISHED', 'REFUSED')),
  file_name text not null,
  size_bytes bigint not null,
  -- The file stands in the storage in parts: this and the number of the part.
  object_prefix text not null,
  parts int not null default 0,
  received bigint not null default 0,
  -- Bytes of the file that were read, in the step that runs.
  done bigint not null default 0,
  -- What it would make; null until it was read.
  plan jsonb,
  -- Under which name and address, and whether the other one is over.
  wanted jsonb,
  -- The company that is being made: what a killed process left of it goes before it is begun anew.
  made_tenant_id int,
  made jsonb,
  -- Why it did not come in.
  problem text,
  asked_at timestamptz(3) not null default now(),
  -- The process that is at it says so now and then.
  tried_at timestamptz(3) not null default '-infinity'
);
