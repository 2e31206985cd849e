-- The link that makes the first account and company, by its hash alone. Before any company there is no tenant to stand in: so
-- it is the owner's, and the role of requests has no right to it.
create table first_link (
  token_hash text primary key,
  expires_at timestamptz not null,
  used_at timestamptz
);
alter table first_link enable row level security;
alter table first_link force row level security;
do $$ begin
  execute format('create policy owner on first_link to %I using (true) with check (true)', current_user);
end $$;

-- Who made a company in the browser: nobody makes more than a few a day.
alter table tenant add column made_by bigint references app_user (id) on delete set null;
create index tenant_made_by on tenant (made_by, created_at) where made_by is not null;
