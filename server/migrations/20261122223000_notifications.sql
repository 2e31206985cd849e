-- What a person is told of: a record was assigned to them, a comment mentions them, a record that they watch was commented
-- or changed, their role was changed. Written by triggers in the transaction of the cause, so no writer can forget it and
-- nothing is lost. A row holds no values: whether its reader may see it is asked of the records each time it is shown,
-- told or mailed.
create table notification (
  tenant_id int not null references tenant,
  id bigint generated always as identity,
  -- Whom it is for.
  user_id bigint not null,
  kind text not null check (kind in ('ASSIGNED', 'MENTIONED', 'COMMENTED', 'CHANGED', 'ROLE')),
  record_id bigint,
  record_type_id bigint,
  comment_id bigint,
  -- Who caused it; null for the system.
  by_user_id bigint,
  -- Of CHANGED: the columns that changed ('status_id', 'f12'), and 'l' with the type of lines that changed.
  keys text[] not null default '{}',
  created_at timestamptz(3) not null default clock_timestamp(),
  -- Since when it waits to be mailed: that of the first of several changes that became one row.
  waits_since timestamptz(3) not null default clock_timestamp(),
  read_at timestamptz(3),
  -- When it was mailed, or it was found that it is not to be.
  settled_at timestamptz(3),
  primary key (tenant_id, id)
);
create index notification_feed on notification (tenant_id, user_id, id);
create index notification_unread on notification (tenant_id, user_id, id) where read_at is null;
create index notification_unread_change on notification (tenant_id, user_id, record_id) where kind = 'CHANGED' and read_at is null;
create index notification_unsettled on notification (tenant_id, user_id, waits_since) where settled_at is null;

-- How a person wants to hear of them by mail; what has no row stands in domain/notifications.
create table notification_preference (
  tenant_id int not null references tenant,
  user_id bigint not null,
  topic text not null check (topic in ('ASSIGNED', 'MENTIONED', 'WATCHED')),
  mail text not null check (mail in ('AT_ONCE', 'DAILY', 'OFF')),
  primary key (tenant_id, user_id, topic)
);

-- Which server writes to a person just now, and when a mail that failed is tried again.
create table notification_mailing (
  tenant_id int not null references tenant,
  user_id bigint not null,
  claimed_until timestamptz not null,
  failures int not null default 0,
  primary key (tenant_id, user_id)
);

select forbid_other_tenants('notification');
select forbid_other_tenants('notification_preference');
select forbid_other_tenants('notification_mailing');
grant select, update (read_at, settled_at) on notification to rowhouse_app;
grant select, insert, update on notification_preference to rowhouse_app;
grant select on notification_mailing to rowhouse_app;

-- Who watches a record is asked at each change of it: whoever wrote a comment watches until they choose otherwise.
alter table record_talk_reader add column has_commented boolean not null default false;
insert into record_talk_reader as r (tenant_id, user_id, record_id, has_commented)
  select distinct tenant_id, user_id, record_id, true from record_comment
  on conflict (tenant_id, user_id, record_id) do update set has_commented = true;
create index record_talk_reader_watching on record_talk_reader (tenant_id, record_id)
  where watch_level = 'WATCHING' or (watch_level is null and has_commented);

-- A line that is announced: tenant, record type, 'n' and a letter for the kind, the record, person:notification of each,
-- the keys. The one who caused it comes last, as in every line.
create function announce_notifications(made notification[]) returns void language sql set search_path = public as $$
  select note_announced(string_agg(line, e'\n')) from (
    select concat_ws(' ', tenant_id, coalesce(record_type_id, 0), 
             case kind when 'ASSIGNED' then 'nA' when 'MENTIONED' then 'nM' when 'COMMENTED' then 'nC' when 'CHANGED' then 'nH' else 'nR' end,
             coalesce(record_id, 0),
             string_agg(user_id || ':' || id, ',' order by id), coalesce(nullif(array_to_string(keys, ','), ''), '-')) as line
    from unnest(made) group by tenant_id, record_type_id, kind, record_id, keys) told
  having count(*) > 0
