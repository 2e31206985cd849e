import { PgBoss } from 'pg-boss';
import { sweepUploads } from './features/attachments/sql.ts';
import {
  dropExpiredEntries,
  dropOldPartitions,
  makeAuditPartitions,
} from './features/audit-log/retention-sql.ts';
import type { ExportRunner } from './features/company-archives/run-exports.ts';
import type { ImportRunner } from './features/company-archives/run-imports.ts';
import { sweepBulkChanges } from './features/bulk-changes/sql.ts';
import { giveUpLostMails } from './features/invitations/sql.ts';
import { sweepImports } from './features/import/staged-sql.ts';
import { announcesTransmission } from './features/transmissions/delivery-sql.ts';
import { tellOverdue } from './features/transmissions/overdue-sql.ts';
import type { ScheduledMails } from './features/mail-schedules/send-scheduled.ts';
import type { NotificationMails } from './features/notifications/send-mails.ts';
import { sweepRequests } from './features/records/sql.ts';
import type { FieldUseNotes } from './features/records/field-use-notes.ts';
import type { BackgroundRunner } from './platform/background/background-runner.ts';
import { systemClock } from './platform/clock.ts';
import type { Database } from './platform/database/database.ts';
import { alone } from './platform/database/migrate.ts';
import type { Identity } from './identity/identity.ts';
import type { Log } from './platform/log.ts';
import type { ObjectStorage } from './platform/object-storage/object-storage.ts';
import { inTime, removeInTime } from './platform/object-storage/write-object.ts';
import type { TakenIn } from './platform/record-store/grown-buckets.ts';
import { countStatuses } from './platform/record-store/count-statuses.ts';
import { tendIndexes } from './platform/record-store/tend-indexes.ts';
import { deleteTenantsInTime } from './platform/tenants/delete-tenant.ts';
import { promoteAbove, promoteLargeTypes } from './platform/record-store/promote.ts';

const flushMs = 15_000;
const storageSilenceMs = 10_000;

