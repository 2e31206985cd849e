-- What keeps a record from the other company stands in the log of the record that was sent: that it failed, that it needs a
-- person, and who sent it again. By a trigger, so that no path forgets it. Not the reason: it may speak of a value, which the
-- log of the transmissions shows to whoever sees it.
create function tell_transmission() returns trigger language plpgsql security definer set search_path = public as $$
declare
  acting int := nullif(current_setting('app.tenant_id', true), '')::int;
  company text;
begin
  -- Outside of both companies: it was put off, and nobody sent it again.
  if new.state = 'QUEUED' and acting is null then return null; end if;
  select t.name into company from transmission_mapping m join tenant t on t.id = m.target_tenant_id
    where m.tenant_id = new.tenant_id and m.id = new.mapping_id;
  insert into audit_log (tenant_id, user_id, entity, entity_id, record_type_id, record_id, action, changes, source)
  values (new.tenant_id, case when new.state = 'QUEUED' and acting = new.tenant_id then acting_user() end, 'transmission', new.id,
    new.record_type_id, new.record_id, 'update',
    jsonb_build_object('thread', jsonb_build_array(new.message_id, new.message_id), 'company', jsonb_build_array(company, company),
      'step', jsonb_build_array(null, jsonb_build_object('state', new.state, 'isOurs', acting is not distinct from new.tenant_id))),
    case when new.state = 'QUEUED' and acting is distinct from new.tenant_id
      then jsonb_build_object('kind', 'TRANSMISSION', 'company', company) end);
  return null;
end $$;
revoke execute on function tell_transmission() from public;

create trigger audit after update of state on transmission for each row
  when (old.state is distinct from new.state and (new.state in ('FAILED', 'DEAD') or new.state = 'QUEUED' and old.state in ('FAILED', 'DEAD')))
  execute function tell_transmission();
