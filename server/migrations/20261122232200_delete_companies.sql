-- A company that is to go is switched off at once, and gone after a time in which it can be had back.
alter table tenant add column delete_after timestamptz;
create index tenant_delete_after on tenant (delete_after) where delete_after is not null;
