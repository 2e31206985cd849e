-- The target has said what a choice of theirs is called: what was refused for the want of it is delivered again, as it was sent.
-- The source had sent it and was refused; it may have thought better of it since, so its record must still name the target.
create function retry_received_transmissions(of_mapping bigint, message_ids uuid[]) returns table (message_id uuid)
  language plpgsql security definer set search_path = public as $$
declare source int;
begin
  select m.tenant_id into source from transmission_mapping m where m.id = of_mapping and m.target_tenant_id = current_tenant();
  if source is null then return; end if;
  return query
    with due as (
      select max(t.id) as id from transmission t
        join transmission_received r
          on r.tenant_id = current_tenant() and r.message_id = t.message_id and r.state = 'DEAD'
        join record_type y on y.tenant_id = source and y.id = t.record_type_id
      where t.tenant_id = source and t.mapping_id = of_mapping and t.state = 'DEAD' and t.content is not null
        and t.message_id = any(message_ids)
        and exists (select from record x where x.bucket in (y.bucket, y.moving_from) and x.tenant_id = source and x.id = t.record_id
          and x.enabled and x.target_transmission_tenant_id = current_tenant())
        -- It is here, or on its way, by another one.
        and not exists (select from transmission o where o.tenant_id = source and o.mapping_id = of_mapping
          and o.record_id = t.record_id and o.state in ('QUEUED', 'FAILED', 'DELIVERED'))
      group by t.record_id
    )
    update transmission t set state = 'QUEUED', tries = 0, reason = null, ended_at = null, next_try_at = now()
    from due where t.tenant_id = source and t.id = due.id
    returning t.message_id;
  if found then perform note_announced(concat_ws(' ', current_tenant(), 0, 't', 0, 0, '-')); end if;
end $$;
revoke execute on function retry_received_transmissions(bigint, uuid[]) from public;
grant execute on function retry_received_transmissions(bigint, uuid[]) to rowhouse_app;
