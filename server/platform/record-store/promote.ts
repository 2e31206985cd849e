import { tenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { Database, OwnerConnection } from '../database/database.ts';
import type { Log } from '../log.ts';
import { leafName } from './column.ts';
import { listFullBuckets } from './full-buckets.ts';
import { listGrownBuckets } from './grown-buckets.ts';
import type { TakenIn } from './grown-buckets.ts';
import { rebuildIndexes } from './rebuild-indexes.ts';
import { withoutWriters } from './without-writers.ts';

/** A type that outgrows this has a partition of its own: its own statistics, vacuum and covering indexes. */
export const promoteAbove = 100_000;
/** From this on a type leaves a shared bucket whose room for indexes it takes up. */
export const promoteFromFullAbove = 20_000;
const usualBatch = 5000;
/** The part of its limit by which a type may outgrow it before anybody looks. */
const unseenGrowth = 0.05;

type Moving = {
  readonly tenantId: TenantId;
  readonly typeId: number;
  readonly from: number;
  readonly to: number;
};

/**
 * Moves the records of grown types to buckets of their own, in batches, while they are read and written. A type under
 * way is read from both buckets; whatever is written goes to the new one, or changes where it stands. A move that was
 * cut off goes on at the next call. Returns the types whose move ended.
 */
export async function promoteLargeTypes(
  database: Database,
  log: Log,
  above = promoteAbove,
  batchSize = usualBatch,
  options: PromoteOptions = {},
): Promise<number[]> {
  const { fromFullAbove = promoteFromFullAbove, mostOfSharedBucket, taken = new Map(), signal } = options;
  const begun = await database.inEveryCell(async (connection) => {
    const buckets = await listGrownBuckets(database, connection, taken, above * unseenGrowth);
    const { rows } = await connection.query(
      `select t.tenant_id, t.id, t.bucket from record_type t
       join record_type_counter c on c.tenant_id = t.tenant_id and c.record_type_id = t.id
       where t.moving_from is null and t.bucket < 1000 and t.delete_after is null and ($2::int[] is null or t.bucket = any($2))
       group by t.tenant_id, t.id, t.bucket having sum(c.all_count) > $1`,
      [above, buckets],
    );
    const grown = new Set(rows.map(({ id }) => id));
    const crowding = await listCrowding(connection, fromFullAbove, mostOfSharedBucket);
    for (const row of [...rows, ...crowding.filter(({ id }) => !grown.has(id))]) {
      await begin(connection, {
        tenantId: tenantId(Number(row['tenant_id'])),
        typeId: Number(row['id']),
        from: Number(row['bucket']),
      });
    }
    return connection.query(
      'select tenant_id, id, moving_from, bucket from record_type where moving_from is not null',
    );
  });
  const ended: number[] = [];
  for (const row of begun.flatMap(({ rows }) => rows)) {
    const moving = {
      tenantId: tenantId(Number(row['tenant_id'])),
      typeId: Number(row['id']),
      from: Number(row['moving_from']),
      to: Number(row['bucket']),
    };
    const moved = await move(database, log, moving, batchSize, signal);
    if (moved === null) break;
    log.info({ ...moving, moved }, 'a record type has a bucket of its own');
    ended.push(moving.typeId);
  }
  return ended;
}

export type PromoteOptions = {
  readonly fromFullAbove?: number;
  readonly mostOfSharedBucket?: number | undefined;
  /** Kept from call to call, so that the types of a bucket that has not grown are not counted again. */
  readonly taken?: TakenIn;
  readonly signal?: AbortSignal;
};

/** Of each shared bucket that has no room for another index the large type that has most of them. */
async function listCrowding(
  connection: OwnerConnection,
  above: number,
  mostOfSharedBucket?: number,
): Promise<Record<string, unknown>[]> {
  const full = await listFullBuckets(connection, mostOfSharedBucket);
  if (full.length === 0) return [];
  const { rows } = await connection.query(
    `select distinct on (t.bucket) t.tenant_id, t.id, t.bucket
     from (select substring(relname from '^ix_\\d+_(\\d+)_')::bigint as type_id, count(*) as indexes from pg_class
           where relkind = 'i' and relname ~ '^ix_\\d{1,3}_\\d+_' group by 1) made
     join record_type t on t.id = made.type_id and t.bucket = any($1::int[]) and t.moving_from is null
     where (select sum(c.all_count) from record_type_counter c
            where c.tenant_id = t.tenant_id and c.record_type_id = t.id) >= $2
     order by t.bucket, made.indexes desc, t.id`,
    [full, above],
  );
  return rows;
}

async function begin(
  connection: OwnerConnection,
  { tenantId, typeId, from }: Omit<Moving, 'to'>,
): Promise<void> {
  const { rows } = await connection.query(`select nextval('own_bucket_seq')::int as bucket`);
  const to = Number(rows[0]?.['bucket']);
  await connection.query('select create_record_leaf($1, true)', [to]);
  await withoutWriters(connection, tenantId, () =>
    connection.query(
      'update record_type set bucket = $3, moving_from = $4 where tenant_id = $1 and id = $2 and moving_from is null',
      [tenantId, typeId, to, from],
    ),
  );
}

/** Null when it was told to stop: the next call goes on. */
async function move(
  database: Database,
  log: Log,
  { tenantId, typeId, from, to }: Moving,
  batchSize: number,
  signal?: AbortSignal,
): Promise<number | null> {
  const columns = await database.asOwnerOf(tenantId, async (connection) => {
    const { rows } = await connection.query(
      `select string_agg(quote_ident(attname), ', ' order by attnum) as list from pg_attribute
       where attrelid = 'record'::regclass and attnum > 0 and not attisdropped and attname <> 'bucket'`,
    );
    return String(rows[0]?.['list']);
  });
  let moved = 0;
  for (;;) {
    if (signal?.aborted === true) return null;
    // A connection for each batch: on the embedded database requests come between.
    const count = await database.asOwnerOf(tenantId, (connection) =>
      moveBatch(connection, columns, { tenantId, typeId, from, to }, batchSize),
    );
    moved += count;
    if (count === 0) break;
  }
  // Before the type is said to have moved, so that a rebuild that was cut off is done by who goes on.
  for (const bucket of [from, to])
    if (!(await rebuildIndexes(database.cellOf(tenantId), log, bucket, signal))) return null;
  await database.asOwnerOf(tenantId, async (connection) => {
    await withoutWriters(connection, tenantId, () =>
      connection.query(
        `update record_type set moving_from = null where tenant_id = $1 and id = $2
           and not exists (select from ${leafName(from)} where tenant_id = $1 and record_type_id = $2)`,
        [tenantId, typeId],
      ),
    );
  });
  await database
    .cellOf(tenantId)
    .inSession((connection) => connection.query(`vacuum (analyze) ${leafName(to)}`));
  return moved;
}

async function moveBatch(
  connection: OwnerConnection,
  columns: string,
  moving: Moving,
  batchSize: number,
): Promise<number> {
  const { tenantId, typeId, from, to } = moving;
  await connection.query('begin');
  try {
    // The records do not change: they are neither counted nor audited a second time.
    await connection.query(`set local app.moving_records = 'on'`);
    const { rowCount } = await connection.query(
      `with batch as (
         select id from ${leafName(from)} where tenant_id = $1 and record_type_id = $2 order by created_at limit ${batchSize} for update
       ), moved as (
         delete from ${leafName(from)} r using batch where r.id = batch.id and r.tenant_id = $1 returning ${columns
           .split(', ')
           .map((column) => `r.${column}`)
           .join(', ')}
       ) insert into ${leafName(to)} (bucket, ${columns}) select ${to}, ${columns} from moved`,
      [tenantId, typeId],
    );
    await connection.query('commit');
    return rowCount;
  } catch (error) {
    await connection.query('rollback');
    throw error;
  }
}
