import { Readable } from 'node:stream';
import { orderFileKey } from '@rowhouse/domain/order-entry/order-files.ts';
import type { OrderFileKind } from '@rowhouse/domain/order-entry/order-files.ts';
import type { TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import type { Database, OwnerConnection } from '../database/database.ts';
import { inTransaction } from '../database/in-transaction.ts';
import type { ObjectStorage } from '../object-storage/object-storage.ts';
import { ArchiveWriter, intoFile } from './archive-writer.ts';
import type { ArchiveTarget } from './archive-writer.ts';
import { carriedTables, companyColumns } from './carried.ts';
import type { CarriedTable } from './carried.ts';
import {
  archiveFormat,
  headName,
  orderFileName,
  partBytes,
  partName,
  peopleTable,
  recordFileName,
} from './format.ts';

/** How many rows the database is asked for at a time. */
const rowsAtATime = 1000;

export type Exported = {
  readonly records: number;
  readonly rows: number;
  readonly files: number;
  /** Files that a row names and the storage does not have. */
  readonly missingFiles: number;
  /** For how long the moment of which it tells was held: the embedded database answers nobody else meanwhile. */
  readonly heldMs: number;
};

/** How far it has come: with the records, then with the files. Told often. */
export type ExportProgress = {
  readonly step: 'RECORDS' | 'FILES';
  readonly done: number;
  /** 0 while nobody knows. */
  readonly total: number;
};

type Files = { readonly name: string; readonly key: string; readonly id: number | null };

/**
 * Everything of one company as it is at one moment, into one file that is there whole or not at all. A server goes on
 * working meanwhile; the embedded database has one connection, which this holds until the rows are read. The files come
 * after them, so that every file that a row names was there.
 * @param to a path, or where else it goes
 * @param by who the company's audit log says has taken it out; null for the command line
 */
export async function exportCompany(
  { database, storage }: { readonly database: Database; readonly storage: ObjectStorage },
  tenant: TenantId,
  to: string | ArchiveTarget,
  {
    by = null,
    signal,
    onProgress = () => undefined,
  }: {
    readonly by?: UserId | null;
    readonly signal?: AbortSignal;
    readonly onProgress?: (progress: ExportProgress) => void;
  } = {},
): Promise<Exported> {
  await database.asOwnerOf(tenant, (connection) => noteExport(connection, tenant, by));
  const target = typeof to === 'string' ? intoFile(to) : to;
  const archive = new ArchiveWriter(target);
  try {
    const began = performance.now();
    const read = await database.cellOf(tenant).inSession(
      (connection) =>
        inTransaction(connection, async () => {
          await connection.query(
            `set transaction isolation level repeatable read, read only; set local timezone = 'UTC'`,
          );
          return readRows(connection, tenant, archive, { signal, onProgress });
        }),
      signal,
    );
    const heldMs = performance.now() - began;
    const missing: number[] = [];
    let files = 0;
    for (const [at, { name, key, id }] of read.files.entries()) {
      signal?.throwIfAborted();
      onProgress({ step: 'FILES', done: at, total: read.files.length });
      const object = await storage.open(key);
      if (object === null) {
        if (id !== null) missing.push(id);
        continue;
      }
      await archive.addStream(name, object.sizeBytes, Readable.from(object.content));
      files += 1;
    }
    await archive.finish(missing);
    await target.keep();
    return { records: read.records, rows: read.rows, files, missingFiles: missing.length, heldMs };
  } finally {
    await archive.abandon();
    await target.clear();
  }
}

async function noteExport(connection: OwnerConnection, tenant: TenantId, by: UserId | null): Promise<void> {
  await connection.query(
    `insert into audit_log (tenant_id, user_id, entity, entity_id, action, source)
     values ($1::int, $2, 'tenant', $1::int, 'export', $3)`,
    [tenant, by, by === null ? JSON.stringify({ kind: 'COMMAND_LINE' }) : null],
  );
}

type Reading = {
  readonly signal: AbortSignal | undefined;
  readonly onProgress: (progress: ExportProgress) => void;
};

async function readRows(
  connection: OwnerConnection,
  tenant: TenantId,
  archive: ArchiveWriter,
  { signal, onProgress }: Reading,
): Promise<{ rows: number; records: number; files: Files[] }> {
  const columnsOf = new Map<string, readonly string[]>();
  for (const [name, table] of Object.entries(carriedTables))
    columnsOf.set(name, table.isSparse ? await listFilled(connection, tenant, name, table) : table.columns);
  await archive.add(
    headName,
    Buffer.from(JSON.stringify(await readOwnHead(connection, tenant, columnsOf), null, 2)),
  );
  const counts = new Map<string, number>();
  counts.set(
    peopleTable,
    await writeTable(connection, archive, peopleTable, selectPeople(tenant), { signal }),
  );
  const known = await connection.query(
    'select coalesce(sum(all_count), 0) as records from record_type_counter where tenant_id = $1',
    [tenant],
  );
  const total = Number(known.rows[0]?.['records']);
  for (const [name, table] of Object.entries(carriedTables)) {
    const query = selectRows(tenant, name, table, columnsOf.get(name) ?? []);
    const onRows = (done: number) => {
      if (name === 'record') onProgress({ step: 'RECORDS', done, total });
    };
    counts.set(name, await writeTable(connection, archive, name, query, { signal, onRows }));
  }
  return {
    rows: [...counts.values()].reduce((sum, count) => sum + count, 0),
    records: counts.get('record') ?? 0,
    files: await listFiles(connection, tenant),
  };
}

async function readOwnHead(
  connection: OwnerConnection,
  tenant: TenantId,
  columnsOf: ReadonlyMap<string, readonly string[]>,
): Promise<object> {
  const { rows } = await connection.query(
    `select to_jsonb(t) as company, to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
       (select max(name) from migration) as schema
     from (select id, ${companyColumns.join(', ')} from tenant where id = $1) t`,
    [tenant],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`There is no company ${tenant}.`);
  return {
    kind: 'rowhouse company',
    format: archiveFormat,
    schema: row['schema'],
    exportedAt: row['at'],
    company: row['company'],
    tables: Object.fromEntries(columnsOf),
  };
}

/** Of a table of many columns those that hold something anywhere in the company. */
async function listFilled(
  connection: OwnerConnection,
  tenant: TenantId,
  name: string,
  { columns }: CarriedTable,
): Promise<readonly string[]> {
  const { rows } = await connection.query(
    `select ${columns.map((column) => `count(${column}) as ${column}`).join(', ')} from ${name} where tenant_id = $1`,
    [tenant],
  );
  return columns.filter((column) => Number(rows[0]?.[column]) > 0);
}

/** The id is a number that was read from the database: a cursor takes no parameters. */
function selectRows(
  tenant: TenantId,
  name: string,
  { keys, only, columns: all }: CarriedTable,
  columns: readonly string[],
): string {
  const written = columns.map((column) => writtenColumn(name, column)).join(', ');
  const order = keys === 0 ? '' : ` order by ${all.slice(0, keys).join(', ')}`;
  return `select row_to_json(q)::text as line from (
            select ${written} from ${name} where tenant_id = ${tenant}${only === undefined ? '' : ` and ${only}`}${order}) q`;
}

/** An entry about the company itself names it by 0, whatever its id is here or there. */
function writtenColumn(table: string, column: string): string {
  if (table === 'audit_log' && column === 'entity_id')
    return `case when entity in ('tenant', 'order_file', 'audit_retention', 'company_set_up') then 0 else entity_id end as entity_id`;
  return column;
}

/** Everybody who belongs or belonged to the company, and nobody of another; nothing of how they sign in. */
const selectPeople = (tenant: TenantId): string =>
  `select row_to_json(q)::text as line from (
     select u.id, u.email, u.first_name, u.last_name, u.phone, u.time_zone
     from membership m join app_user u on u.id = m.user_id where m.tenant_id = ${tenant} order by u.id) q`;

/** Answers how many rows there were. */
async function writeTable(
  connection: OwnerConnection,
  archive: ArchiveWriter,
  name: string,
  query: string,
  {
    signal,
    onRows = () => undefined,
  }: { readonly signal: AbortSignal | undefined; readonly onRows?: (count: number) => void },
): Promise<number> {
  let [count, part, bytes] = [0, 0, 0];
  let lines: string[] = [];
  const flush = async (): Promise<void> => {
    part += 1;
    await archive.add(partName(name, part), Buffer.from(`${lines.join('\n')}\n`));
    [lines, bytes] = [[], 0];
  };
  await connection.query(`declare company_rows no scroll cursor for ${query}`);
  for (;;) {
    signal?.throwIfAborted();
    const { rows } = await connection.query(`fetch ${rowsAtATime} from company_rows`);
    for (const row of rows) {
      const line = String(row['line']);
      lines.push(line);
      bytes += line.length;
      if (bytes >= partBytes) await flush();
    }
    count += rows.length;
    onRows(count);
    if (rows.length < rowsAtATime) break;
  }
  if (lines.length > 0) await flush();
  await connection.query('close company_rows');
  return count;
}

async function listFiles(connection: OwnerConnection, tenant: TenantId): Promise<Files[]> {
  const { rows } = await connection.query(
    'select id, object_key from record_file where tenant_id = $1 order by id',
    [tenant],
  );
  const orders = await connection.query('select kind from order_file where tenant_id = $1 order by kind', [
    tenant,
  ]);
  return [
    ...rows.map((row) => ({
      name: recordFileName(Number(row['id'])),
      key: String(row['object_key']),
      id: Number(row['id']),
    })),
    ...orders.rows.map((row) => ({
      name: orderFileName(String(row['kind'])),
      key: orderFileKey(tenant, row['kind'] as OrderFileKind),
      id: null,
    })),
  ];
}
