-- From where a change was made is kept with it. The gate says it for each transaction, as it says who acts; entries that
-- were written before have none.
create function acting_source() returns jsonb language sql stable as
$$ select nullif(current_setting('app.source', true), '')::jsonb $$;
grant execute on function acting_source() to rowhouse_app;

alter table audit_log add column source jsonb;
-- A default, so that no trigger that writes entries can forget it.
alter table audit_log alter column source set default acting_source();

-- What was put back is found from the entries that did it.
create index audit_log_put_back on audit_log (tenant_id, (coalesce(record_id, entity_id)), id)
  where source ->> 'kind' = 'PUT_BACK';