/** What runs beside the requests: written-down use of fields, moves of grown types, indexes by use, sweeping. */
export async function startJobs(parts: {
  database: Database;
  log: Log;
  fieldUse: FieldUseNotes;
  bulkChanges: Pick<BackgroundRunner, 'wake'>;
  formulas: Pick<BackgroundRunner, 'wake'>;
  deletions: Pick<BackgroundRunner, 'wake'>;
  fieldDeletions: Pick<BackgroundRunner, 'wake'>;
  propertyDeletions: Pick<BackgroundRunner, 'wake'>;
  companyExports: Pick<ExportRunner, 'wake' | 'sweep'>;
  companyImports: Pick<ImportRunner, 'wake' | 'sweep'>;
  retypes: Pick<BackgroundRunner, 'wake'>;
  transmissions: Pick<BackgroundRunner, 'wake'>;
  notificationMails: NotificationMails;
  scheduledMails: ScheduledMails;
  identity: Identity;
  storage: ObjectStorage;
  /** For how many years the installation keeps any audit log; null: forever. */
  auditRetentionYears: number | null;
}): Promise<{ stop(): Promise<void> }> {
  const { database, log, fieldUse, bulkChanges, formulas, deletions, fieldDeletions, retypes } = parts;
  const {
    propertyDeletions,
    companyExports,
    companyImports,
    transmissions,
    notificationMails,
    identity,
    storage,
  } = parts;
  const boss = new PgBoss({
    db: {
      executeSql: (text: string, values?: unknown[]) =>
        database.asHome((connection) => connection.query(text, values)),
    },
    schema: 'pgboss',
    // The embedded database has one connection: it is asked seldom.
    ...(database.kind === 'embedded' && { maintenanceIntervalSeconds: 3600 }),
  });
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue reported an error'));
  // Of all processes that start at this moment, the first one makes its tables.
  if (database.kind === 'embedded') await boss.start();
  else await alone(database, () => boss.start());
  const stopping = new AbortController();
  const every = async (name: string, cron: string, work: () => Promise<void>): Promise<void> => {
    await boss.createQueue(name, { policy: 'short' });
    await boss.work(name, { pollingIntervalSeconds: database.kind === 'embedded' ? 20 : 5 }, async () => {
      try {
        await work();
      } catch (error) {
        log.error({ err: error, job: name }, 'a job failed');
        throw error;
      }
    });
    await boss.schedule(name, cron);
  };
  const places = database.cells.map((cell) => ({ cell, taken: new Map() as TakenIn }));
  /** Where the counters by status are complete: from then on each write keeps them. */
  const counted = new Set<Database>();
  await every('tend-record-types', '* * * * *', async () => {
    for (const { cell, taken } of places) {
      if (!counted.has(cell) && (await countStatuses(cell, log, stopping.signal))) counted.add(cell);
      await promoteLargeTypes(cell, log, promoteAbove, undefined, { taken, signal: stopping.signal });
      await tendIndexes(cell, log, { signal: stopping.signal });
    }
  });
  await every('sweep', '*/10 * * * *', async () => {
    await identity.sweep();
    await sweepRequests(database);
    await sweepBulkChanges(database);
    await sweepImports(database);
    await notificationMails.sweep();
    await companyExports.sweep();
    await companyImports.sweep();
    const { incoming } = storage;
    await sweepUploads(
      database,
      (key) => removeInTime(storage, key, storageSilenceMs),
      incoming ? (key) => inTime(incoming.forget(key), storageSilenceMs) : null,
    );
  });
  await every('keep-audit-log', '7 * * * *', async () => {
    await makeAuditPartitions(database, systemClock.now());
    if (parts.auditRetentionYears !== null) {
      const months = await dropOldPartitions(database, systemClock.now(), parts.auditRetentionYears);
      if (months.length > 0) log.info({ months }, 'months of the audit log were dropped');
    }
    const dropped = await dropExpiredEntries(database);
    if (dropped > 0) log.info({ dropped }, 'entries of the audit log were dropped as their companies asked');
  });
  await every('delete-companies', '17 * * * *', () => deleteTenantsInTime({ database, storage }, log));
  // One is begun where it is asked for; what a killed process left is taken up at the start and every minute.
  bulkChanges.wake();
  await every('run-bulk-changes', '* * * * *', async () => bulkChanges.wake());
  formulas.wake();
  await every('run-formula-passes', '* * * * *', async () => formulas.wake());
  deletions.wake();
  await every('delete-record-types', '* * * * *', async () => deletions.wake());
  fieldDeletions.wake();
  await every('delete-fields', '* * * * *', async () => fieldDeletions.wake());
  propertyDeletions.wake();
  await every('delete-properties', '* * * * *', async () => propertyDeletions.wake());
  companyExports.wake();
  await every('export-companies', '* * * * *', async () => companyExports.wake());
  companyImports.wake();
  await every('import-companies', '* * * * *', async () => companyImports.wake());
  retypes.wake();
  await every('change-data-types', '* * * * *', async () => retypes.wake());
  // A record that reached its value says so with its change; what failed waits for its minute.
  const stopHearing = await database.notifications.hear({
    changed(lines) {
      if (lines.some(announcesTransmission)) transmissions.wake();
    },
    missed: () => transmissions.wake(),
  });
  transmissions.wake();
  await every('run-transmissions', '* * * * *', async () => transmissions.wake());
  await every('mail-notifications', '* * * * *', async () => {
    await tellOverdue(database);
    await notificationMails.sendDue();
  });
  const giveUpLost = async (): Promise<void> => {
    const count = await giveUpLostMails(database, systemClock.now());
    if (count > 0)
      log.warn({ count }, 'mails of invitations did not go out before a server stopped, and are marked so');
  };
  await every('give-up-invitation-mails', '* * * * *', giveUpLost);
  await every('mail-schedules', '* * * * *', () => parts.scheduledMails.sendDue());
  const flusher = setInterval(() => void fieldUse.flush(), flushMs);
  return {
    stop: async () => {
      clearInterval(flusher);
      stopHearing();
      // An index that is being made is begun again by the next process.
      stopping.abort();
      await fieldUse.flush();
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}
