import type { BaseFieldName } from '@rowhouse/domain/fields/base-fields.ts';
import type { Database, OwnerConnection } from '../database/database.ts';
import type { Log } from '../log.ts';
import { holdsBucket, waitForBucket } from './bucket-lock.ts';
import type { Column } from './column.ts';
import { baseColumns, leafName, roleOfOrderKey, updatedAtSeenBy } from './column.ts';
import { listFullBuckets, mostOfSharedBucket } from './full-buckets.ts';
import { isSlot, slotType } from './slots.ts';

/** docs/decisions/095 says what each number was measured by. */
const usualLimits = {
  /** Records of a type, from which a field in use has an index. */
  above: 5_000,
  mostOfType: 12,
  /** Each statement on a shared bucket is planned with all of its indexes, whoever they are for. */
  mostOfSharedBucket,
};
export type IndexLimits = typeof usualLimits;
/** In a shared bucket, within a day. */
export const usesBeforePartialIndex = 3;
const forgottenAfterDays = 30;
/** Orders of Updated At by roles (decision 145) that a type has indexes for, those used most: the others leave room for its fields. */
const mostRolesOfType = 4;
/** Buckets whose indexes one process makes at once; each takes a core and a connection of its own. */
const mostAtOnce = 2;

/** With the name that its index has, where that is not the column's own. */
type IndexableColumn = Pick<Column, 'expression' | 'sqlType'> & { readonly name?: string };

type Used = {
  readonly tenantId: number;
  readonly typeId: number;
  readonly bucket: number;
  readonly fieldKey: string;
  readonly kind: 'order' | 'contains';
  readonly column: IndexableColumn;
};

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
 * and loses it when nobody has used it for a month. Without holding up writes; those of one bucket one after another,
 * since PostgreSQL makes no two at once on one table, and several buckets, which are several companies, beside each other.
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
  const due = await database.asOwner((connection) => listBucketsDue(connection, work.limits));
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
export type MissingIndex = Used & { readonly name: string };

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
  return database.inSession(async (connection) => {
    if (!(await waitForBucket(connection, first.bucket, work.isStopped))) return false;
    await dropInvalid(connection, first.bucket, work);
    await makeAll(connection, indexes, work);
    const names = indexes.map(({ name }) => name);
    return (await listValid(connection, names)).size === new Set(names).size;
  }, options.signal);
}

async function listBucketsDue(connection: OwnerConnection, limits: IndexLimits): Promise<number[]> {
  const useless = await listUseless(connection);
  const forgotten = await listForgotten(connection);
  const wanted = await listMissing(connection, limits);
  return [...new Set([...useless, ...forgotten, ...wanted].map(({ bucket }) => bucket))];
}

/** What shall be there and is not, where there is room for it. */
async function listMissing(
  connection: OwnerConnection,
  limits: IndexLimits,
  bucket?: number,
): Promise<Used[]> {
  const full = await listFullBuckets(connection, limits.mostOfSharedBucket);
  const wanted = (await listWanted(connection, limits)).filter(
    (used) => (bucket === undefined || used.bucket === bucket) && !full.includes(used.bucket),
  );
  const valid = await listValid(connection, wanted.map(indexName));
  return wanted.filter((used) => !valid.has(indexName(used)));
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
  for (const { name } of (await listForgotten(connection)).filter((one) => one.bucket === bucket)) {
    await drop(connection, name, work.kind);
    work.log.info({ index: name }, 'an index was dropped that nobody used for a month');
  }
  return makeAll(connection, await listMissing(connection, work.limits, bucket), work);
}

async function dropInvalid(connection: OwnerConnection, bucket: number, work: Work): Promise<void> {
  const useless = await listUseless(connection);
  for (const { name } of useless.filter((one) => one.bucket === bucket))
    await drop(connection, name, work.kind);
}

/** Concurrently, since a plain drop that waits for a reader lets no other one in. */
const drop = (connection: OwnerConnection, name: string, kind: Database['kind']) =>
  connection.query(`drop index ${kind === 'server' ? 'concurrently ' : ''}if exists ${name}`);

