-- Who may sign in, as better-auth 1.7.7 keeps it: its own names and types, so that its check of the schema finds
-- nothing to change (identity.test.ts asks it). Only the owner reads them: nothing here is granted to rowhouse_app.

create table auth_user (
  id text primary key,
  name text not null,
  email text not null unique,
  "emailVerified" boolean not null,
  image text,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);

create table auth_session (
  id text primary key,
  "expiresAt" timestamptz not null,
  token text not null unique,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" text not null references auth_user on delete cascade
);
create index "auth_session_userId_idx" on auth_session ("userId");

create table auth_account (
  id text primary key,
  "accountId" text not null,
  "providerId" text not null,
  "userId" text not null references auth_user on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  scope text,
  password text,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null
);
create index "auth_account_userId_idx" on auth_account ("userId");
-- One password a person, also when two processes create the same account at once.
create unique index auth_account_credential on auth_account ("userId") where "providerId" = 'credential';

create table auth_verification (
  id text primary key,
  identifier text not null,
  value text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now()
);
create index auth_verification_identifier_idx on auth_verification (identifier);

-- Guesses of passwords stand here too, by account and by address: count within the window that began at "lastRequest".
create table auth_rate_limit (
  id text primary key,
  key text not null unique,
  count integer not null,
  "lastRequest" bigint not null
);
create index auth_rate_limit_last on auth_rate_limit ("lastRequest");

alter table app_user add foreign key (auth_user_id) references auth_user on delete set null;

create function session_is_live(session text) returns boolean
  language sql stable security definer set search_path = public
  as $$ select exists (
          select from auth_session s join app_user u on u.auth_user_id = s."userId"
          where s.id = session and s."expiresAt" > now() and u.enabled) $$;
revoke execute on function session_is_live(text) from public;
