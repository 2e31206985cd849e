-- The address of a company can change, and its old ones lead to the new one. Its logo and colour.

-- Addresses that a company had. Links with them work as long as no other company has taken them.
create table tenant_former_url (
  tenant_id int not null references tenant on delete cascade,
  url text not null check (url ~ '^[a-z0-9][a-z0-9-]*$'),
  freed_at timestamptz not null default now(),
  primary key (tenant_id, url)
);
create index tenant_former_url_by_url on tenant_former_url (url);
select forbid_other_tenants('tenant_former_url');
grant select on tenant_former_url to rowhouse_app;

-- Whether another company has the address, or has given it up so short a time ago that its links are still about.
create function is_company_url_taken(wanted text, asking int) returns boolean
  language sql volatile security definer set search_path = public
  as $$ select exists (select from tenant t where t.url = wanted and t.id is distinct from asking)
            or exists (select from tenant_former_url f where f.url = wanted and f.tenant_id is distinct from asking
                       and f.freed_at > now() - interval '90 days') $$;

-- For the present company, before it takes the address. Of two that want one address the second waits, and sees the first.
create function claim_company_url(wanted text, out is_taken boolean, out recent_changes int)
  language plpgsql volatile security definer set search_path = public as $$
begin
  perform pg_advisory_xact_lock(74706);
  is_taken := is_company_url_taken(wanted, current_tenant());
  select count(*) into recent_changes from tenant_former_url
    where tenant_id = current_tenant() and url <> wanted and freed_at > now() - interval '30 days';
end $$;

-- Whatever writes the address: nobody takes one that is taken, and the one before it is kept.
create function keep_former_url() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform pg_advisory_xact_lock(74706);
  if is_company_url_taken(new.url, new.id) then
    raise exception 'The address of the company is taken.' using errcode = 'unique_violation';
  end if;
  delete from tenant_former_url where url = new.url;
  if tg_op = 'UPDATE' then
    insert into tenant_former_url as kept (tenant_id, url) values (old.id, old.url)
      on conflict (tenant_id, url) do update set freed_at = excluded.freed_at;
  end if;
  return null;
end $$;
create trigger keep_former_url after insert on tenant for each row execute function keep_former_url();
create trigger keep_former_url_of_change after update of url on tenant for each row
  when (old.url <> new.url) execute function keep_former_url();

alter table tenant
  add column accent text check (accent ~ '^#[0-9a-f]{6}$'),
  -- By which the logo is asked for; another with each logo, so that what a browser keeps is never an old one.
  add column logo_key text check (logo_key ~ '^[0-9a-f]{32}$');

create table tenant_logo (
  tenant_id int primary key references tenant on delete cascade,
  -- A PNG; empty when it was taken away.
  content bytea not null check (length(content) <= 524288)
);
select forbid_other_tenants('tenant_logo');
grant select, insert, update on tenant_logo to rowhouse_app;
grant update (url, accent, logo_key) on tenant to rowhouse_app;

create or replace function audit_company() returns trigger language plpgsql security definer set search_path = public as $$
declare
  changes jsonb;
begin
  select jsonb_object_agg(n.key, jsonb_build_array(to_jsonb(old) -> n.key, n.value)) into changes
  from jsonb_each(to_jsonb(new)) n
  where n.key in ('name', 'url', 'description', 'currency', 'mfa_required', 'accent')
    and n.value is distinct from to_jsonb(old) -> n.key;
  -- The key itself opens the picture.
  if new.logo_key is distinct from old.logo_key then
    changes := coalesce(changes, '{}') || jsonb_build_object('logo', jsonb_build_array(
      case when old.logo_key is not null then 'A picture' end,
      case when new.logo_key is not null then case when old.logo_key is null then 'A picture' else 'Another picture' end end));
  end if;
  insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
    values (new.id, acting_user(), 'tenant', new.id, 'update', changes);
  if new.name <> old.name then
    update tenant set structure_version = structure_version + 1
      where id in (select m.tenant_id from transmission_mapping m where m.target_tenant_id = new.id and m.tenant_id <> new.id);
  end if;
  return null;
end $$;

drop trigger raise_version on tenant;
drop trigger audit on tenant;
create trigger raise_version before update on tenant for each row
  when ((old.name, old.url, old.description, old.currency, old.mfa_required, old.accent, old.logo_key)
        is distinct from (new.name, new.url, new.description, new.currency, new.mfa_required, new.accent, new.logo_key))
  execute function raise_company_version();
create trigger audit after update on tenant for each row
  when ((old.name, old.url, old.description, old.currency, old.mfa_required, old.accent, old.logo_key)
        is distinct from (new.name, new.url, new.description, new.currency, new.mfa_required, new.accent, new.logo_key))
  execute function audit_company();

revoke execute on function is_company_url_taken(text, int), claim_company_url(text), keep_former_url() from public;
grant execute on function claim_company_url(text) to rowhouse_app;
