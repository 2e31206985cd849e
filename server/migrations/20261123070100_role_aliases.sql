-- What a company calls a role. The role keeps its own name, by which templates and those who set up roles know it.
alter table role add column alias text check (length(alias) between 1 and 80);
grant update (alias) on role to rowhouse_app;

-- By the name that people know: the profile menu shows it.
create or replace function tenants_of_person(person bigint)
 returns table (tenant_id integer, name text, url text, description text, mfa_required boolean, role_id bigint, role_name text,
                role_description text, membership_version integer, currency text)
 language sql stable security definer set search_path to 'public'
as $$ select t.id, t.name, t.url, t.description, t.mfa_required, r.id, coalesce(r.alias, r.name), r.description, m.version, t.currency
        from membership m join tenant t on t.id = m.tenant_id
        join role r on r.tenant_id = m.tenant_id and r.id = m.role_id
        where m.user_id = person and m.enabled and t.enabled and r.enabled order by lower(t.name), t.id $$;

select add_administration_item('People', 'people', 'Role aliases', 'role-aliases', 'lock');
