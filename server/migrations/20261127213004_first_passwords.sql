-- A password that somebody else made, as the one that create-admin prints, is changed with the first sign-in.
alter table auth_account add column is_first_password boolean not null default false;
