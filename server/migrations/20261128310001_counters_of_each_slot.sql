-- Older servers: go on.

-- What a request asks before it answers, as membership_state, with the counters of each slot and the server that has them in the
-- place of their sum (decision 161). Servers of the version before ask membership_state: it goes with a later version.
create function member_state(in_tenant integer, person bigint, session text, types bigint[])
returns table (session_live boolean, person_enabled boolean, membership_enabled boolean, tenant_enabled boolean, role_id bigint, membership_version integer, structure_version bigint, people_version bigint, lists_version bigint, write_version text, enabled_count numeric, all_count numeric, second_factor_ok boolean, view_tenant_id integer, view_role_id bigint, view_user_id bigint)
language plpgsql stable security definer set search_path to 'public' as $$
#variable_conflict use_column
begin
  return query
  select s.id is not null, u.enabled, m.enabled and r.enabled, t.enabled, m.role_id, m.version,
    t.structure_version, t.people_version, t.lists_version,
    c.version, c.enabled_count, c.all_count, not t.mfa_required or coalesce(s.second_factor, false),
    s.view_tenant_id, s.view_role_id, s.view_user_id
  from membership m
  join app_user u on u.id = m.user_id
  join tenant t on t.id = m.tenant_id
  join role r on r.tenant_id = m.tenant_id and r.id = m.role_id
  left join auth_session s on s.id = session and s."userId" = u.auth_user_id
    and least(s."expiresAt", s.idle_ends_at) > now()
  cross join lateral (
    select concat_ws(' ', extract(epoch from pg_postmaster_start_time()), coalesce(sum(c.version), 0),
        array_to_string(array_agg(c.version * 16 + c.slot order by c.record_type_id, c.slot), ','),
        array_to_string(array_agg(c.record_type_id order by c.record_type_id, c.slot), ',')) as version,
      coalesce(sum(c.enabled_count), 0) as enabled_count, coalesce(sum(c.all_count), 0) as all_count
    from record_type_counter c where c.tenant_id = in_tenant and c.record_type_id = any(types)) c
  where m.tenant_id = in_tenant and m.user_id = person;
end $$;

revoke execute on function member_state(int, bigint, text, bigint[]) from public;
grant execute on function member_state(int, bigint, text, bigint[]) to rowhouse_app;
