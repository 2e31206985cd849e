import { orderFileKey, orderFileKinds } from '@rowhouse/domain/order-entry/order-files.ts';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { tenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import { companyUrlTaken } from '@rowhouse/domain/tenants/rules.ts';
import type { Database, OwnerConnection } from '../database/database.ts';
import { idsOfCell } from '../database/ids-of-cell.ts';
import { inTransaction } from '../database/in-transaction.ts';
import { databaseErrorCode } from '../database/open-database.ts';
import type { ObjectStorage } from '../object-storage/object-storage.ts';
import { leafName } from '../record-store/column.ts';
import { deleteTenant } from '../tenants/delete-tenant.ts';
import { readParts } from './archive-reader.ts';
import type { CheckedArchive } from './archive-reader.ts';
import { carriedTables } from './carried.ts';
import { peopleTable } from './format.ts';
import { UnfitRow, translateRow } from './translate.ts';
import type { Row, Translation } from './translate.ts';

type Parts = { readonly database: Database; readonly storage: ObjectStorage };

export type Imported = {
  readonly id: TenantId;
  readonly records: number;
  readonly rows: number;
  readonly files: number;
  readonly missingFiles: number;
  /** People who had an account here already: nothing of it was changed. */
  readonly joined: number;
  /** People who are new here. None of them has a password. */
  readonly made: number;
  /** Entries of the audit log of months that this installation has dropped. */
  readonly droppedEntries: number;
  /** Mails on a schedule that do not go out until somebody says so. */
  readonly pausedMails: number;
};

/** How long a company that is being brought in may stand still before it counts as given up. */
const givenUpAfter = `interval '3 hours'`;

/** What a column is given that no archive says, by table. $1 is the company, $2 its bucket. */
const given: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  record_type: { bucket: '$2::int' },
  record: { bucket: '$2::int' },
  // A key is typed in again: this one opens nothing.
  dashboard: { sealed_key: `case when embed_type <> 'BUILT_IN' then '' end` },
  conversation: { thread_id: 'gen_random_uuid()', mapping_id: '0' },
};

/**
 * Brings a company in as a new one. It is disabled, and to be deleted, until all of it stands: nobody enters it, no job
 * works for it, and what a killed process leaves is swept like any other company that is deleted. What fails takes back
 * what it had made, and refuses with a sentence.
 */
export async function importCompany(
  parts: Parts,
  archive: CheckedArchive,
  { name, url, isMove = false }: ImportedAs,
  during: During = {},
): Promise<Imported> {
  const { database } = parts;
  const begun = await database.asOwnerOfAll((connection) =>
    inTransaction(connection, () => begin(connection, archive, { name, url })),
  );
  try {
    await during.onBegun?.(begun.id);
    return await load(parts, archive, { ...begun, isMove }, during);
  } catch (error) {
    await deleteTenant(parts, begun.id);
    throw error;
  }
}

type During = {
  /** Who the company's audit log says has brought it in; absent for the command line. */
  readonly by?: UserId;
  readonly signal?: AbortSignal;
  /** Told of the bytes of the archive that were read so far. */
  readonly onRead?: (bytes: number) => void;
  /** Told of the company as soon as there is something of it. */
  readonly onBegun?: (id: TenantId) => Promise<void>;
  /** Told of what was brought in when all of it is there, before anybody may enter it. */
  readonly onLoaded?: (imported: Imported) => Promise<void>;
};

export type ImportedAs = {
  readonly name: string;
  readonly url: string;
  /** The other one is over: mails on a schedule go out from here. Else they are paused, for the other one sends them. */
  readonly isMove?: boolean;
};

type Begun = { readonly id: TenantId; readonly bucket: number };

async function begin(
  connection: OwnerConnection,
  { head: { company } }: CheckedArchive,
  { name, url }: { readonly name: string; readonly url: string },
): Promise<Begun> {
  await connection.query('select pg_advisory_xact_lock(74706)');
  const taken = await connection.query('select is_company_url_taken($1, null) as taken', [url]);
  if (taken.rows[0]?.['taken'] === true) throw companyUrlTaken(url);
  const { rows } = await connection.query(
    `insert into tenant (name, url, description, mfa_required, currency, accent, created_at, enabled, bucket, delete_after)
     values ($1, $2, $3, $4, $5, $6, $7, false, 31, now() + ${givenUpAfter}) returning id`,
    [
      name,
      url,
      company.description,
      company.mfa_required,
      company.currency,
      company.accent,
      company.created_at,
    ],
  );
  const id = tenantId(Number(rows[0]?.['id']));
  const settled = await connection.query(
    'update tenant set bucket = id % 32 where id = $1 returning bucket',
    [id],
  );
  await connection.query('insert into company_arrival (tenant_id) values ($1)', [id]);
  return { id, bucket: Number(settled.rows[0]?.['bucket']) };
}

