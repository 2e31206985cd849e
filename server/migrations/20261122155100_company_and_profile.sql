-- What an administrator says of the company, and what a person says of themself.

alter table tenant add column version int not null default 1;

create function raise_company_version() returns trigger language plpgsql as $$
begin
  new.config_version := old.config_version + 1;
  return new;
end $$;

-- As the owner: a company that transmits to this one keeps its name in memory too.
create function audit_company() returns trigger language plpgsql security definer set search_path = public as $$
declare
  changes jsonb;
begin
  select jsonb_object_agg(n.key, jsonb_build_array(to_jsonb(old) -> n.key, n.value)) into changes
  from jsonb_each(to_jsonb(new)) n
  where n.key in ('name', 'description', 'currency', 'mfa_required') and n.value is distinct from to_jsonb(old) -> n.key;
  insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
    values (new.id, acting_user(), 'tenant', new.id, 'update', changes);
  if new.name <> old.name then
    update tenant set config_version = config_version + 1
      where id in (select m.tenant_id from transmission_mapping m where m.target_tenant_id = new.id and m.tenant_id <> new.id);
  end if;
  return null;
end $$;

create trigger raise_version before update on tenant for each row
  when ((old.name, old.description, old.currency, old.mfa_required) is distinct from (new.name, new.description, new.currency, new.mfa_required))
  execute function raise_company_version();
create trigger audit after update on tenant for each row
  when ((old.name, old.description, old.currency, old.mfa_required) is distinct from (new.name, new.description, new.currency, new.mfa_required))
  execute function audit_company();

create policy change_own on tenant for update to rowhouse_app using (id = (select current_tenant())) with check (id = (select current_tenant()));
grant update (name, description, currency, mfa_required, version) on tenant to rowhouse_app;

-- Whether the acting person's session proved a second factor: who has none would shut themself out by requiring it.
create function has_second_factor(session text) returns boolean
  language sql stable security definer set search_path = public
  as $$ select exists (select from auth_session s join app_user u on u.auth_user_id = s."userId"
                       where s.id = session and u.id = acting_user() and s.second_factor) $$;

alter table app_user
  -- By its IANA name; null: the zone of the browser that is used.
  add column time_zone text check (length(time_zone) between 1 and 64),
  add column theme text not null default 'light' check (theme in ('light', 'dark', 'system'));

revoke execute on function raise_company_version(), audit_company(), has_second_factor(text) from public;
grant execute on function has_second_factor(text) to rowhouse_app;
