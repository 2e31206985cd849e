-- A company that is being brought in from an archive (decision 144). Its row goes with the last of it: a company that has one is half
-- there, so nobody switches it on, and whoever takes it away knows which people came with it.
create table company_arrival (
  tenant_id int primary key references tenant,
  -- Everybody whom the archive names, as they are known here.
  people bigint[] not null default '{}',
  -- Of them who is new here.
  newcomers bigint[] not null default '{}'
);
select forbid_other_tenants('company_arrival');
grant select on company_arrival to rowhouse_app;

-- A mail of a company that was brought in waits until somebody says that it goes out from here.
alter table mail_schedule_reader drop constraint mail_schedule_reader_ended_check;
alter table mail_schedule_reader add constraint mail_schedule_reader_ended_check
  check (ended in ('STOPPED', 'ENDED', 'DELETED', 'CLOSED', 'OWNER_LEFT', 'LEFT', 'PAUSED'));