async function load(
  { database, storage }: Parts,
  archive: CheckedArchive,
  begun: Begun & { readonly isMove: boolean },
  { by, signal, onRead, onLoaded }: During,
): Promise<Imported> {
  const { id } = begun;
  const people = new Map<number, number>();
  const translation: Translation = {
    tenantId: id,
    people,
    pausesMails: !begun.isMove,
    files: new Map(),
    auditIds: await database.asOwnerOf(id, readAuditBounds),
  };
  const counts = { records: 0, rows: 0, files: 0, joined: 0, made: 0, droppedEntries: 0, pausedMails: 0 };
  let isSwept = false;
  const step = <Result>(
    work: (connection: OwnerConnection) => Promise<Result>,
    where: Database['asHome'] = (inStep) => database.asOwnerOf(id, inStep),
  ): Promise<Result> =>
    where((connection) =>
      inTransaction(connection, async () => {
        await connection.query(`update tenant set delete_after = now() + ${givenUpAfter} where id = $1`, [
          id,
        ]);
        return work(connection);
      }),
    );
  /** What triggers wrote about rows that came: the archive has its own entries. */
  const sweep = async (): Promise<void> => {
    if (isSwept) return;
    isSwept = true;
    while ((await step((connection) => sweepEntries(connection, id))) > 0);
  };

  for await (const part of readParts(archive, onRead)) {
    signal?.throwIfAborted();
    if (part.kind === 'file') {
      const place = placeOf(part.part, translation, id);
      if (place === null) continue;
      await storage.put(place.key, Readable.from(part.content, { objectMode: false }), place.mimeType);
      counts.files += 1;
      continue;
    }
    const { table, lines } = part;
    counts.rows += lines.length;
    if (table === peopleTable) {
      const put = await step(async (connection) => {
        const made = await putPeople(connection, archive.path, lines, people);
        await connection.query(
          'update company_arrival set people = $2::bigint[], newcomers = newcomers || $3::bigint[] where tenant_id = $1',
          [id, [...people.values()], made],
        );
        return made;
      }, database.asOwnerOfAll);
      counts.joined += lines.length - put.length;
      counts.made += put.length;
      continue;
    }
    if (table === 'audit_log') await sweep();
    const columns = archive.head.tables[table] ?? [];
    const rows = inWords(archive.path, table, () =>
      lines.flatMap((line): Row[] => {
        const row = translateRow(table, pick(readRow(line), columns), translation);
        return row === null ? [] : [row];
      }),
    );
    if (table === 'mail_schedule_reader')
      counts.pausedMails += rows.filter(({ ended }) => ended === 'PAUSED').length;
    if (table === 'record') counts.records += lines.length;
    if (table === 'audit_log') counts.droppedEntries += lines.length - rows.length;
    if (rows.length > 0)
      await step((connection) => insertRows(connection, archive.path, table, columns, rows, begun));
  }
  await sweep();
  const imported = { id, ...counts, missingFiles: archive.manifest.missingFiles.length };
  await onLoaded?.(imported);
  await step(async (connection) => {
    await finish(connection, begun, by ?? null);
  });
  return imported;
}

function placeOf(
  part:
    | { readonly kind: 'record file'; readonly id: number }
    | { readonly kind: 'order file'; readonly of: string },
  { files }: Translation,
  id: TenantId,
): { key: string; mimeType: string } | null {
  if (part.kind === 'record file') return files.get(part.id) ?? null;
  const kind = orderFileKinds.find((one) => one === part.of);
  return kind === undefined ? null : { key: orderFileKey(id, kind), mimeType: 'text/csv' };
}

const unfit = (path: string, table: string) =>
  invalid(
    `${path} has rows of '${table}' that do not fit together: it was not written by Rowhouse, or was changed since. Nothing was brought in.`,
  );

function readRow(line: string): Row {
  const row: unknown = JSON.parse(line);
  if (typeof row !== 'object' || row === null || Array.isArray(row)) throw new UnfitRow();
  return row as Row;
}

/** What the head does not name is not brought in, whatever stands in a row. */
const pick = (row: Row, columns: readonly string[]): Row =>
  Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));

function inWords<Result>(path: string, table: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw error instanceof UnfitRow || error instanceof SyntaxError ? unfit(path, table) : error;
  }
}

/** Data that the database refuses: classes 22 and 23 of its codes. */
const isUnfit = (error: unknown): boolean => /^2[23]/.test(databaseErrorCode(error) ?? '');

async function insertRows(
  connection: OwnerConnection,
  path: string,
  table: string,
  columns: readonly string[],
  rows: readonly Row[],
  { id, bucket }: Begun,
): Promise<void> {
  const extra = Object.entries(given[table] ?? {});
  const into = ['tenant_id', ...extra.map(([column]) => column), ...columns];
  const values = ['$1::int', ...extra.map(([, expression]) => expression), ...columns];
  const target = table === 'record' ? leafName(bucket) : table;
  try {
    // They were counted, numbered and told of where they were made.
    await connection.query(`set local app.moving_records = 'on'`);
    await connection.query(
      `insert into ${target} (${into.join(', ')}) overriding system value
       select ${values.join(', ')} from json_populate_recordset(null::public.${table}, $3::json) where $2::int is not null`,
      [id, bucket, JSON.stringify(rows)],
    );
  } catch (error) {
    throw isUnfit(error) ? unfit(path, table) : error;
  }
}

