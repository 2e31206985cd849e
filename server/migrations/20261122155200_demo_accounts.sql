-- The accounts of the demo, whose password stands in the README: they are not asked to set up two-factor at each sign-in.
alter table app_user add column is_demo boolean not null default false;
