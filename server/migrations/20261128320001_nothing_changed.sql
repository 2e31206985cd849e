-- Older servers: go on.
-- A save that changes nothing is no entry of the audit log: an answer to a mapping, the role of a member and a file of order entry
-- wrote one all the same.
create or replace function audit_transmission_acceptance() returns trigger
language plpgsql security definer set search_path to 'public' as $$
declare
  told jsonb := jsonb_strip_nulls(jsonb_build_object(
    'approved_version', case when tg_op = 'INSERT' or new.approved_version is distinct from old.approved_version
      then jsonb_build_array(case when tg_op = 'UPDATE' then old.approved_version end, new.approved_version) end,
    'record_type_id', case when tg_op = 'INSERT' or new.record_type_id is distinct from old.record_type_id
      then jsonb_build_array(case when tg_op = 'UPDATE' then old.record_type_id end, new.record_type_id) end,
    'settings', case when tg_op = 'INSERT' or new.settings is distinct from old.settings
      then jsonb_build_array(case when tg_op = 'UPDATE' then old.settings end, new.settings) end));
begin
  if told = '{}' then return null; end if;
  insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
    values (new.tenant_id, acting_user(), 'transmission_acceptance', new.id, lower(tg_op), told);
  return null;
end $$;

create or replace function audit_people() returns trigger
language plpgsql security definer set search_path to 'public' as $$
declare
  entity_id bigint := case tg_table_name when 'membership' then (to_jsonb(new) ->> 'user_id')::bigint else (to_jsonb(new) ->> 'id')::bigint end;
  hidden text[] := array['version', 'token_hash'];
  changes jsonb;
begin
  select jsonb_object_agg(n.key, jsonb_build_array(case when tg_op = 'UPDATE' then to_jsonb(old) -> n.key end, n.value)) into changes
  from jsonb_each(jsonb_strip_nulls(to_jsonb(new))) n
  where n.key <> all (hidden) and (tg_op = 'INSERT' or n.value is distinct from to_jsonb(old) -> n.key);
  -- An invitation that is sent again is told, though no value of it that may be told is another.
  if changes is null and tg_table_name = 'membership' then return null; end if;
  insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
    values (new.tenant_id, acting_user(), tg_table_name, entity_id, lower(tg_op), changes);
  return null;
end $$;

create or replace function audit_order_file() returns trigger
language plpgsql security definer set search_path to 'public' as $$
begin
  if tg_op = 'UPDATE' and old.sha256 = new.sha256 and old.file_name = new.file_name and old.row_count = new.row_count then
    return null;
  end if;
  insert into audit_log (tenant_id, user_id, entity, entity_id, action, changes)
  values (new.tenant_id, acting_user(), 'order_file', new.tenant_id, lower(tg_op), jsonb_build_object(
    'kind', jsonb_build_array(null, new.kind),
    'file_name', jsonb_build_array(case when tg_op = 'UPDATE' then old.file_name end, new.file_name),
    'row_count', jsonb_build_array(case when tg_op = 'UPDATE' then old.row_count end, new.row_count),
    'sha256', jsonb_build_array(case when tg_op = 'UPDATE' then old.sha256 end, new.sha256)));
  return null;
end $$;
