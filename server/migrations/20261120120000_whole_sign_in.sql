-- Everything between a stranger and a tenant's first grid: two-factor, mailed codes, trusted devices, invitations.
-- What has no tenant here is read and written by the owner alone: nothing of it is granted to rowhouse_app.

-- What the session proved, and what its provider wants back in calls about it (sealed).
alter table auth_session
  add column second_factor boolean not null default false,
  add column provider text not null default 'embedded',
  add column provider_tokens text;

alter table auth_user
  -- How often the person has put off two-factor (Specification 9).
  add column mfa_skips int not null default 0,
  -- Rises with a new password and with signing out everywhere: a sign-in that was begun before opens no session.
  add column sign_in_version int not null default 1;
-- One person an account at a provider, also when two first sign-ins meet.
create unique index auth_account_subject on auth_account ("providerId", "accountId");

-- One row a person, so that each change of it is one conditional statement.
create table auth_totp (
  auth_user_id text primary key references auth_user on delete cascade,
  -- Sealed. Null while none was proved: there is nothing to ask for.
  secret text,
  -- Sealed. Shown, and not proved yet: until then the proved one goes on.
  pending_secret text,
  preferred boolean not null default false,
  -- The last 30-second step that was spent: each is spent once.
  last_step bigint not null default 0,
  -- Hashes of those that are left: spending one takes it out.
  backup_codes text[] not null default '{}',
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  check (not preferred or secret is not null)
);

-- A device that was remembered skips the code until its time is over.
create table auth_device (
  id uuid primary key default gen_random_uuid(),
  auth_user_id text not null references auth_user on delete cascade,
  token_hash text not null unique,
  name text not null,
  address text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index auth_device_person on auth_device (auth_user_id, last_used_at);

-- A sign-up that waits for its code. No account is made before its email is proved, and a later one does not disturb
-- an earlier one: whoever has the mail decides.
create table registration (
  id text primary key,
  email text not null,
  -- Null where a cloud provider keeps the password.
  password_hash text,
  first_name text not null,
  last_name text not null,
  phone text,
  -- Null when the email has an account already: the mail said so, and no code confirms.
  code_hash text,
  code_expires_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  confirmed_at timestamptz
);
create index registration_email on registration (lower(email), created_at);
create index registration_expires on registration (expires_at);

create table password_reset (
  id text primary key,
  email text not null,
  code_hash text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  spent_at timestamptz
);
create index password_reset_email on password_reset (email, created_at);
create index password_reset_expires on password_reset (expires_at);

-- What happened to whose sign-in, by whom. Only ever added to.
create table identity_event (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default now(),
  auth_user_id text,
  -- An email, or 'command line'.
  actor text not null,
  event text not null,
  address text,
  details jsonb
);
create index identity_event_person on identity_event (auth_user_id, id);
create function forbid_change() returns trigger language plpgsql as $$
begin
  raise exception '% is only added to', tg_table_name;
end $$;
create trigger only_added before update or delete on identity_event for each row execute function forbid_change();

-- ---------------------------------------------------------------------------------------------------------------
-- Invitations

create table invitation (
  id bigint generated always as identity,
  tenant_id int not null references tenant,
  email text not null,
  first_name text,
  last_name text,
  role_id bigint not null,
  -- Of the token in the link, which is told once, by mail.
  token_hash text not null unique,
  invited_by bigint not null references app_user,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  accepted_by bigint references app_user,
  revoked_at timestamptz(3),
  primary key (tenant_id, id),
  foreign key (tenant_id, role_id) references role
);
-- One open invitation an address.
create unique index invitation_open on invitation (tenant_id, lower(email)) where accepted_at is null and revoked_at is null;
create index invitation_email on invitation (lower(email)) where accepted_at is null and revoked_at is null;
select forbid_other_tenants('invitation');
grant select, insert, update on invitation to rowhouse_app;
grant update (role_id, enabled, version) on membership to rowhouse_app;

-- Who may enter, and as what, is audited like a record.
create function audit_people() returns trigger language plpgsql security definer set search_path = public as $$
declare
  entity_id bigint := case tg_table_name when 'membership' then (to_jsonb(new) ->> 'user_id')::bigint else (to_jsonb(new) ->> 'id')::bigint end;
  hidden text[] := array['version', 'token_hash'];
  changes jsonb;
begin
  select jsonb_object_agg(n.key, jsonb_build_array(case when tg_op = 'UPDATE' then to_jsonb(old) -> n.key end, n.value)) into changes
  from jsonb_each(jsonb_strip_nulls(to_jsonb(new))) n
  where n.key <> all (hidden) and (tg_op = 'INSERT' or n.value is distinct from to_jsonb(old) -> n.key);
  insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
    values (new.tenant_id, acting_user(), tg_table_name, entity_id, lower(tg_op), changes);
  return null;
end $$;
create trigger audit after insert or update on membership for each row execute function audit_people();
create trigger audit after insert or update on invitation for each row execute function audit_people();

-- ---------------------------------------------------------------------------------------------------------------
-- The check of a request also asks whether the session proved what the tenant requires.

drop function membership_state(int, bigint, text, bigint[]);
create function membership_state(in_tenant int, person bigint, session text, types bigint[])
  returns table (session_live boolean, person_enabled boolean, membership_enabled boolean, tenant_enabled boolean, role_id bigint,
                 membership_version int, config_version bigint, write_version numeric, enabled_count numeric, all_count numeric,
                 second_factor_ok boolean)
  language plpgsql stable security definer set search_path = public as $$
#variable_conflict use_column
begin
  return query
  select s.id is not null, u.enabled, m.enabled and r.enabled, t.enabled, m.role_id, m.version, t.config_version,
    c.version, c.enabled_count, c.all_count, not t.mfa_required or coalesce(s.second_factor, false)
  from membership m
  join app_user u on u.id = m.user_id
  join tenant t on t.id = m.tenant_id
  join role r on r.tenant_id = m.tenant_id and r.id = m.role_id
  left join auth_session s on s.id = session and s."userId" = u.auth_user_id and s."expiresAt" > now()
  cross join lateral (
    select coalesce(sum(c.version), 0) as version, coalesce(sum(c.enabled_count), 0) as enabled_count, coalesce(sum(c.all_count), 0) as all_count
    from record_type_counter c where c.tenant_id = in_tenant and c.record_type_id = any(types)) c
  where m.tenant_id = in_tenant and m.user_id = person;
end $$;

-- Which members of the present tenant are asked for a code: that, and nothing else of their secrets.
create function members_with_second_factor() returns setof bigint
  language sql stable security definer set search_path = public
  as $$ select m.user_id from membership m join app_user u on u.id = m.user_id
        join auth_totp f on f.auth_user_id = u.auth_user_id
        where m.tenant_id = current_tenant() and f.preferred and f.verified_at is not null $$;

revoke execute on all functions in schema public from public;
grant execute on function membership_state(int, bigint, text, bigint[]), members_with_second_factor() to rowhouse_app;
