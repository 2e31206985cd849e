-- The tenant of the transaction is read once a statement. Written as a bare call it was inlined into the condition and read
-- again for every row and every entry of an index: nearly half of the time of a count.
create or replace function forbid_other_tenants(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy tenant on %s to rowhouse_app using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()))', target);
  -- Migrations and maintenance cross tenants; requests never run as the owner.
  execute format('create policy owner on %s to %I using (true) with check (true)', target, current_user);
end $$;

do $$
declare target regclass;
begin
  for target in select polrelid::regclass from pg_policy where polname = 'tenant' and polrelid <> 'tenant'::regclass
  loop
    execute format('alter policy tenant on %s using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()))', target);
  end loop;
end $$;

alter policy tenant on tenant using (id = (select current_tenant()));
