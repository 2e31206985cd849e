import type { BaseFieldName } from '@rowhouse/domain/fields/base-fields.ts';
import type { Database, OwnerConnection } from '../database/database.ts';
import type { Log } from '../log.ts';
import type { Column } from './column.ts';
import { baseColumns, leafName } from './column.ts';
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
type IndexLimits = typeof usualLimits;
/** In a shared bucket, within a day. */
export const usesBeforePartialIndex = 3;
const forgottenAfterDays = 30;

type Used = {
  readonly tenantId: number;
  readonly typeId: number;
  readonly bucket: number;
  readonly kind: 'order' | 'contains';
  readonly column: Pick<Column, 'expression' | 'sqlType'>;
};

/**
 * Indexes by use: a field that people sort, filter or search by gets one when its type is large enough to need it,
 * and loses it when nobody has used it for a month. One at a time, without holding up writes.
 */
export async function tendIndexes(
  database: Database,
  log: Log,
  { limits: given, signal }: { limits?: Partial<IndexLimits>; signal?: AbortSignal } = {},
): Promise<string[]> {
  const limits = { ...usualLimits, ...given };
  const isStopped = (): boolean => signal?.aborted === true;
  return database.inSession(async (connection) => {
    if (!(await isOnlyOne(connection, database.kind))) return [];
    await dropUseless(connection, log);
    await dropForgotten(connection, log);
    const made: string[] = [];
    const leaves = new Set<string>();
    for (const used of await listWanted(connection, limits)) {
      if (isStopped()) break;
      const name = indexName(used);
      try {
        if (!(await make(connection, used, name, limits, database.kind === 'server'))) continue;
        log.info({ index: name }, 'an index was made for a field in use');
        made.push(name);
        leaves.add(leafName(used.bucket));
      } catch (error) {
        // One that cannot be made now is no reason to do without the others, and its remains would slow writes.
        if (!isStopped()) log.warn({ index: name, err: error }, 'an index could not be made');
        await connection.query(`drop index if exists ${name}`);
      }
    }
    for (const leaf of leaves) {
      if (isStopped()) break;
      await connection.query(`analyze ${leaf}`);
    }
    return made;
  }, signal);
}

/** The lock goes with the session. The embedded database belongs to one process, whose connection lives on. */
async function isOnlyOne(connection: OwnerConnection, kind: Database['kind']): Promise<boolean> {
  if (kind === 'embedded') return true;
  const { rows } = await connection.query('select pg_try_advisory_lock(74703) as mine');
  return rows[0]?.['mine'] === true;
}

