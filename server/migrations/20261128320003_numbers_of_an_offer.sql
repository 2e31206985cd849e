-- Older servers: go on.
-- A field keeps the number under which it was offered when it is sent no more. Which fields these were is not told to the other company.
create or replace function transmission_offers()
returns table (mapping_id bigint, source_id integer, source_name text, is_enabled boolean, version integer, offer jsonb)
language sql stable security definer set search_path to 'public' as $$ select m.id, s.id, s.name, m.enabled and s.enabled, m.version,
               jsonb_set(m.offer - 'dropped', '{items}', coalesce((select jsonb_agg(i - 'key' order by (i ->> 'number')::int)
                                                                    from jsonb_array_elements(m.offer -> 'items') i), '[]'))
        from transmission_mapping m join tenant s on s.id = m.tenant_id
        where m.target_tenant_id = current_tenant() and m.tenant_id <> m.target_tenant_id and m.offer is not null $$;
