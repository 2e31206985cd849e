import type { BaseFieldName } from '@rowhouse/domain/fields/base-fields.ts';
import { isSlot } from '@rowhouse/domain/fields/slots.ts';
import type { Database, OwnerConnection } from '../database/database.ts';
import type { Log } from '../log.ts';
import type { Column } from './column.ts';
import { baseColumns, leafName } from './column.ts';

const indexAbove = 20_000;
const mostOfType = 12;
const mostOfSharedBucket = 200;
const usesBeforePartialIndex = 3;
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
export async function tendIndexes(database: Database, log: Log): Promise<string[]> {
  return database.asOwner(async (connection) => {
    const { rows } = await connection.query('select pg_try_advisory_lock(74703) as mine');
    if (rows[0]?.['mine'] !== true) return [];
    try {
      await connection.query('set statement_timeout = 0');
      await dropForgotten(connection, log);
      const wanted = await listWanted(connection);
      const made: string[] = [];
      for (const used of wanted) {
        const name = indexName(used);
        if (await make(connection, used, name, database.kind === 'server')) {
          log.info({ index: name }, 'an index was made for a field in use');
          made.push(name);
        }
      }
      return made;
    } finally {
      await connection.query('reset statement_timeout');
      await connection.query('select pg_advisory_unlock(74703)');
    }
  });
}

async function listWanted(connection: OwnerConnection): Promise<Used[]> {
  const { rows } = await connection.query(
    `select u.tenant_id, u.record_type_id, t.bucket, u.field_key, u.kind, f.slot
     from field_use u
     join record_type t on t.tenant_id = u.tenant_id and t.id = u.record_type_id and t.moving_from is null
     left join field f on f.tenant_id = u.tenant_id and 'f' || f.id = u.field_key
     join lateral (select sum(all_count) as records from record_type_counter c
                   where c.tenant_id = u.tenant_id and c.record_type_id = u.record_type_id) n on true
     where n.records >= $1 and u.last_used > current_date - ${forgottenAfterDays}
       and (t.bucket >= 1000 or u.uses >= ${usesBeforePartialIndex})
     order by u.tenant_id, u.record_type_id, u.uses desc, u.field_key`,
    [indexAbove],
  );
  const perType = new Map<number, number>();
  return rows.flatMap((row) => {
    const column = findIndexableColumn(String(row['field_key']), row['slot']);
    if (column === null) return [];
    const typeId = Number(row['record_type_id']);
    const count = perType.get(typeId) ?? 0;
    if (count >= mostOfType) return [];
    perType.set(typeId, count + 1);
    return {
      tenantId: Number(row['tenant_id']),
      typeId,
      bucket: Number(row['bucket']),
      kind: row['kind'] === 'contains' ? 'contains' : 'order',
      column,
    };
  });
}

const slotTypes: Readonly<Record<string, Column['sqlType']>> = {
  n: 'float8',
  d: 'timestamptz',
  r: 'bigint',
  b: 'boolean',
  m: 'bigint[]',
  t: 'text',
};

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

function findIndexableColumn(key: string, slot: unknown): Used['column'] | null {
  if (typeof slot === 'string' && isSlot(slot))
    return { expression: slot, sqlType: slotTypes[slot[0] ?? ''] ?? 'text' };
  if (notIndexed.has(key)) return null;
  const base = baseColumns[key as BaseFieldName] as Column | undefined;
  return base ?? null;
}

const isDedicated = (used: Used): boolean => used.bucket >= 1000;

const indexName = (used: Used): string =>
  `ix_${used.bucket}_${isDedicated(used) ? '' : `${used.typeId}_`}${used.column.expression}_${used.kind}`;

function definition({ column, kind }: Used): string | null {
  const { expression, sqlType } = column;
  const covering = 'include (tenant_id, record_type_id, enabled)';
  if (kind === 'contains') return sqlType === 'text' ? `using gin (${expression} gin_trgm_ops)` : null;
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
  concurrently: boolean,
): Promise<boolean> {
  const body = definition(used);
  if (body === null) return false;
  const leaf = leafName(used.bucket);
  const present = await connection.query(
    `select i.indisvalid from pg_index i join pg_class c on c.oid = i.indexrelid where c.relname = $1`,
    [name],
  );
  if (present.rows[0]?.['indisvalid'] === true) return false;
  if (present.rows.length > 0) await connection.query(`drop index if exists ${name}`);
  const made = await connection.query(`select count(*)::int as count from pg_indexes where tablename = $1`, [
    leaf,
  ]);
  if (!isDedicated(used) && Number(made.rows[0]?.['count']) >= mostOfSharedBucket) return false;
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
  await connection.query(`analyze ${leaf}`);
  return true;
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
    const column = findIndexableColumn(String(row['field_key']), row['slot']);
    if (column === null) continue;
    const name = indexName({
      tenantId: 0,
      typeId: Number(row['id']),
      bucket: Number(row['bucket']),
      kind: row['kind'] === 'contains' ? 'contains' : 'order',
      column,
    });
    const { rows: found } = await connection.query(`select 1 from pg_class where relname = $1`, [name]);
    if (found.length === 0) continue;
    await connection.query(`drop index if exists ${name}`);
    log.info({ index: name }, 'an index was dropped that nobody used for a month');
  }
}
