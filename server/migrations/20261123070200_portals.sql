-- Pages of other servers that a company shows in frames.
create table portal (
  tenant_id int not null references tenant,
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 80),
  address text not null check (length(address) <= 2000),
  icon text not null,
  -- The roles that it is given to. Roles are disabled and never deleted.
  role_ids bigint[] not null default '{}',
  enabled boolean not null default true,
  version int not null default 1,
  primary key (tenant_id, id)
);
select forbid_other_tenants('portal');
grant select, insert, update on portal to rowhouse_app;

create function audit_portal() returns trigger
language plpgsql security definer set search_path to 'public' as $$
declare
  changes jsonb;
begin
  select jsonb_object_agg(n.key, jsonb_build_array(case when tg_op = 'UPDATE' then to_jsonb(old) -> n.key end, n.value))
    into changes
  from jsonb_each(to_jsonb(new)) n
  where n.key not in ('id', 'tenant_id', 'version')
    and (tg_op = 'INSERT' or n.value is distinct from to_jsonb(old) -> n.key);
  if changes is null then return null; end if;
  insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
    values (new.tenant_id, acting_user(), 'portal', new.id, lower(tg_op), changes || jsonb_build_object('name', jsonb_build_array(
      case when tg_op = 'UPDATE' then old.name end, new.name)));
  return null;
end $$;
create trigger audit after insert or update on portal for each row when (acting_user() is not null) execute function audit_portal();
revoke execute on function audit_portal() from public;

select add_administration_item('Portal', 'portal', 'Portal', 'portal', 'external');