async function listWanted(connection: OwnerConnection, { above, mostOfType }: IndexLimits): Promise<Used[]> {
  const { rows } = await connection.query(
    `select u.tenant_id, u.record_type_id, t.bucket, u.field_key, u.kind, f.slot
     from field_use u
     join record_type t on t.tenant_id = u.tenant_id and t.id = u.record_type_id and t.moving_from is null
     left join field f on f.tenant_id = u.tenant_id and 'f' || f.id = u.field_key
     join lateral (select sum(all_count) as records from record_type_counter c
                   where c.tenant_id = u.tenant_id and c.record_type_id = u.record_type_id) n on true
     where n.records >= $1 and u.last_used > current_date - ${forgottenAfterDays}
       and (t.bucket >= 1000 or u.uses >= ${usesBeforePartialIndex})
     order by n.records desc, u.tenant_id, u.record_type_id, u.uses desc, u.field_key`,
    [above],
  );
  const perType = new Map<number, number>();
  return rows.flatMap((row) => {
    const kind = row['kind'] === 'contains' ? 'contains' : 'order';
    const column = findIndexableColumn(String(row['field_key']), row['slot'], kind);
    if (column === null) return [];
    const typeId = Number(row['record_type_id']);
    const count = perType.get(typeId) ?? 0;
    if (count >= mostOfType) return [];
    perType.set(typeId, count + 1);
    return {
      tenantId: Number(row['tenant_id']),
      typeId,
      bucket: Number(row['bucket']),
      kind,
      column,
    };
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
  if (kind === 'order' && tooLongToOrder.has(key)) return null;
  if (typeof slot === 'string' && isSlot(slot)) return { expression: slot, sqlType: slotType(slot) };
  if (notIndexed.has(key)) return null;
  const base = baseColumns[key as BaseFieldName] as Column | undefined;
  return base ?? null;
}

const isDedicated = (used: Used): boolean => used.bucket >= 1000;

const indexName = (used: Used): string =>
  `ix_${used.bucket}_${isDedicated(used) ? '' : `${used.typeId}_`}${used.column.expression}_${used.kind}`;

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
  { mostOfSharedBucket: most }: IndexLimits,
  concurrently: boolean,
): Promise<boolean> {
  const body = definition(used);
  if (body === null) return false;
  const leaf = leafName(used.bucket);
  const standing = await connection.query(
    `select i.indisvalid from pg_index i join pg_class c on c.oid = i.indexrelid where c.relname = $1`,
    [name],
  );
  if (standing.rows[0]?.['indisvalid'] === true) return false;
  if (standing.rows.length > 0) await connection.query(`drop index if exists ${name}`);
  if (!isDedicated(used) && (await listFullBuckets(connection, most)).includes(used.bucket)) return false;
  const only = isDedicated(used)
    ? ''
    : ` where tenant_id = ${used.tenantId} and record_type_id = ${used.typeId}`;
  await connection.query(
    `create index ${concurrently ? 'concurrently ' : ''}${name} on ${leaf} ${body}${only}`,
  );
  const valid = await connection.query(
    `select i.indisvalid from pg_index i join pg_class c on c.oid = i.indexrelid where c.relname = $1`,
    [name],
  );
  if (valid.rows[0]?.['indisvalid'] !== true) {
    await connection.query(`drop index if exists ${name}`);
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

/** What a build that was cut off left behind, and what serves a type in a shared bucket that it has left. */
async function dropUseless(connection: OwnerConnection, log: Log): Promise<void> {
  const { rows } = await connection.query(
    // Companies that came from one archive have types of one id.
    `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
     left join lateral (
       select bool_and(t.moving_from is null and t.bucket <> (substring(c.relname from '^ix_(\\d+)_'))::int) as left_it
       from record_type t where t.id = (substring(c.relname from '^ix_\\d+_(\\d+)_'))::bigint
     ) types on true
     where c.relname like 'ix\\_%' and (not i.indisvalid or types.left_it)`,
  );
  for (const { name } of rows) {
    await connection.query(`drop index if exists ${String(name)}`);
    log.info({ index: name }, 'an index was dropped that is of no use');
  }
}

/** Ours are named ix_…; those of a bucket's beginning are not. */
async function dropForgotten(connection: OwnerConnection, log: Log): Promise<void> {
  const { rows } = await connection.query(
    `select distinct t.bucket, t.id, coalesce(f.slot, u.field_key) as slot, u.field_key, u.kind
     from field_use u
     join record_type t on t.tenant_id = u.tenant_id and t.id = u.record_type_id
     left join field f on f.tenant_id = u.tenant_id and 'f' || f.id = u.field_key
     where u.last_used <= current_date - ${forgottenAfterDays}`,
  );
  for (const row of rows) {
    const kind = row['kind'] === 'contains' ? 'contains' : 'order';
    const column = findIndexableColumn(String(row['field_key']), row['slot'], kind);
    if (column === null) continue;
    const name = indexName({
      tenantId: 0,
      typeId: Number(row['id']),
      bucket: Number(row['bucket']),
      kind,
      column,
    });
    const { rows: found } = await connection.query(`select 1 from pg_class where relname = $1`, [name]);
    if (found.length === 0) continue;
    await connection.query(`drop index if exists ${name}`);
    log.info({ index: name }, 'an index was dropped that nobody used for a month');
  }
}
