-- Older servers: go on.
-- A field that is switched off or deleted takes nothing, whatever the approval says of it.
create or replace function transmission_answers()
  returns table (mapping_id bigint, target_name text, target_enabled boolean, is_declined boolean, approved_version integer,
                 taken integer[], answered_at timestamptz)
  language sql stable security definer set search_path to 'public' as $$
  select m.id, t.name, t.enabled, a.id is not null and a.approved_version is null, a.approved_version,
         (select array_agg((p ->> 'item')::int order by 1) from jsonb_array_elements(a.settings -> 'pairs') p
          where case
            when p ->> 'field' ~ '^f\d+$' then exists (
              select from field f where f.tenant_id = a.tenant_id and f.id = substr(p ->> 'field', 2)::bigint
                and f.enabled and f.delete_after is null)
            when p ->> 'field' ~ '^l\d+$' then exists (
              select from line_item_field l where l.tenant_id = a.tenant_id and l.id = substr(p ->> 'field', 2)::bigint
                and l.enabled and l.delete_after is null)
            else true end), a.answered_at
  from transmission_mapping m
    join tenant t on t.id = m.target_tenant_id
    left join transmission_acceptance a on a.tenant_id = m.target_tenant_id and a.mapping_id = m.id
  where m.tenant_id = current_tenant() $$;
