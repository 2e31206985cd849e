-- The first steps of a company: what was chosen, and whether its administrators have put them away. A company without a row
-- was set up before there were any.
create table company_set_up (
  tenant_id integer primary key references tenant (id),
  templates text[] not null default '{}',
  started_empty boolean not null default false,
  put_away boolean not null default false
);
select forbid_other_tenants('company_set_up');
grant select, insert, update on company_set_up to rowhouse_app;

insert into company_set_up (tenant_id)
select t.id from tenant t where not exists (select from record_type r where r.tenant_id = t.id);

create function audit_set_up() returns trigger
language plpgsql security definer set search_path to 'public' as $$
declare
  changes jsonb;
begin
  select jsonb_object_agg(n.key, jsonb_build_array(to_jsonb(old) -> n.key, n.value)) into changes
  from jsonb_each(to_jsonb(new)) n
  where n.value is distinct from to_jsonb(old) -> n.key;
  if changes is null then return null; end if;
  insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
    values (new.tenant_id, acting_user(), 'company_set_up', new.tenant_id, 'update', changes);
  return null;
end $$;
create trigger audit after update on company_set_up for each row execute function audit_set_up();
-- So that the other administrators see the same progress.
create trigger config_update after update on company_set_up referencing new table as new_rows
  for each statement execute function raise_structure_version();
revoke execute on function audit_set_up() from public;

-- A template is applied by the administrator's own request, so the role of requests makes what it consists of. Row-level
-- security keeps it in the company, and the gate lets administering roles alone do it.
grant insert on record_type, record_status, problem_code, field, line_item_type, line_item_field, role, role_field_access,
  role_menu_item_action, menu_group, menu_section, menu_item to rowhouse_app;
