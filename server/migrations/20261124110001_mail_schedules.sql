-- Mails of a saved view or a dashboard on a schedule (decision 118). Nothing of what they show is kept here: it is read when a mail
-- is sent, with the rights of its reader.
create table mail_schedule (
  tenant_id int not null references tenant,
  id bigint generated always as identity,
  -- Who set it up: a member, who may leave. The list goes on to say why it ended.
  owner_user_id bigint not null,
  grid_preference_id bigint,
  dashboard_id bigint,
  -- Of the week; 0 is Sunday.
  days int[] not null check (cardinality(days) between 1 and 7 and days <@ '{0,1,2,3,4,5,6}'),
  -- On the clock of the zone, HH:mm.
  at_time text not null check (at_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  time_zone text not null,
  version int not null default 1,
  created_at timestamptz(3) not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, grid_preference_id) references grid_preference (tenant_id, id) on delete cascade,
  foreign key (tenant_id, dashboard_id) references dashboard (tenant_id, id) on delete cascade,
  check (num_nonnulls(grid_preference_id, dashboard_id) = 1)
);
create index mail_schedule_owner on mail_schedule (tenant_id, owner_user_id);
create index mail_schedule_grid_preference on mail_schedule (tenant_id, grid_preference_id);
create index mail_schedule_dashboard on mail_schedule (tenant_id, dashboard_id);

-- Each reader has an occasion of their own: one whose mail could not be sent waits for another try, and nobody with them.
create table mail_schedule_reader (
  tenant_id int not null references tenant,
  schedule_id bigint not null,
  -- A member, who may leave.
  user_id bigint not null,
  next_at timestamptz(3) not null,
  -- Why it comes no more; null while it does.
  ended text check (ended in ('STOPPED', 'ENDED', 'DELETED', 'CLOSED', 'OWNER_LEFT', 'LEFT')),
  ended_at timestamptz(3),
  -- One server has it until then; after a failure it waits until then.
  claimed_until timestamptz(3) not null default '-infinity',
  failures int not null default 0,
  -- When the mail server last did not take it; null once it did.
  failed_at timestamptz(3),
  last_sent_at timestamptz(3),
  primary key (tenant_id, schedule_id, user_id),
  foreign key (tenant_id, schedule_id) references mail_schedule on delete cascade
);
create index mail_schedule_reader_person on mail_schedule_reader (tenant_id, user_id);
create index mail_schedule_due on mail_schedule_reader (next_at) where ended is null;

select forbid_other_tenants('mail_schedule');
select forbid_other_tenants('mail_schedule_reader');
grant select, insert, update on mail_schedule, mail_schedule_reader to rowhouse_app;

create function audit_mail_schedule() returns trigger language plpgsql security definer set search_path to 'public' as $$
declare
  told jsonb;
begin
  select jsonb_object_agg(n.key, jsonb_build_array(case when tg_op = 'UPDATE' then to_jsonb(old) -> n.key end, n.value)) into told
  from jsonb_each(to_jsonb(new)) n
  where n.key not in ('id', 'tenant_id', 'version', 'created_at')
    and case tg_op when 'UPDATE' then n.value is distinct from to_jsonb(old) -> n.key else n.value <> 'null' end;
  if told is null then return null; end if;
  insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
    values (new.tenant_id, acting_user(), 'mail_schedule', new.id, lower(tg_op),
      told || jsonb_build_object('name', jsonb_build_array(case when tg_op = 'UPDATE' then mailed_name(new) end, mailed_name(new))));
  return null;
end $$;

-- What it shows, as it is called when the entry is written.
create function mailed_name(schedule mail_schedule) returns text language sql stable security definer set search_path to 'public' as $$
  select coalesce(
    (select p.saved_name from grid_preference p where p.tenant_id = schedule.tenant_id and p.id = schedule.grid_preference_id),
    (select d.name from dashboard d where d.tenant_id = schedule.tenant_id and d.id = schedule.dashboard_id))
$$;

-- Who it goes to, and that it goes to them no more: by themselves, by others, or because of what has changed.
create function audit_mail_schedule_reader() returns trigger language plpgsql security definer set search_path to 'public' as $$
declare
  name text := (select mailed_name(s) from mail_schedule s where s.tenant_id = new.tenant_id and s.id = new.schedule_id);
  before jsonb := case when tg_op = 'UPDATE' and old.ended is null then to_jsonb(new.user_id) end;
  after jsonb := case when new.ended is null then to_jsonb(new.user_id) end;
begin
  insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
    values (new.tenant_id, acting_user(), 'mail_schedule', new.schedule_id, 'update', jsonb_build_object(
      'name', jsonb_build_array(name, name), 'user_id', jsonb_build_array(before, after))
      || case when new.ended is null then '{}' else jsonb_build_object('ended', jsonb_build_array(null, new.ended)) end);
  return null;
end $$;
create trigger audit after insert or update on mail_schedule for each row when (acting_user() is not null) execute function audit_mail_schedule();
create trigger audit_insert after insert on mail_schedule_reader for each row execute function audit_mail_schedule_reader();
create trigger audit_update after update on mail_schedule_reader for each row
  when (old.ended is distinct from new.ended) execute function audit_mail_schedule_reader();
revoke execute on function audit_mail_schedule(), audit_mail_schedule_reader(), mailed_name(mail_schedule) from public;
