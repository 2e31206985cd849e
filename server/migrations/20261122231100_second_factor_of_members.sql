-- An administrator takes a lost second factor from a member, who signs in anew and sets up another. A person's sign-in
-- belongs to the person and not to one company: who belongs to another company too keeps theirs.
create function reset_member_second_factor(person bigint, actor text) returns text
language plpgsql security definer set search_path to 'public' as $$
declare
  account text;
begin
  select u.auth_user_id into account from membership m join app_user u on u.id = m.user_id
    where m.tenant_id = current_tenant() and m.user_id = person for update of u;
  if not found then return 'absent'; end if;
  if exists (select from membership m where m.user_id = person and m.tenant_id <> current_tenant()) then return 'elsewhere'; end if;
  if account is null or not exists (select from auth_totp f where f.auth_user_id = account and f.verified_at is not null) then
    return 'none';
  end if;
  update auth_user set sign_in_version = sign_in_version + 1 where id = account;
  delete from auth_totp where auth_user_id = account;
  delete from auth_session where "userId" = account;
  delete from auth_device where auth_user_id = account;
  insert into identity_event (auth_user_id, actor, event) values (account, actor, 'two-factor-reset');
  insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
    values (current_tenant(), acting_user(), 'membership', person, 'update', '{"two_factor": [true, false]}');
  return 'reset';
end $$;

create function members_last_signed_in() returns table (user_id bigint, at timestamptz)
language sql stable security definer set search_path to 'public' as $$
  select m.user_id, e.at
  from membership m join app_user u on u.id = m.user_id
    cross join lateral (
      select i.at from identity_event i
      where i.auth_user_id = u.auth_user_id and i.event in ('signed-in', 'signed-in-new-device', 'signed-in-backup-code')
      order by i.id desc limit 1
    ) e
  where m.tenant_id = current_tenant()
$$;

revoke execute on function reset_member_second_factor(bigint, text), members_last_signed_in() from public;
grant execute on function reset_member_second_factor(bigint, text), members_last_signed_in() to rowhouse_app;
