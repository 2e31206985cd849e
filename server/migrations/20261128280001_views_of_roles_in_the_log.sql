-- What an administrator saves of a grid for a role is configuration: the log keeps what changed of it, and with what the grids of
-- the role open. What a person saves for themselves is theirs, and nothing of it is kept.
create function audit_role_view() returns trigger
language plpgsql security definer set search_path to 'public' as $$
declare
  was jsonb := case when tg_op = 'UPDATE' then old.grid_options else '{}' end;
  empty constant jsonb[] := array['[]', 'null', '{"left": [], "right": []}'];
  changed text[];
  changes jsonb;
begin
  select coalesce(array_agg(key), '{}') into changed
  from (select jsonb_object_keys(was || new.grid_options) as key) keys
  where was -> key is distinct from new.grid_options -> key
    and not (coalesce(was -> key, 'null') = any(empty) and coalesce(new.grid_options -> key, 'null') = any(empty));
  -- Which columns are shown is said by both.
  if tg_op = 'UPDATE' and changed && array['orderedFields', 'hiddenFields'] then
    changed := changed || array['orderedFields', 'hiddenFields'];
  end if;
  select coalesce(jsonb_object_agg(key, jsonb_build_array(was -> key, new.grid_options -> key)), '{}') into changes
  from (select distinct unnest(changed) as key) keys;
  if tg_op = 'INSERT' then
    changes := changes || jsonb_build_object('enabled', jsonb_build_array(null, true));
  elsif old.enabled <> new.enabled then
    changes := changes || jsonb_build_object('enabled', jsonb_build_array(old.enabled, new.enabled));
    -- Its default goes with it, in the statement that comes next.
    if old.enabled and exists (select from grid_preference_default d
        where d.tenant_id = new.tenant_id and d.grid_preference_id = new.id and d.role_id = new.role_id and d.enabled) then
      changes := changes || jsonb_build_object('is_default', jsonb_build_array(true, false));
    end if;
  elsif changes = '{}' and old.saved_name = new.saved_name then
    return null;
  end if;
  insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
    values (new.tenant_id, acting_user(), 'grid_preference', new.id, lower(tg_op), changes || jsonb_build_object(
      'name', jsonb_build_array(case when tg_op = 'UPDATE' then old.saved_name end, new.saved_name),
      'role_id', jsonb_build_array(new.role_id, new.role_id),
      'record_type_id', jsonb_build_array(new.record_type_id, new.record_type_id)));
  return null;
end $$;

create function audit_role_view_default() returns trigger
language plpgsql security definer set search_path to 'public' as $$
declare
  was grid_preference;
  stands grid_preference;
begin
  if tg_op = 'UPDATE' and old.enabled then
    select p.* into was from grid_preference p
    where p.tenant_id = old.tenant_id and p.id = old.grid_preference_id and p.enabled;
  end if;
  if new.enabled then
    select p.* into stands from grid_preference p where p.tenant_id = new.tenant_id and p.id = new.grid_preference_id;
  end if;
  -- Of one that is deleted its own entry says that it was the default.
  if was.id is not distinct from stands.id then return null; end if;
  insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
    values (new.tenant_id, acting_user(), 'grid_preference_default', new.id, 'update', jsonb_build_object(
      'grid_preference_id', jsonb_build_array(was.id, stands.id),
      'opens_with', jsonb_build_array(coalesce(was.saved_name, 'Standard view'), coalesce(stands.saved_name, 'Standard view')),
      'role_id', jsonb_build_array(new.role_id, new.role_id),
      'record_type_id', jsonb_build_array(new.record_type_id, new.record_type_id)));
  return null;
end $$;
revoke execute on function audit_role_view(), audit_role_view_default() from public;

create trigger audit after insert or update on grid_preference for each row
  when (new.role_id is not null and acting_user() is not null) execute function audit_role_view();
create trigger audit after insert or update on grid_preference_default for each row
  when (new.role_id is not null and acting_user() is not null) execute function audit_role_view_default();