/** Whoever has an account here keeps it as it is; whoever has none is made, without a way to sign in. Answers who was made. */
async function putPeople(
  connection: OwnerConnection,
  path: string,
  lines: readonly string[],
  people: Map<number, number>,
): Promise<number[]> {
  const told = inWords(path, peopleTable, () => lines.map(readPerson));
  const { rows } = await connection.query(
    `with told as (
       select * from json_to_recordset($1::json) as p(id bigint, email text, first_name text, last_name text, phone text, time_zone text)
     ), made as (
       insert into app_user (email, first_name, last_name, phone, time_zone)
       select email, first_name, last_name, phone, time_zone from told
       where not exists (select from app_user u where lower(u.email) = lower(told.email)) order by id
       on conflict do nothing returning id, email
     )
     select t.id as theirs, coalesce(m.id, u.id) as ours, m.id is not null as made from told t
       left join made m on lower(m.email) = lower(t.email) left join app_user u on lower(u.email) = lower(t.email)`,
    [JSON.stringify(told)],
  );
  const made: number[] = [];
  for (const row of rows) {
    if (row['ours'] === null) throw unfit(path, peopleTable);
    people.set(Number(row['theirs']), Number(row['ours']));
    if (row['made'] === true) made.push(Number(row['ours']));
  }
  return made;
}

function readPerson(line: string): Row {
  const row = readRow(line);
  const { id, email } = row;
  if (typeof id !== 'number' || typeof email !== 'string' || !/^[^\s@]+@[^\s@]+$/.test(email))
    throw new UnfitRow();
  if (email.length > 254) throw new UnfitRow();
  return row;
}

/** Of 20,000 at a time; answers how many there were. */
async function sweepEntries(connection: OwnerConnection, id: TenantId): Promise<number> {
  const { rowCount } = await connection.query(
    `delete from audit_log where tenant_id = $1 and id in (select id from audit_log where tenant_id = $1 limit 20000)`,
    [id],
  );
  return rowCount;
}

async function readAuditBounds(connection: OwnerConnection): Promise<Translation['auditIds']> {
  const { rows } = await connection.query(
    `select case when bool_or(bound like '%MINVALUE%') then 0 else min(substring(bound from 'FROM \\(''?(\\d+)')::bigint) end as "from",
       audit_month_start((now() + interval '2 months') at time zone 'UTC') as until
     from (select pg_get_expr(c.relpartbound, c.oid) as bound from pg_inherits i join pg_class c on c.oid = i.inhrelid
           where i.inhparent = 'audit_log'::regclass) partition`,
  );
  return { from: Number(rows[0]?.['from']), until: Number(rows[0]?.['until']) };
}

/** Counts, goes on numbering behind what came, and opens it. */
async function finish(connection: OwnerConnection, { id }: Begun, by: UserId | null): Promise<void> {
  await connection.query(
    `insert into record_type_counter (tenant_id, record_type_id, slot, version, enabled_count, all_count)
     select tenant_id, record_type_id, 0, 1, count(*) filter (where enabled), count(*)
     from record where tenant_id = $1 group by tenant_id, record_type_id`,
    [id],
  );
  await connection.query(
    `insert into record_status_counter (tenant_id, record_type_id, status_id, slot, enabled_count, all_count)
     select tenant_id, record_type_id, status_id, 0, count(*) filter (where enabled), count(*)
     from record where tenant_id = $1 group by tenant_id, record_type_id, status_id`,
    [id],
  );
  const sequences = Object.entries(carriedTables).flatMap(([table, { columns }]) => {
    if (table === 'audit_log') return [{ table, sequence: `'audit_log_number'`, last: 'id % 1000000000000' }];
    if (table === 'record') return [{ table, sequence: `'record_id_seq'`, last: 'id' }];
    return columns.includes('id')
      ? [{ table, sequence: `pg_get_serial_sequence('public.${table}', 'id')`, last: 'id' }]
      : [];
  });
  for (const { table, sequence, last } of sequences)
    // A thousand more, for those who take one in this moment. Ids of another cell are never given here, and are passed over.
    await connection.query(
      `select setval(name, last + 1000) from (
         select name, given, (select max(${last}) from ${table}
           where tenant_id = $1 and (${last}) / ${idsOfCell} = (given + 1) / ${idsOfCell}) as last
         from (select ${sequence}::regclass as name, coalesce(pg_sequence_last_value(${sequence}::regclass), 0) as given) s) q
       where last >= given`,
      [id],
    );
  await connection.query('delete from company_arrival where tenant_id = $1', [id]);
  await connection.query(
    `update tenant set enabled = true, delete_after = null,
       logo_key = case when exists (select from tenant_logo l where l.tenant_id = tenant.id) then $2 end where id = $1`,
    [id, randomBytes(16).toString('hex')],
  );
  // What opened it raises its versions as any change does; the entry says where it came from.
  await connection.query(
    `insert into audit_log (tenant_id, user_id, entity, entity_id, action, source)
     values ($1::int, $2, 'tenant', $1::int, 'import', $3)`,
    [id, by, by === null ? JSON.stringify({ kind: 'COMMAND_LINE' }) : null],
  );
}
