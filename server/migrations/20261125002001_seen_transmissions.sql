-- When somebody of the company that received a record opened it first; both companies keep the moment, and nobody's name.
alter table transmission add column seen_at timestamptz(3);
alter table transmission_received add column seen_at timestamptz(3);

-- Marks what arrived as this record of the current company. Once: who opens it later changes nothing.
create function see_transmissions(of_record bigint) returns void language plpgsql security definer set search_path = public as $$
declare told text;
begin
  with arrived as (
    update transmission_received r set seen_at = clock_timestamp()
    where r.tenant_id = current_tenant() and r.record_id = of_record and r.state = 'DELIVERED' and r.seen_at is null
    returning r.message_id, r.acceptance_id, r.seen_at
  ), sent as (
    update transmission t set seen_at = i.seen_at
    from arrived i join transmission_acceptance a on a.tenant_id = current_tenant() and a.id = i.acceptance_id
    where t.tenant_id = a.source_tenant_id and t.mapping_id = a.mapping_id and t.message_id = i.message_id and t.seen_at is null
    returning t.tenant_id, t.record_type_id, t.record_id
  )
  -- As its comments are told: whoever has the record that was sent open asks for what became of it.
  select string_agg(concat_ws(' ', s.tenant_id, s.record_type_id, 'm', s.record_id), e'\n') into told from sent s;
  if told is not null then perform note_announced(told); end if;
end $$;
revoke execute on function see_transmissions(bigint) from public;
grant execute on function see_transmissions(bigint) to rowhouse_app;