$$;
revoke execute on function announce_notifications(notification[]) from public;

-- Other windows of the person hear that some were read: the notification 0, which tells of nothing.
create function announce_read() returns trigger language plpgsql security definer set search_path = public as $$
declare lines text;
begin
  select string_agg(line, e'\n') into lines from (
    select distinct concat_ws(' ', n.tenant_id, 0, 'nR', 0, n.user_id || ':0', '-') as line
    from new_rows n join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
    where n.read_at is not null and o.read_at is null) told;
  if lines is not null then perform note_announced(lines); end if;
  return null;
end $$;
revoke execute on function announce_read() from public;
create trigger announce_read after update on notification
  referencing old table as old_rows new table as new_rows for each statement execute function announce_read();

-- The audit log hears of every change, whichever path it came by. What the owner does for a whole company (seeding,
-- moving) is told to nobody.
create function notify_of_entries() returns trigger language plpgsql security definer set search_path = public as $$
declare
  person bigint := acting_user();
  made notification[];
begin
  if nullif(current_setting('app.tenant_id', true), '') is null then return null; end if;

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
revoke execute on function notify_of_entries() from public;
create trigger notify after insert on audit_log
  referencing new table as new_entries for each statement execute function notify_of_entries();

-- The entry of a new record holds none of its values: who it is assigned to is read from the record.
create function notify_of_new_records() returns trigger language plpgsql security definer set search_path = public as $$
declare
  person bigint := acting_user();
  made notification[];
begin
  if current_setting('app.moving_records', true) = 'on' or nullif(current_setting('app.tenant_id', true), '') is null then
    return null;
  end if;
  with inserted as (
    insert into notification (tenant_id, user_id, kind, record_id, record_type_id, by_user_id)
    select n.tenant_id, n.assigned_to, 'ASSIGNED', n.id, n.record_type_id, person from new_rows n
    where n.assigned_to is not null and n.assigned_to is distinct from person
    returning *
  )
  select array_agg(i::notification) into made from inserted i;
  if made is not null then perform announce_notifications(made); end if;
  return null;
end $$;
revoke execute on function notify_of_new_records() from public;

do $$
declare leaf regclass;
begin
  for leaf in select inhrelid::regclass from pg_inherits where inhparent = 'record'::regclass loop
    execute format('create trigger notify after insert on %s referencing new table as new_rows for each statement execute function notify_of_new_records()', leaf);
  end loop;
end $$;

create or replace function create_record_leaf(bucket integer, dedicated boolean) returns void language plpgsql as $function$
declare leaf text := format('record_%s', bucket);
begin
  execute format('create table %I partition of record for values in (%s)', leaf, bucket);
  perform forbid_other_tenants(leaf::regclass);
  execute format('grant select, insert, update on %I to rowhouse_app', leaf);
  execute format('alter table %I add primary key (id, tenant_id, bucket)', leaf);
  execute format('create index %I on %I (tenant_id, record_type_id, created_at, id) include (enabled)', leaf || '_created', leaf);
  execute format('create index %I on %I (tenant_id, record_type_id, status_id, created_at, id) include (enabled)', leaf || '_status', leaf);
  execute format('create index %I on %I (tenant_id, record_type_id, record_number)', leaf || '_number', leaf);
  execute format('create index %I on %I (tenant_id, record_type_id, enabled)', leaf || '_enabled', leaf);
  execute format('create index %I on %I (tenant_id, record_file_id) where record_file_id is not null', leaf || '_file', leaf);
  execute format('create trigger after_insert after insert on %I referencing new table as new_rows for each statement execute function after_record_insert()', leaf);
  execute format('create trigger after_update after update on %I referencing old table as old_rows new table as new_rows for each statement execute function after_record_update()', leaf);
  execute format('create trigger notify after insert on %I referencing new table as new_rows for each statement execute function notify_of_new_records()', leaf);
  if dedicated then
    execute format('alter table %I set (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.03, autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05)', leaf);
  end if;
end $function$;
