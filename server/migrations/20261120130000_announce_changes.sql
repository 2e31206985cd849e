-- What a transaction changes in records is gathered in the transaction itself, from the same comparison that the audit
-- is written from, so that no writer can forget it. It is read with COMMIT and told after it: see docs/decisions/013.

-- A line for each set of changed fields: tenant, record type, what happened (c, u, d, r) and whether the records are
-- enabled now (+, -), the first entry of the audit log that says so, the records, the fields as the audit names them.
create function note_announced(lines text) returns void language sql as $$
  select set_config('app.announced', concat_ws(e'\n', nullif(current_setting('app.announced', true), ''), lines), true)
$$;

create or replace function after_record_insert() returns trigger language plpgsql security definer set search_path = public as $$
declare lines text;
begin
  if current_setting('app.moving_records', true) = 'on' then return null; end if;
  insert into record_type_counter as c
    select tenant_id, record_type_id, pg_backend_pid() % 16, 1, count(*) filter (where enabled), count(*)
    from new_rows group by tenant_id, record_type_id order by record_type_id
    on conflict (tenant_id, record_type_id, slot) do update
      set version = c.version + 1, enabled_count = c.enabled_count + excluded.enabled_count,
          all_count = c.all_count + excluded.all_count;
  insert into audit_log (tenant_id, user_id, entity, entity_id, record_type_id, action)
    select tenant_id, acting_user(), 'record', id, record_type_id, 'create' from new_rows;
  -- The owner fills databases by the million, and nobody is told.
  if nullif(current_setting('app.tenant_id', true), '') is null then return null; end if;
  select string_agg(line, e'\n') into lines from (
    select concat_ws(' ', tenant_id, record_type_id, case when enabled then 'c+' else 'c-' end, 0, string_agg(id::text, ','), '-') as line
    from new_rows group by tenant_id, record_type_id, enabled) told;
  if lines is not null then perform note_announced(lines); end if;
  return null;
end $$;

create or replace function after_record_update() returns trigger language plpgsql security definer set search_path = public as $$
declare lines text;
begin
  insert into record_type_counter as c
    select n.tenant_id, n.record_type_id, pg_backend_pid() % 16, 1, sum(n.enabled::int - o.enabled::int), 0
    from new_rows n join old_rows o using (id) group by n.tenant_id, n.record_type_id order by n.record_type_id
    on conflict (tenant_id, record_type_id, slot) do update
      set version = c.version + 1, enabled_count = c.enabled_count + excluded.enabled_count;
  with logged as (
    insert into audit_log (tenant_id, user_id, entity, entity_id, record_type_id, action, changes)
      select n.tenant_id, acting_user(), 'record', n.id, n.record_type_id,
             case when n.enabled = o.enabled then 'update' when n.enabled then 'restore' else 'delete' end,
             record_changes(to_jsonb(o), to_jsonb(n), n.tenant_id, n.record_type_id)
      from new_rows n join old_rows o using (id)
      returning id, tenant_id, entity_id, record_type_id, action, changes
  ), told as (
    select l.tenant_id, l.record_type_id, min(l.id) as first_entry, string_agg(l.entity_id::text, ',') as ids, keys,
           case l.action when 'delete' then 'd-' when 'restore' then 'r+' else case when n.enabled then 'u+' else 'u-' end end as kind
    from logged l join new_rows n on n.id = l.entity_id
    cross join lateral (select string_agg(key, ',') as keys from jsonb_object_keys(l.changes) key) k
    where keys is not null
    group by l.tenant_id, l.record_type_id, kind, keys
  )
  select string_agg(concat_ws(' ', tenant_id, record_type_id, kind, first_entry, ids, keys), e'\n') into lines from told;
  if lines is not null and nullif(current_setting('app.tenant_id', true), '') is not null then
    perform note_announced(lines);
  end if;
  return null;
end $$;

revoke execute on function note_announced(text) from public;
