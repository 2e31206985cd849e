-- The currency that a company's amounts are in, by its ISO 4217 code. A field may have one of its own some day.
alter table tenant add column currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$');

-- One column more, so the function is made anew.
drop function tenants_of_person(bigint);
create function tenants_of_person(person bigint)
  returns table (tenant_id int, name text, url text, description text, mfa_required boolean, role_id bigint, role_name text, role_description text, membership_version int, currency text)
  language sql stable security definer set search_path = public
  as $$ select t.id, t.name, t.url, t.description, t.mfa_required, r.id, r.name, r.description, m.version, t.currency
        from membership m join tenant t on t.id = m.tenant_id
        join role r on r.tenant_id = m.tenant_id and r.id = m.role_id
        where m.user_id = person and m.enabled and t.enabled and r.enabled order by lower(t.name), t.id $$;
revoke execute on function tenants_of_person(bigint) from public;
grant execute on function tenants_of_person(bigint) to rowhouse_app;
