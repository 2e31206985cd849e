-- Older servers: go on.
-- Until when the server that sends the mail of an invitation tries; null once it was taken or given up. A server that is killed leaves
-- it behind, and another one reads from it that nobody tries any more (decision 179).
alter table invitation add column mail_waits_until timestamptz(3);
create index invitation_mail_waits on invitation (mail_waits_until) where mail_waits_until is not null;

-- A server of the version before keeps no such time for the mails that it sends.
create or replace function begin_mail_anew() returns trigger language plpgsql set search_path to 'public' as $$
begin
  new.mail_failure := null;
  if new.mail_waits_until is not distinct from old.mail_waits_until then new.mail_waits_until := null; end if;
  return new;
end $$;

-- That a mail waits, and was taken, is no change of the invitation. One that is sent again has another token.
create or replace function audit_people() returns trigger language plpgsql security definer set search_path to 'public' as $$
declare
  entity_id bigint := case tg_table_name when 'membership' then (to_jsonb(new) ->> 'user_id')::bigint else (to_jsonb(new) ->> 'id')::bigint end;
  hidden text[] := array['version', 'token_hash', 'mail_waits_until'];
  changes jsonb;
begin
  select jsonb_object_agg(n.key, jsonb_build_array(case when tg_op = 'UPDATE' then to_jsonb(old) -> n.key end, n.value)) into changes
  from jsonb_each(jsonb_strip_nulls(to_jsonb(new))) n
  where n.key <> all (hidden) and (tg_op = 'INSERT' or n.value is distinct from to_jsonb(old) -> n.key);
  -- An invitation that is sent again is told, though no value of it that may be told is another.
  if changes is null and (tg_table_name = 'membership'
    or (tg_op = 'UPDATE' and to_jsonb(old) -> 'token_hash' = to_jsonb(new) -> 'token_hash')) then return null; end if;
  insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
    values (new.tenant_id, acting_user(), tg_table_name, entity_id, lower(tg_op), changes);
  return null;
end $$;

create function raise_people_version_of_invitation() returns trigger language plpgsql security definer set search_path to 'public' as $$
begin
  update tenant set people_version = people_version + 1 where id in (
    select n.tenant_id from new_rows n join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
    where to_jsonb(n) - 'mail_waits_until' is distinct from to_jsonb(o) - 'mail_waits_until');
  return null;
end $$;
revoke execute on function raise_people_version_of_invitation() from public;
drop trigger config_update on invitation;
create trigger config_update after update on invitation referencing old table as old_rows new table as new_rows
  for each statement execute function raise_people_version_of_invitation();
