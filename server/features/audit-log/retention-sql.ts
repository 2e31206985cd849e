import { sumOf } from '../../platform/database/cells.ts';
import type { Database } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { databaseErrorCode } from '../../platform/database/open-database.ts';

/** Small enough that no writer waits for it, and that the database in this thread answers in between. */
const batchSize = 5000;
const mostBatchesARun = 200;

/**
 * Drops what is older than its company keeps its audit log, by batches of which each is a transaction of its own; what is
 * left over when a run has done enough is for the next. Answers how many entries went.
 */
export async function dropExpiredEntries(database: Database): Promise<number> {
  let dropped = 0;
  for (let batch = 0; batch < mostBatchesARun; batch += 1) {
    const counts = await database.inEveryCell(async (connection) => {
      const { rowCount } = await connection.query(
        `delete from audit_log a using (
           select e.tenant_id, e.id from audit_retention r
           cross join lateral (
             select tenant_id, id from audit_log e
             where e.tenant_id = r.tenant_id and e.at < now() - make_interval(years => r.years)
               -- The id says the month: later partitions are not looked at.
               and e.id < audit_month_start((now() - make_interval(years => r.years)) at time zone 'UTC') + 2000000000000
             order by e.at limit ${batchSize}) e
           where r.years is not null limit ${batchSize}) old
         where a.tenant_id = old.tenant_id and a.id = old.id`,
      );
      return rowCount;
    });
    const count = sumOf(counts);
    dropped += count;
    if (count === 0) break;
  }
  return dropped;
}

/** How many months are made before they come. */
const monthsAhead = 3;

/**
 * Makes the partitions of the audit log for the months to come. Where the tables are busy it leaves off: what no month
 * takes is taken by the open partition. Throws nothing but what is no wait.
 */
export const makeAuditPartitions = (database: Database, nowMs: number): Promise<number> =>
  database
    .inEveryCell(async (connection) => {
      try {
        return await inTransaction(connection, async () => {
          // Servers that start at the same moment would make the same month twice.
          await connection.query('select pg_advisory_xact_lock(74709)');
          const { rows } = await connection.query('select make_audit_partitions($1::date, $2::int) as made', [
            new Date(nowMs).toISOString().slice(0, 10),
            monthsAhead,
          ]);
          return Number(rows[0]?.['made']);
        });
      } catch (error) {
        if (databaseErrorCode(error) === lockNotAvailable) return 0;
        throw error;
      }
    })
    .then(sumOf);

const lockNotAvailable = '55P03';

/** Drops the months that are older than the installation keeps any audit log; answers the names of the partitions. */
export const dropOldPartitions = (database: Database, nowMs: number, years: number): Promise<string[]> =>
  database
    .inEveryCell(async (connection) => {
      const oldest = new Date(nowMs);
      oldest.setUTCFullYear(oldest.getUTCFullYear() - years);
      try {
        const { rows } = await connection.query('select unnest(drop_audit_partitions($1::date)) as name', [
          oldest.toISOString().slice(0, 10),
        ]);
        return rows.map((row) => String(row['name']));
      } catch (error) {
        if (databaseErrorCode(error) === lockNotAvailable) return [];
        throw error;
      }
    })
    .then((names) => names.flat());