async function makeAll(connection: OwnerConnection, wanted: readonly Used[], work: Work): Promise<string[]> {
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
  of?: { readonly tenantId: number; readonly typeIds: readonly number[] },
): Promise<Used[]> {
  const { rows } = await connection.query(
    `select u.tenant_id, u.record_type_id, t.bucket, u.field_key, u.kind, f.slot
     from field_use u
     join record_type t on t.tenant_id = u.tenant_id and t.id = u.record_type_id and t.moving_from is null
     left join field f on f.tenant_id = u.tenant_id and 'f' || f.id = u.field_key
     join lateral (select sum(all_count) as records from record_type_counter c
                   where c.tenant_id = u.tenant_id and c.record_type_id = u.record_type_id) n on true
     where n.records >= $1 and u.last_used > current_date - ${forgottenAfterDays}
       and (t.bucket >= 1000 or u.uses >= ${usesBeforePartialIndex})
       and ($2::int is null or u.tenant_id = $2 and u.record_type_id = any($3::bigint[]))
     order by n.records desc, u.tenant_id, u.record_type_id, u.uses desc, u.field_key`,
    [above, of?.tenantId ?? null, of?.typeIds ?? []],
  );
  const perType = new Map<number, number>();
  const rolesPerType = new Map<number, number>();
  return rows.flatMap((row) => {
    const kind = row['kind'] === 'contains' ? 'contains' : 'order';
    const column = findIndexableColumn(String(row['field_key']), row['slot'], kind);
    if (column === null) return [];
    const typeId = Number(row['record_type_id']);
    const used = {
      tenantId: Number(row['tenant_id']),
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

/** These have their index from the beginning, or are too seldom filled or too coarse to be worth one. */
const notIndexed = new Set<string>([
  'id',
  'tenant',
  'recordType',
  'recordNumber',
  'status',
  'createdAt',
  'enabled',
  'level',
  'isProject',
  'validationRequired',
  'recordFile',
]);

/** An entry of a B-tree has at most 2,704 bytes: an index on longer text would refuse the records that have it. */
const tooLongToOrder = new Set<string>(['description']);

function findIndexableColumn(key: string, slot: unknown, kind: Used['kind']): Used['column'] | null {
  const role = roleOfOrderKey(key);
  if (role !== null) return { ...updatedAtSeenBy(role), name: `updated_at_seen_by_${role}` };
  if (kind === 'order' && tooLongToOrder.has(key)) return null;
  if (typeof slot === 'string' && isSlot(slot)) return { expression: slot, sqlType: slotType(slot) };
  if (notIndexed.has(key)) return null;
  const base = baseColumns[key as BaseFieldName] as Column | undefined;
  return base ?? null;
}

const isDedicated = (used: Pick<Used, 'bucket'>): boolean => used.bucket >= 1000;

const indexName = (used: Omit<Used, 'fieldKey'>): string =>
  `ix_${used.bucket}_${isDedicated(used) ? '' : `${used.typeId}_`}${used.column.name ?? used.column.expression}_${used.kind}`;

/** Each search reads all of the list of what was written lately, in kB; 4,096 without this. */
const shortPendingList = 'with (gin_pending_list_limit = 512)';

function definition({ column, kind }: Used): string | null {
  const { expression, sqlType } = column;
  const covering = 'include (tenant_id, record_type_id, enabled)';
  // Folded before the trigrams are taken: they are folded by the collation of the database, which may know other letters.
  if (kind === 'contains')
    return sqlType === 'text' ? `using gin (lower(${expression}) gin_trgm_ops) ${shortPendingList}` : null;
  switch (sqlType) {
    case 'text':
      return `(lower(${expression}), id) ${covering}`;
    case 'bigint':
      return `(${expression}, created_at, id) ${covering}`;
    case 'boolean':
      return `(${expression}, enabled, tenant_id, record_type_id)`;
    case 'bigint[]':
      return `using gin (${expression})`;
    case 'jsonb':
      return null;
    default:
      return `(${expression}, id) ${covering}`;
  }
}

async function make(
  connection: OwnerConnection,
  used: Used,
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
  const full = isDedicated(used) ? [] : await listFullBuckets(connection, limits.mostOfSharedBucket);
  if (full.includes(used.bucket)) return false;
  const only = isDedicated(used)
    ? ''
    : ` where tenant_id = ${used.tenantId} and record_type_id = ${used.typeId}`;
  if (isStopped()) return false;
  await connection.query(
    `create index ${kind === 'server' ? 'concurrently ' : ''}${name} on ${leaf} ${body}${only}`,
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
      await connection.query(`drop index if exists ${indexName({ ...field, bucket, kind, column })}`);
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
     where u.last_used <= current_date - ${forgottenAfterDays}`,
  );
  const forgotten = rows.flatMap((row) => {
    const kind = row['kind'] === 'contains' ? 'contains' : 'order';
    const column = findIndexableColumn(String(row['field_key']), row['slot'], kind);
    if (column === null) return [];
    const bucket = Number(row['bucket']);
    return { bucket, name: indexName({ tenantId: 0, typeId: Number(row['id']), bucket, kind, column }) };
  });
  const standing = await listValid(
    connection,
    forgotten.map(({ name }) => name),
  );
  return forgotten.filter(({ name }) => standing.has(name));
}
