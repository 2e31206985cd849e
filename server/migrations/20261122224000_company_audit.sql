-- What the company's audit log shows beside what was audited before: sign-ins of its members, and for how long it is kept.

-- Found by the time of the entry whatever it is about; it was of records alone.
create index audit_log_time on audit_log (tenant_id, at, id);
drop index audit_log_recent;

-- A sign-in is of a person; each company of which they are an enabled member reads of it, without address and without
-- what else was noted, which may name another company; that they joined one is told by the membership.
create function audit_sign_in() returns trigger
language plpgsql security definer set search_path to 'public' as $$
begin
  insert into audit_log (tenant_id, user_id, entity, entity_id, action, source)
  select m.tenant_id, case when lower(new.actor) = lower(p.email) then p.id else by_whom.id end,
         'sign_in', p.id, new.event,
         case when new.actor = 'command line' then jsonb_build_object('kind', 'COMMAND_LINE') end
  from app_user p
    join membership m on m.user_id = p.id and m.enabled
    left join app_user by_whom on lower(by_whom.email) = lower(new.actor)
      and exists (select from membership o where o.tenant_id = m.tenant_id and o.user_id = by_whom.id)
  where p.auth_user_id = new.auth_user_id and new.event <> 'invitation-accepted';
  return null;
end $$;
create trigger audit after insert on identity_event for each row execute function audit_sign_in();

-- Null keeps the audit log forever.
create table audit_retention (
  tenant_id int primary key references tenant (id),
  years int check (years in (1, 2, 3, 5, 7, 10)),
  version int not null default 1
);
select forbid_other_tenants('audit_retention');
grant select, insert, update on audit_retention to rowhouse_app;

create function audit_retention_changed() returns trigger
language plpgsql security definer set search_path to 'public' as $$
begin
  insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
    values (new.tenant_id, acting_user(), 'audit_retention', new.tenant_id, 'update',
            jsonb_build_object('years', jsonb_build_array(case when tg_op = 'UPDATE' then old.years end, new.years)));
  return null;
end $$;
create trigger audit after insert or update on audit_retention for each row execute function audit_retention_changed();

revoke execute on function audit_sign_in(), audit_retention_changed() from public;

select add_administration_item('Changes', 'changes', 'Audit log', 'audit-log', 'clock');
