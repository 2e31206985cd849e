-- Older servers: go on.
-- Administrators hear that another company offers them a mapping, and what became of the one that they offer (decision 183).
-- A server of the version before passes over both kinds.
alter table notification
  add column mapping_id bigint,
  drop constraint notification_kind_check,
  add constraint notification_kind_check
    check (kind in ('ASSIGNED', 'MENTIONED', 'COMMENTED', 'CHANGED', 'ROLE', 'VIEWED', 'TO_ANSWER', 'OVERDUE', 'REMINDED',
                    'MAPPING_OFFERED', 'MAPPING_APPROVED', 'MAPPING_DECLINED'));
create index notification_mapping on notification (tenant_id, mapping_id) where mapping_id is not null and read_at is null;

create or replace function announce_notifications(made notification[]) returns void language sql set search_path to 'public' as $$
  select note_announced(string_agg(line, e'\n')) from (
    select concat_ws(' ', tenant_id, coalesce(record_type_id, 0),
             case kind when 'ASSIGNED' then 'nA' when 'MENTIONED' then 'nM' when 'COMMENTED' then 'nC' when 'CHANGED' then 'nH'
               when 'VIEWED' then 'nV' when 'TO_ANSWER' then 'nW' when 'OVERDUE' then 'nO' when 'REMINDED' then 'nD'
               when 'MAPPING_OFFERED' then 'nP' when 'MAPPING_APPROVED' then 'nY' when 'MAPPING_DECLINED' then 'nN' else 'nR' end,
             coalesce(record_id, 0),
             string_agg(user_id || ':' || id, ',' order by id), coalesce(nullif(array_to_string(keys, ','), ''), '-')) as line
    from unnest(made) group by tenant_id, record_type_id, kind, record_id, keys) told
  having count(*) > 0
$$;

-- Of the mapping only what the company may know: as what it is called there, and whether it still waits for an answer.
create function notified_mapping(of_mapping bigint)
  returns table (is_own boolean, company text, record_type_id bigint, offered_type text, waits boolean)
  language sql stable strict security definer rows 1 set search_path to 'public' as $$
  select o.is_own, case when o.is_own then t.name else s.name end, case when o.is_own then m.record_type_id end,
    case when not o.is_own then m.offer ->> 'typeName' end,
    m.enabled and s.enabled and (a.id is null or coalesce(a.approved_version <> m.version, false))
  from transmission_mapping m
    join tenant s on s.id = m.tenant_id
    join tenant t on t.id = m.target_tenant_id
    cross join lateral (select m.tenant_id = current_tenant() as is_own) o
    left join transmission_acceptance a on a.tenant_id = m.target_tenant_id and a.mapping_id = m.id
  where m.id = of_mapping and current_tenant() in (m.tenant_id, m.target_tenant_id) and m.offer is not null
$$;
revoke execute on function notified_mapping(bigint) from public;
grant execute on function notified_mapping(bigint) to rowhouse_app;

-- Of several about one mapping that were not read the last one stays.
create function notify_of_mapping(in_tenant integer, of_mapping bigint, of_kind text) returns void
language plpgsql set search_path to 'public' as $$
declare made notification[];
begin
  with earlier as (
    delete from notification n
    where n.tenant_id = in_tenant and n.mapping_id = of_mapping and n.read_at is null
      and (n.kind = 'MAPPING_OFFERED') = (of_kind = 'MAPPING_OFFERED')
    returning n.user_id, case when n.settled_at is null then n.waits_since end as waits_since
  ), inserted as (
    insert into notification (tenant_id, user_id, kind, mapping_id, waits_since)
    select m.tenant_id, m.user_id, of_kind, of_mapping,
      coalesce((select min(e.waits_since) from earlier e where e.user_id = m.user_id), clock_timestamp())
    from membership m join role r on r.tenant_id = m.tenant_id and r.id = m.role_id and r.enabled and r.administers
    where m.tenant_id = in_tenant and m.enabled and m.user_id is distinct from acting_user()
    returning *
  )
  select array_agg(i::notification) into made from inserted i;
  if made is not null then perform announce_notifications(made); end if;
end $$;
revoke execute on function notify_of_mapping(integer, bigint, text) from public;

create function notify_of_offer() returns trigger language plpgsql security definer set search_path to 'public' as $$
begin
  if nullif(current_setting('app.tenant_id', true), '') is null or new.offer is null or not new.enabled
    or new.tenant_id = new.target_tenant_id then return null; end if;
  if tg_op = 'UPDATE' and old.version = new.version and old.enabled and old.offer is not null then return null; end if;
  -- What is declined, or approved as it stands, waits for nobody.
  if exists (select from transmission_acceptance a where a.tenant_id = new.target_tenant_id and a.mapping_id = new.id
             and (a.approved_version is null or a.approved_version = new.version)) then return null; end if;
  perform notify_of_mapping(new.target_tenant_id, new.id, 'MAPPING_OFFERED');
  return null;
end $$;
create trigger notify after insert or update on transmission_mapping for each row execute function notify_of_offer();

-- Where things stand in the target's records is its own affair: only another answer is told.
create function notify_of_answered_offer() returns trigger language plpgsql security definer set search_path to 'public' as $$
begin
  if nullif(current_setting('app.tenant_id', true), '') is null
    or (tg_op = 'UPDATE' and old.approved_version is not distinct from new.approved_version) then return null; end if;
  perform notify_of_mapping(new.source_tenant_id, new.mapping_id,
    case when new.approved_version is null then 'MAPPING_DECLINED' else 'MAPPING_APPROVED' end);
  return null;
end $$;
create trigger notify after insert or update on transmission_acceptance for each row execute function notify_of_answered_offer();
revoke execute on function notify_of_offer(), notify_of_answered_offer() from public;
