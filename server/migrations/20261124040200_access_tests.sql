-- What a role must never come to see or change (decision 109): held against every later change of its access.
create table access_test (
  tenant_id int not null references tenant (id),
  id bigint generated always as identity,
  role_id bigint not null,
  record_type_id bigint not null,
  field_id bigint,
  base_field text,
  -- The most that the role may have: NotAllowed, it must not see the field; ViewOnly, it must not change it.
  most text not null check (most in ('NotAllowed', 'ViewOnly')),
  -- One that is removed stays, switched off, for the audit log to name it.
  enabled boolean not null default true,
  primary key (tenant_id, id),
  foreign key (tenant_id, role_id) references role (tenant_id, id),
  foreign key (tenant_id, record_type_id) references record_type (tenant_id, id),
  foreign key (tenant_id, field_id) references field (tenant_id, id),
  check ((field_id is null) <> (base_field is null))
);
create unique index access_test_cell on access_test (tenant_id, role_id, record_type_id, field_id, base_field)
  nulls not distinct where enabled;
select forbid_other_tenants('access_test');
grant select, insert, update (enabled) on access_test to rowhouse_app;

create function audit_access_test() returns trigger language plpgsql security definer set search_path to 'public' as $$
declare
  told jsonb;
begin
  select jsonb_object_agg(k.key, case tg_op when 'INSERT' then jsonb_build_array(null, k.value) else jsonb_build_array(k.value, null) end)
    into told
  from jsonb_each(jsonb_strip_nulls(to_jsonb(new))) k
  where k.key not in ('id', 'tenant_id', 'enabled');
  insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
    values (new.tenant_id, acting_user(), 'access_test', new.id, case tg_op when 'INSERT' then 'insert' else 'delete' end, told);
  return null;
end $$;
create trigger audit after insert or update on access_test for each row when (acting_user() is not null) execute function audit_access_test();
revoke execute on function audit_access_test() from public;
