import { tenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { Database, OwnerConnection } from '../database/database.ts';
import type { Log } from '../log.ts';
import { holdsBucket, waitForBucket } from './bucket-lock.ts';
import { leafName, roleOfOrderKey } from './column.ts';
import {
  listFullBuckets,
  mostNumbersOfSharedBucket,
  mostOfSharedBucket,
  mostPairsOfSharedBucket,
} from './full-buckets.ts';
import {
  definition,
  findIndexableColumn,
  forgottenAfterDays,
  indexName,
  isDedicated,
  namesOfNumbers,
  namesOfPairs,
  namesOfPairsWith,
  rangeOf,
} from './index-by-use.ts';
import type { IndexByUse, IndexOfField } from './index-by-use.ts';
import { isOfRange } from './pair-of-query.ts';
import { recordsOfTypes } from './records-of-types.ts';
import { judgeNumbers } from './used-numbers.ts';
import type { StandingBefore } from './used-numbers.ts';
import { forgetPairs, isWorthwhile, judgePairs } from './used-pairs.ts';

/** docs/decisions/095, 149 and 165 say what each number was measured by. */
const usualLimits = {
  /** Records of a type, from which a field in use has an index. */
  above: 5_000,
  mostOfType: 12,
  /** Each statement on a shared bucket is planned with all of its indexes, whoever they are for. */
  mostOfSharedBucket,
  /** Records of a type, from which two fields have one together: below, the index of one leaves few records to look at. */
  pairsAbove: 20_000,
  mostPairsOfType: 3,
  mostPairsOfSharedBucket,
  /** Records of a type, from which numbers over them have an index of their own: fewer are read in some milliseconds. */
  numbersAbove: 20_000,
  mostFieldsOfNumbers: 12,
  mostNumbersOfSharedBucket,
};
export type IndexLimits = typeof usualLimits;
/** In a shared bucket, within a day. */
export const usesBeforePartialIndex = 3;
/** Orders of Updated At by roles (decision 145) that a type has indexes for, those used most: the others leave room for its fields. */
const mostRolesOfType = 4;
/** Buckets whose indexes one process makes at once; each takes a core and a connection of its own. */
const mostAtOnce = 2;

type Options = { readonly limits?: Partial<IndexLimits> | undefined; readonly signal?: AbortSignal };

type Work = {
  readonly kind: Database['kind'];
  readonly log: Log;
  readonly limits: IndexLimits;
  readonly isStopped: () => boolean;
};

const workOf = (database: Database, log: Log, { limits, signal }: Options): Work => ({
  kind: database.kind,
  log,
  limits: { ...usualLimits, ...limits },
  isStopped: () => signal?.aborted === true,
});

/**
 * Indexes by use: a field that people sort, filter or search by gets one when its type is large enough to need it,
 * and loses it when nobody has used it for a month. So do two fields that are asked together (decision 149), and the fields that
 * numbers over records are computed of, all in one (165). Without holding
 * up writes; those of one bucket one after another, since PostgreSQL makes no two at once on one table, and several buckets,
 * which are several companies, beside each other.
 * @return the names of those that were made
 */
export async function tendIndexes(database: Database, log: Log, options: Options = {}): Promise<string[]> {
  const work = workOf(database, log, options);
  if (database.kind === 'embedded')
    return database.inSession(async (connection) => {
      const made: string[] = [];
      for (const bucket of await listBucketsDue(connection, work.limits))
        made.push(...(await tendBucket(connection, bucket, work)));
      return made;
    });
  const due = (await database.inEveryCell((connection) => listBucketsDue(connection, work.limits))).flat();
  const made: string[] = [];
  const tendSome = async (): Promise<void> => {
    for (let bucket = due.shift(); bucket !== undefined && !work.isStopped(); bucket = due.shift()) {
      const next = bucket;
      made.push(
        ...(await database.inSession(
          async (connection) =>
            (await holdsBucket(connection, next)) ? tendBucket(connection, next, work) : [],
          options.signal,
        )),
      );
    }
  };
  await Promise.all(Array.from({ length: mostAtOnce }, tendSome));
  return made;
}

/** An index that a question waits for. */
export type MissingIndex = IndexOfField & { readonly name: string };

/** Of what was noted of these types: which columns have their index, and which shall have one and have not yet. */
export async function listIndexesOf(
  connection: OwnerConnection,
  tenantId: number,
  typeIds: readonly number[],
  limits?: Partial<IndexLimits>,
): Promise<{ readonly index: MissingIndex; readonly isThere: boolean }[]> {
  const wanted = await listWanted(connection, { ...usualLimits, ...limits }, { tenantId, typeIds });
  const named = wanted.map((used) => ({ ...used, name: indexName(used) }));
  const valid = await listValid(
    connection,
    named.map(({ name }) => name),
  );
  return named.map((index) => ({ index, isThere: valid.has(index.name) }));
}

/**
 * Makes what somebody waits for, before all else that its bucket is due. A bucket that another process tends is waited for.
 * @return whether all of them are there
 */
export async function makeAwaited(
  database: Database,
  log: Log,
  indexes: readonly MissingIndex[],
  options: Options & { readonly signal: AbortSignal },
): Promise<boolean> {
  const work = workOf(database, log, options);
  const [first] = indexes;
  if (first === undefined) return true;
  return database.cellOf(first.tenantId).inSession(async (connection) => {
    if (!(await waitForBucket(connection, first.bucket, work.isStopped))) return false;
    await dropInvalid(connection, first.bucket, work);
    await makeAll(connection, indexes, work);
    const names = indexes.map(({ name }) => name);
    return (await listValid(connection, names)).size === new Set(names).size;
  }, options.signal);
}

/** What shall have an index, of all buckets or of one: single fields first, and pairs with what room they leave. */
async function judge(connection: OwnerConnection, limits: IndexLimits, bucket: number | null = null) {
  const ofFields = await listWanted(connection, limits, { bucket });
  const pairs = await judgePairs(connection, limits, ofFields, bucket);
  const numbers = await judgeNumbers(connection, limits, bucket);
  return { wanted: [...ofFields, ...pairs.wanted, ...numbers.wanted], pairs, numbers };
}

async function listBucketsDue(connection: OwnerConnection, limits: IndexLimits): Promise<number[]> {
  const { wanted, pairs, numbers } = await judge(connection, limits);
  await forgetPairs(connection, pairs.surplus);
  const useless = await listUseless(connection);
  const forgotten = await listForgotten(connection);
  const missing = await listMissing(connection, limits, wanted);
  const replaced = await listReplaced(connection, numbers.others);
  const due = [...useless, ...forgotten, ...pairs.forgotten, ...replaced, ...missing];
  return [...new Set(due.map(({ bucket }) => bucket))];
}

/** Of what stands beside what is wanted: what has nothing to wait for, or whose successor is there. */
async function listReplaced(
  connection: OwnerConnection,
  others: readonly StandingBefore[],
): Promise<readonly StandingBefore[]> {
  const successors = await listValid(
    connection,
    others.flatMap(({ successor }) => successor ?? []),
  );
  return others.filter(({ successor }) => successor === null || successors.has(successor));
}

/** What of it is not there yet, where there is room for it. */
async function listMissing(
  connection: OwnerConnection,
  limits: IndexLimits,
  wanted: readonly IndexByUse[],
): Promise<IndexByUse[]> {
  const full = await listFull(connection, limits);
  const valid = await listValid(connection, wanted.map(indexName));
  return wanted.filter((index) => hasRoom(index, full) && !valid.has(indexName(index)));
}

type FullBuckets = Readonly<Record<IndexByUse['kind'], readonly number[]>>;

const hasRoom = (index: IndexByUse, full: FullBuckets): boolean =>
  !full[index.kind].includes(index.bucket) || (index.kind === 'numbers' && index.isSuccessor);

/** The buckets without room, for each kind of index. */
async function listFull(connection: OwnerConnection, limits: IndexLimits): Promise<FullBuckets> {
  const full = await listFullBuckets(connection, limits.mostOfSharedBucket);
  const fullOfPairs = await listFullBuckets(connection, limits.mostPairsOfSharedBucket, namesOfPairs);
  const fullOfNumbers = await listFullBuckets(connection, limits.mostNumbersOfSharedBucket, namesOfNumbers);
  return {
    order: full,
    contains: full,
    pair: [...full, ...fullOfPairs],
    numbers: [...full, ...fullOfNumbers],
  };
}

async function listValid(connection: OwnerConnection, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const { rows } = await connection.query(
    `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relname = any($1::text[]) and i.indisvalid`,
    [names],
  );
  return new Set(rows.map(({ name }) => String(name)));
}

/** Under the lock of the bucket: what is invalid is nobody's who is still at work. */
async function tendBucket(connection: OwnerConnection, bucket: number, work: Work): Promise<string[]> {
  for (const { name } of (await listUseless(connection)).filter((one) => one.bucket === bucket)) {
    await drop(connection, name, work.kind);
    work.log.info({ index: name }, 'an index was dropped that is of no use');
  }
  const { wanted, pairs, numbers } = await judge(connection, work.limits, bucket);
  for (const { name } of (await listForgotten(connection)).filter((one) => one.bucket === bucket)) {
    await drop(connection, name, work.kind);
    work.log.info({ index: name }, 'an index was dropped that nobody used for a month');
  }
  for (const { name } of pairs.forgotten) {
    await drop(connection, name, work.kind);
    work.log.info({ index: name }, 'an index was dropped that is not used any more, or less than others');
  }
  const made = await makeAll(connection, await listMissing(connection, work.limits, wanted), work);
  // The one before serves until then.
  for (const { name } of await listReplaced(connection, numbers.others)) {
    if (work.isStopped()) break;
    await drop(connection, name, work.kind);
    work.log.info({ index: name }, 'an index of numbers was dropped that nobody needs any more');
  }
  return made;
}

async function dropInvalid(connection: OwnerConnection, bucket: number, work: Work): Promise<void> {
  const useless = await listUseless(connection);
  for (const { name } of useless.filter((one) => one.bucket === bucket))
    await drop(connection, name, work.kind);
}

/** Concurrently, since a plain drop that waits for a reader lets no other one in. */
const drop = (connection: OwnerConnection, name: string, kind: Database['kind']) =>
  connection.query(`drop index ${kind === 'server' ? 'concurrently ' : ''}if exists ${name}`);

async function makeAll(
  connection: OwnerConnection,
  wanted: readonly IndexByUse[],
  work: Work,
): Promise<string[]> {
  const made: string[] = [];
  for (const used of wanted) {
    if (work.isStopped()) break;
    const name = indexName(used);
    try {
      if (!(await make(connection, used, name, work))) continue;
      work.log.info({ index: name }, 'an index was made for a field in use');
      made.push(name);
    } catch (error) {
      // One that cannot be made now is no reason to do without the others, and its remains would slow writes.
      if (!work.isStopped()) work.log.warn({ index: name, err: error }, 'an index could not be made');
      await dropRemains(connection, name, work);
    }
  }
  const [first] = wanted;
  if (first !== undefined && made.length > 0 && !work.isStopped())
    await connection.query(`analyze ${leafName(first.bucket)}`);
  return made;
}

/** Who stops does not wait for others: what is left is dropped by the next who tends the bucket. */
async function dropRemains(connection: OwnerConnection, name: string, work: Work): Promise<void> {
  if (work.isStopped()) await connection.query(`set lock_timeout = '2s'`);
  try {
    await drop(connection, name, work.kind);
  } catch (error) {
    if (!work.isStopped()) throw error;
  }
}

async function listWanted(
  connection: OwnerConnection,
  { above, mostOfType }: IndexLimits,
  of: { readonly tenantId?: number; readonly typeIds?: readonly number[]; readonly bucket?: number | null },
): Promise<IndexOfField[]> {
  const { rows } = await connection.query(
    `with large as materialized (${recordsOfTypes('c.tenant_id = $2 and c.record_type_id = any($3::bigint[])')})
     select u.tenant_id, u.record_type_id, large.bucket, u.field_key, u.kind, f.slot
     from large
     join field_use u on u.tenant_id = large.tenant_id and u.record_type_id = large.record_type_id
     left join field f on f.tenant_id = u.tenant_id and 'f' || f.id = u.field_key
     where u.kind in ('order', 'contains') and large.moving_from is null and u.last_used > current_date - ${forgottenAfterDays}
       and (large.bucket >= 1000 or u.uses >= ${usesBeforePartialIndex})
       and ($4::int is null or large.bucket = $4)
     order by large.records desc, u.tenant_id, u.record_type_id, u.uses desc, u.field_key`,
    [above, of.tenantId ?? null, of.typeIds ?? [], of.bucket ?? null],
  );
  const perType = new Map<number, number>();
  const rolesPerType = new Map<number, number>();
  return rows.flatMap((row) => {
    const kind = row['kind'] === 'contains' ? 'contains' : 'order';
    const column = findIndexableColumn(String(row['field_key']), row['slot'], kind);
    if (column === null) return [];
    const typeId = Number(row['record_type_id']);
    const used = {
      tenantId: tenantId(Number(row['tenant_id'])),
      typeId,
      bucket: Number(row['bucket']),
      fieldKey: String(row['field_key']),
      kind,
      column,
    } as const;
    if (definition(used) === null) return [];
    const count = perType.get(typeId) ?? 0;
    if (count >= mostOfType) return [];
    if (roleOfOrderKey(used.fieldKey) !== null) {
      const roles = rolesPerType.get(typeId) ?? 0;
      if (roles >= mostRolesOfType) return [];
      rolesPerType.set(typeId, roles + 1);
    }
    perType.set(typeId, count + 1);
    return used;
  });
}

async function make(
  connection: OwnerConnection,
  used: IndexByUse,
  name: string,
  { kind, limits, isStopped }: Work,
): Promise<boolean> {
  const body = definition(used);
  if (body === null) return false;
  const leaf = leafName(used.bucket);
  const standing = await connection.query(
    `select i.indisvalid from pg_index i join pg_class c on c.oid = i.indexrelid where c.relname = $1`,
    [name],
  );
  if (standing.rows[0]?.['indisvalid'] === true) return false;
  if (standing.rows.length > 0) await drop(connection, name, kind);
  if (!isDedicated(used) && !hasRoom(used, await listFull(connection, limits))) return false;
  if (used.kind === 'pair' && !isOfRange(used.fieldKey) && !(await isWorthwhile(connection, used))) {
    await forgetPairs(connection, [used]);
    return false;
  }
  if (isStopped()) return false;
  await connection.query(
    `create index ${kind === 'server' ? 'concurrently ' : ''}${name} on ${leaf} ${body}${rangeOf(used)}`,
  );
  const valid = await connection.query(
    `select i.indisvalid from pg_index i join pg_class c on c.oid = i.indexrelid where c.relname = $1`,
    [name],
  );
  if (valid.rows[0]?.['indisvalid'] !== true) {
    await drop(connection, name, kind);
    return false;
  }
  return true;
}

/** Of a field whose values are gone: another may come to stand in its column. */
export async function dropIndexesOfField(
  connection: OwnerConnection,
  buckets: readonly number[],
  field: {
    readonly tenantId: number;
    readonly typeId: number;
    readonly fieldKey: string;
    readonly slot: string | null;
  },
): Promise<void> {
  for (const kind of ['order', 'contains'] as const) {
    const column = findIndexableColumn(field.fieldKey, field.slot, kind);
    if (column === null) continue;
    for (const bucket of buckets)
      await connection.query(
        `drop index if exists ${indexName({ typeId: field.typeId, bucket, kind, column })}`,
      );
  }
  if (field.slot === null) return;
  for (const bucket of buckets) {
    const { rows } = await connection.query(
      `select relname as name from pg_class where relkind = 'i' and relname ~ $1`,
      [namesOfPairsWith({ ...field, bucket }, field.slot)],
    );
    for (const { name } of rows) await connection.query(`drop index if exists ${String(name)}`);
  }
}

type Standing = { readonly bucket: number; readonly name: string };

/** What a build that was cut off left behind, and what serves a type in a shared bucket that it has left. */
async function listUseless(connection: OwnerConnection): Promise<Standing[]> {
  const { rows } = await connection.query(
    // Companies that came from one archive have types of one id.
    `select c.relname as name, substring(c.relname from '^ix_(\\d+)_')::int as bucket
     from pg_index i join pg_class c on c.oid = i.indexrelid
     left join lateral (
       select bool_and(t.moving_from is null and t.bucket <> (substring(c.relname from '^ix_(\\d+)_'))::int) as left_it
       from record_type t where t.id = (substring(c.relname from '^ix_\\d+_(\\d+)_'))::bigint
     ) types on true
     where c.relname ~ '^ix_\\d+_' and (not i.indisvalid or types.left_it)`,
  );
  return rows.map(({ name, bucket }) => ({ name: String(name), bucket: Number(bucket) }));
}

/** Ours are named ix_…; those of a bucket's beginning are not. */
async function listForgotten(connection: OwnerConnection): Promise<Standing[]> {
  const { rows } = await connection.query(
    `select distinct t.bucket, t.id, coalesce(f.slot, u.field_key) as slot, u.field_key, u.kind
     from field_use u
     join record_type t on t.tenant_id = u.tenant_id and t.id = u.record_type_id
     left join field f on f.tenant_id = u.tenant_id and 'f' || f.id = u.field_key
     where u.kind in ('order', 'contains') and u.last_used <= current_date - ${forgottenAfterDays}`,
  );
  const forgotten = rows.flatMap((row) => {
    const kind = row['kind'] === 'contains' ? 'contains' : 'order';
    const column = findIndexableColumn(String(row['field_key']), row['slot'], kind);
    if (column === null) return [];
    const bucket = Number(row['bucket']);
    return { bucket, name: indexName({ typeId: Number(row['id']), bucket, kind, column }) };
  });
  const standing = await listValid(
    connection,
    forgotten.map(({ name }) => name),
  );
  return forgotten.filter(({ name }) => standing.has(name));
}
