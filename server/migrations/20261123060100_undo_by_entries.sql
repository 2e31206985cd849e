-- An undo names the entries that it takes back, as putting back does: what was put back is found by that, whichever way it was asked for.
drop index audit_log_put_back;
create index audit_log_put_back on audit_log (tenant_id, coalesce(record_id, entity_id), id) where source ? 'entries';
