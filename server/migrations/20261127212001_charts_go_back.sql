-- The charts of shared dashboards go back one by one: the log keeps each that changed as it was and as it is, with the place on
-- the board where it stood. Of a dashboard that is somebody's own it keeps no more than before: its name, and how many charts.
create function told_charts(before jsonb, after jsonb) returns jsonb
language sql immutable set search_path to 'public' as $$
  with was as (
    select w ->> 'key' as key, w - 'key' as card, place from jsonb_array_elements(before) with ordinality as all_of (w, place)
  ), stands as (
    select w ->> 'key' as key, w - 'key' as card, place from jsonb_array_elements(after) with ordinality as all_of (w, place)
  ), stays as (
    select key, w.place as from_place, s.place as to_place, w.card #>> '{chart,title}' as old_title, s.card #>> '{chart,title}' as title
    from was w join stands s using (key)
  )
  select coalesce((
      select jsonb_object_agg('chart:' || key, jsonb_build_array(
        w.card || jsonb_build_object('place', w.place), s.card || jsonb_build_object('place', s.place)))
      from was w full join stands s using (key) where w.card is distinct from s.card), '{}')
    || coalesce((
      -- As people read it, and by what it goes back.
      select jsonb_build_object(
        'order', jsonb_build_array(
          string_agg(old_title, ', ' order by from_place), string_agg(title, ', ' order by to_place)),
        'chart_order', jsonb_build_array(
          jsonb_agg(key order by from_place), jsonb_agg(key order by to_place)))
      from stays having jsonb_agg(key order by from_place) <> jsonb_agg(key order by to_place)), '{}')
$$;

create or replace function audit_dashboard() returns trigger
language plpgsql security definer set search_path to 'public' as $$
declare
  changes jsonb;
begin
  select jsonb_object_agg(n.key, case n.key
           when 'sealed_key' then jsonb_build_array(null, 'another one')
           when 'widgets' then jsonb_build_array(
             case when tg_op = 'UPDATE' then jsonb_array_length(old.widgets) || ' before' end,
             jsonb_array_length(new.widgets) || ' now')
           else jsonb_build_array(case when tg_op = 'UPDATE' then to_jsonb(old) -> n.key end, n.value) end)
    into changes
  from jsonb_each(to_jsonb(new)) n
  where n.key not in ('id', 'tenant_id', 'version', 'created_at', 'updated_at')
    and case tg_op when 'UPDATE' then n.value is distinct from to_jsonb(old) -> n.key else n.value <> 'null' end;
  if changes is null then return null; end if;
  if tg_op = 'UPDATE' then
    -- Of what was somebody's own before or is now, the charts are theirs.
    if cardinality(old.role_ids) > 0 and cardinality(new.role_ids) > 0 and changes ? 'widgets' then
      changes := changes - 'widgets' || told_charts(old.widgets, new.widgets);
    end if;
    -- Says of an entry that it is of the company's.
    if cardinality(old.role_ids) > 0 or cardinality(new.role_ids) > 0 then
      changes := changes || jsonb_build_object('role_ids', jsonb_build_array(old.role_ids, new.role_ids));
    end if;
  end if;
  insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
    values (new.tenant_id, acting_user(), 'dashboard', new.id, lower(tg_op), changes || jsonb_build_object('name', jsonb_build_array(
      case when tg_op = 'UPDATE' then old.name end, new.name)));
  return null;
end $$;
revoke execute on function told_charts(jsonb, jsonb), audit_dashboard() from public;
