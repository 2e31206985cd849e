-- What one person did, and what was configured, is found without a look at everything else that happened. One index of each kind for
-- all months; those that come have it from the start.
create index audit_log_person on audit_log (tenant_id, user_id, id);
create index audit_log_configured on audit_log (tenant_id, id) where record_id is null and entity <> 'record';
