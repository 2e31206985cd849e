import { tenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { Database, OwnerConnection } from '../database/database.ts';
import { isInTheWay } from '../database/open-database.ts';
import type { Log } from '../log.ts';
import { leafName } from './column.ts';
import { withoutWriters } from './without-writers.ts';

/** The slot of what was there before the writes counted statuses (decision 186). */
const before = -1;

/**
 * Adds to the counters by status what they lack: the records that were there before each write kept them. Of one type after the
 * other, whose company writes nothing meanwhile; one that is written for long is left for the next time, and keeps up no other.
 * Answers whether all are complete.
 */
export async function countStatuses(database: Database, log: Log, signal?: AbortSignal): Promise<boolean> {
  let areComplete = true;
  for (const { tenant, typeId, records } of (await database.inEveryCell(listDue)).flat()) {
    if (signal?.aborted === true) return false;
    try {
      await database.asOwnerOf(tenant, (connection) =>
        withoutWriters(connection, tenant, () => addMissing(connection, tenant, typeId)),
      );
      log.info({ tenantId: tenant, typeId, records }, 'the statuses of a record type were counted');
    } catch (error) {
      if (!isInTheWay(error)) throw error;
      areComplete = false;
    }
  }
  return areComplete;
}

async function listDue(connection: OwnerConnection) {
  const { rows } = await connection.query(
    `select c.tenant_id, c.record_type_id, c.records
     from (select tenant_id, record_type_id, sum(all_count) as records from record_type_counter group by 1, 2) c
     left join (select tenant_id, record_type_id, sum(all_count) as records from record_status_counter group by 1, 2) s
       using (tenant_id, record_type_id)
     join record_type t on t.tenant_id = c.tenant_id and t.id = c.record_type_id and t.delete_after is null
     where c.records <> coalesce(s.records, 0) order by c.records`,
  );
  return rows.map((row) => ({
    tenant: tenantId(Number(row['tenant_id'])),
    typeId: Number(row['record_type_id']),
    records: Number(row['records']),
  }));
}

async function addMissing(connection: OwnerConnection, tenant: TenantId, typeId: number): Promise<void> {
  const { rows } = await connection.query(
    `select unnest(array_remove(array[bucket, moving_from], null)) as bucket from record_type where tenant_id = $1 and id = $2`,
    [tenant, typeId],
  );
  const stored = rows.map(
    ({ bucket }) => `select status_id, count(*) filter (where enabled) as enabled_by, count(*) as all_by
      from ${leafName(Number(bucket))} where tenant_id = $1 and record_type_id = $2 group by status_id`,
  );
  const counted = `select status_id, -enabled_count, -all_count from record_status_counter where tenant_id = $1 and record_type_id = $2`;
  await connection.query(
    `insert into record_status_counter as c (tenant_id, record_type_id, status_id, slot, enabled_count, all_count)
     select $1, $2, status_id, ${before}, sum(enabled_by), sum(all_by) from (${[...stored, counted].join(' union all ')}) missing
     group by status_id having sum(enabled_by) <> 0 or sum(all_by) <> 0
     on conflict (tenant_id, record_type_id, status_id, slot) do update
       set enabled_count = c.enabled_count + excluded.enabled_count, all_count = c.all_count + excluded.all_count`,
    [tenant, typeId],
  );
}
