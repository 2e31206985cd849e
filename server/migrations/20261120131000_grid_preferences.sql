-- What people keep of a grid's columns, filters and sort. One row a preference: a person's own, or a role's, which an
-- administrator made.

create table grid_preference (
  id bigint generated always as identity,
  tenant_id int not null references tenant,
  record_type_id bigint not null,
  user_id bigint,
  role_id bigint,
  saved_name text not null check (char_length(saved_name) between 1 and 100),
  grid_options jsonb not null,
  -- False: deleted.
  enabled boolean not null default true,
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  -- What a default refers to, so that it cannot be one of another grid.
  unique (tenant_id, record_type_id, id),
  foreign key (tenant_id, record_type_id) references record_type,
  foreign key (tenant_id, user_id) references membership on delete cascade,
  foreign key (tenant_id, role_id) references role,
  check (num_nonnulls(user_id, role_id) = 1)
);
create unique index grid_preference_own on grid_preference (tenant_id, user_id, record_type_id, lower(saved_name)) where enabled and user_id is not null;
create unique index grid_preference_of_role on grid_preference (tenant_id, role_id, record_type_id, lower(saved_name)) where enabled and role_id is not null;

-- One row a person and grid, and one a role and grid: there are never two defaults, whoever is first.
create table grid_preference_default (
  id bigint generated always as identity,
  tenant_id int not null references tenant,
  record_type_id bigint not null,
  user_id bigint,
  role_id bigint,
  grid_preference_id bigint not null,
  enabled boolean not null default true,
  primary key (tenant_id, id),
  foreign key (tenant_id, record_type_id, grid_preference_id) references grid_preference (tenant_id, record_type_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references membership on delete cascade,
  foreign key (tenant_id, role_id) references role,
  check (num_nonnulls(user_id, role_id) = 1)
);
create unique index grid_preference_default_own on grid_preference_default (tenant_id, user_id, record_type_id) where user_id is not null;
create unique index grid_preference_default_of_role on grid_preference_default (tenant_id, role_id, record_type_id) where role_id is not null;
create index grid_preference_default_preference on grid_preference_default (tenant_id, grid_preference_id);

select forbid_other_tenants('grid_preference'), forbid_other_tenants('grid_preference_default');
grant select, insert, update on grid_preference, grid_preference_default to rowhouse_app;
