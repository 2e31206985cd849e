-- An administrator ends all sessions of a member by itself: a machine was lost, or somebody may know a token. Remembered
-- devices and sign-ins that are half done go as well, so that none of them is a way back; password and second factor
-- stay. Null where there is no such member.
create function end_member_sessions(person bigint, actor text) returns integer
language plpgsql security definer set search_path to 'public' as $$
declare
  account text;
  ended integer;
begin
  select u.auth_user_id into account from membership m join app_user u on u.id = m.user_id
    where m.tenant_id = current_tenant() and m.user_id = person for update of u;
  if not found then return null; end if;
  if account is null then return 0; end if;
  update auth_user set sign_in_version = sign_in_version + 1 where id = account;
  delete from auth_device where auth_user_id = account;
  with gone as (delete from auth_session where "userId" = account returning least("expiresAt", idle_ends_at) > now() as is_live)
    select count(*) filter (where is_live) into ended from gone;
  insert into identity_event (auth_user_id, actor, event) values (account, actor, 'sessions-ended');
  insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
    values (current_tenant(), acting_user(), 'membership', person, 'update', jsonb_build_object('sessions', jsonb_build_array(ended, 0)));
  return ended;
end $$;
revoke execute on function end_member_sessions(bigint, text) from public;
grant execute on function end_member_sessions(bigint, text) to rowhouse_app;
