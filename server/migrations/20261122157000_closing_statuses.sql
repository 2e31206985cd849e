-- A status may close its record: nothing is left to be done, and nobody is reminded of it. Those that stand are taken
-- by their names, which is a guess that an administrator can set right; a new status closes nothing unless it says so.

alter table record_status add column closes boolean not null default false;

update record_status set closes = true
where lower(trim(name)) in ('complete', 'completed', 'closed', 'done', 'finished', 'cancelled', 'canceled', 'rejected',
  'declined', 'paid', 'shipped', 'delivered', 'archived', 'void', 'voided', 'resolved');

-- What others changed since yesterday is read by the time of the change.
create index audit_log_recent on audit_log (tenant_id, at, id) where entity = 'record';
