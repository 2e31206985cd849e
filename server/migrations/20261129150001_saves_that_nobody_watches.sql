-- Older servers: go on.
-- A save of which nobody is told asks first whether anybody could be, and ends there.
create or replace function notify_of_entries() returns trigger language plpgsql security definer set search_path to 'public' as $$
declare
  person bigint := acting_user();
  made notification[];
begin
  if nullif(current_setting('app.tenant_id', true), '') is null then return null; end if;

  -- Most saves are of records that nobody watches, and tell nobody: what follows costs a fifth of such a save.
  if not exists (
    select from new_entries e
    where e.entity in ('comment', 'membership') or (e.entity = 'record' and e.action = 'update' and e.changes ? 'assigned_to')
       or (((e.entity = 'record' and e.action <> 'create') or e.entity = 'line_item') and exists (
             select from record_talk_reader r where r.tenant_id = e.tenant_id
               and r.record_id = case e.entity when 'record' then e.entity_id else e.record_id end))
  ) then return null; end if;

  insert into record_talk_reader as r (tenant_id, user_id, record_id, has_commented)
    select e.tenant_id, person, e.record_id, true from new_entries e
    where e.entity = 'comment' and e.action = 'create' and person is not null
    on conflict (tenant_id, user_id, record_id) do update set has_commented = true where not r.has_commented;

  with entry as materialized (
    select e.tenant_id, e.id, e.entity, e.entity_id, e.action, e.changes, e.record_type_id,
           case e.entity when 'record' then e.entity_id else e.record_id end as record_id
    from new_entries e
    where (e.entity = 'record' and e.action <> 'create') or e.entity in ('line_item', 'comment')
       or (e.entity = 'membership' and e.action = 'update' and e.changes ? 'role_id')
  ), assigned as (
    select distinct on (e.tenant_id, e.entity_id) e.tenant_id, (e.changes -> 'assigned_to' ->> 1)::bigint as user_id,
           e.record_id, e.record_type_id
    from entry e
    where e.entity = 'record' and e.action = 'update' and e.changes -> 'assigned_to' ->> 1 is not null
    order by e.tenant_id, e.entity_id, e.id desc
  ), mentioned as (
    select e.tenant_id, (m ->> 'id')::bigint as user_id, e.record_id, e.record_type_id, c.id as comment_id
    from entry e
    join record_comment c on c.tenant_id = e.tenant_id and c.id = e.entity_id
    cross join lateral jsonb_array_elements(c.mentions) m
    where e.entity = 'comment' and e.action <> 'delete'
      and not exists (select from notification n where n.tenant_id = e.tenant_id and n.user_id = (m ->> 'id')::bigint
                        and n.kind = 'MENTIONED' and n.comment_id = c.id)
      and not exists (select from record_talk_reader r where r.tenant_id = e.tenant_id and r.user_id = (m ->> 'id')::bigint
                        and r.record_id = e.record_id and r.watch_level = 'MUTED')
  ), watched as materialized (
    select e.*, r.user_id from entry e
    join record_talk_reader r on r.tenant_id = e.tenant_id and r.record_id = e.record_id
     and (r.watch_level = 'WATCHING' or (r.watch_level is null and r.has_commented))
    where r.user_id is distinct from person
  ), changed as materialized (
    select w.tenant_id, w.user_id, w.record_id, w.record_type_id, array_agg(distinct k.key) as keys
    from watched w
    cross join lateral (
      select jsonb_object_keys(w.changes) as key where w.entity = 'record'
      union all
      select 'l' || l.line_item_type_id from line_item l
      where w.entity = 'line_item' and l.tenant_id = w.tenant_id and l.id = w.entity_id
    ) k
    where w.entity in ('record', 'line_item') and k.key <> 'updated_at'
    group by w.tenant_id, w.user_id, w.record_id, w.record_type_id
  ), earlier as (
    -- Several changes by one person that were not read become one row, with all that changed.
    delete from notification n using changed c
    where n.tenant_id = c.tenant_id and n.user_id = c.user_id and n.record_id = c.record_id
      and n.kind = 'CHANGED' and n.read_at is null and n.by_user_id is not distinct from person
    returning n.tenant_id, n.user_id, n.record_id, n.keys, case when n.settled_at is null then n.waits_since end as waits_since
  ), inserted as (
    insert into notification (tenant_id, user_id, kind, record_id, record_type_id, comment_id, by_user_id, keys, waits_since)
    select told.tenant_id, told.user_id, told.kind, told.record_id, told.record_type_id, told.comment_id, person, told.keys,
           coalesce(told.waits_since, clock_timestamp())
    from (
      select tenant_id, user_id, 'ASSIGNED' as kind, record_id, record_type_id, null::bigint as comment_id,
             '{}'::text[] as keys, null::timestamptz as waits_since
      from assigned
      union all
      select tenant_id, user_id, 'MENTIONED', record_id, record_type_id, comment_id, '{}', null from mentioned
      union all
      select w.tenant_id, w.user_id, 'COMMENTED', w.record_id, w.record_type_id, w.entity_id, '{}', null from watched w
      where w.entity = 'comment' and w.action = 'create' and not exists (
        select from mentioned m where m.user_id = w.user_id and m.comment_id = w.entity_id)
      union all
      select c.tenant_id, c.user_id, 'CHANGED', c.record_id, c.record_type_id, null,
             array(select unnest(c.keys) union
                   select unnest(g.keys) from earlier g where g.user_id = c.user_id and g.record_id = c.record_id order by 1),
             (select min(g.waits_since) from earlier g where g.user_id = c.user_id and g.record_id = c.record_id)
      from changed c
      where not exists (select from assigned a where a.record_id = c.record_id and a.user_id = c.user_id)
      union all
      select e.tenant_id, e.entity_id, 'ROLE', null, null, null, '{}', null from entry e where e.entity = 'membership'
    ) told
    where told.user_id is distinct from person
    returning *
  )
  select array_agg(i::notification) into made from inserted i;
  if made is not null then perform announce_notifications(made); end if;
  return null;
end $$;
