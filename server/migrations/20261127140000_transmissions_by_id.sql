-- What a change of records queues is found by the ids of the records, whatever the planner knows of the tables. Where nothing
-- was counted yet, as on a new installation, it took any index that begins with the tenant, and kept that plan while the table
-- grew: each new record read all records of its company. Ids are of one sequence; the tenant is compared so that no index
-- answers it.
create or replace function queue_transmissions() returns trigger language plpgsql security definer set search_path = public as $$
declare made int;
begin
  -- The owner fills databases by the million; and what was transmitted is not sent on, or two companies would never end.
  if nullif(current_setting('app.tenant_id', true), '') is null then return null; end if;
  if acting_source() ->> 'kind' = 'TRANSMISSION' then return null; end if;
  if not exists (select from transmission_mapping m where m.tenant_id = current_tenant() and m.enabled and m.trigger_key is not null)
    then return null; end if;

  insert into transmission (tenant_id, mapping_id, record_type_id, record_id)
  select e.tenant_id, m.id, e.record_type_id, e.entity_id
  from (select distinct n.tenant_id, n.record_type_id, n.entity_id, m.id as mapping_id
        from new_entries n join transmission_mapping m
          on m.tenant_id = n.tenant_id and m.record_type_id = n.record_type_id and m.enabled and m.trigger_key is not null
        where n.entity = 'record' and (n.action in ('create', 'restore')
          or n.changes ?| array[m.trigger_key, 'target_transmission_tenant_id'])) e
    join transmission_mapping m on m.tenant_id = e.tenant_id and m.id = e.mapping_id
    join record_type t on t.tenant_id = e.tenant_id and t.id = e.record_type_id
    left join field f on f.tenant_id = e.tenant_id and 'f' || f.id = m.trigger_key
    cross join lateral (
      select r.* from record r where r.bucket = t.bucket and r.id = e.entity_id and r.tenant_id + 0 = e.tenant_id
      union all
      select r.* from record r where r.bucket = t.moving_from and r.id = e.entity_id and r.tenant_id + 0 = e.tenant_id) r
  where r.enabled and r.target_transmission_tenant_id = m.target_tenant_id
    and coalesce(to_jsonb(r) ->> coalesce(f.slot, m.trigger_key), r.x ->> f.id::text) = m.trigger_value
  on conflict (tenant_id, mapping_id, record_id) where state in ('QUEUED', 'FAILED') do nothing;
  get diagnostics made = row_count;
  -- So that a server begins at once: tenant, and 't' in the place of the kind of a change.
  if made > 0 then perform note_announced(concat_ws(' ', current_tenant(), 0, 't', 0, 0, '-')); end if;
  return null;
end $$;
