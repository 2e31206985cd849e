import { Readable } from 'node:stream';
import { setTimeout as rest } from 'node:timers/promises';
import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import type {
  AuthorisedField,
  AuthorisedRecordType,
} from '@rowhouse/domain/access/authorised-record-type.ts';
import type { ExportFormat, ExportRecordsInput } from '@rowhouse/domain/contract.generated.ts';
import { withCurrency } from '@rowhouse/domain/fields/rules.ts';
import { wallClock } from '@rowhouse/domain/kernel/dates.ts';
import { recordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import { csvLine } from '@rowhouse/domain/records/csv.ts';
import { parentField } from '@rowhouse/domain/import/import-field.ts';
import { writeParent, type NamedParent } from '@rowhouse/domain/import/parent-cell.ts';
import { maySeePlace } from '@rowhouse/domain/projects/rules.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { sheetFormats } from '@rowhouse/domain/values/sheet.ts';
import type { FastifyInstance } from 'fastify';
import { findGrantedMember } from '../../graphql/granted-member.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Grants } from '../../identity/grants.ts';
import type { Log } from '../../platform/log.ts';
import { number, row } from '../../platform/database/row.ts';
import { whileAway } from '../../platform/database/while-away.ts';
import type { Statement, TextRow } from '../../platform/database/statement-batch.ts';
import { idsStatement, pageStatement, readIdTexts } from '../../platform/record-store/page-statements.ts';
import type { RecordQuery } from '../../platform/record-store/record-query.ts';
import type { TenantConfigCache } from '../../platform/tenant-config/tenant-config-cache.ts';
import { writeWorkbook } from '../../platform/workbook/workbook-writer.ts';
import { selectAnyLinked } from '../projects/sql.ts';
import { createCellReader } from '../../platform/record-store/cell-reader.ts';
import type { CellReader } from '../../platform/record-store/cell-reader.ts';
import { findLinks } from './record-links.ts';
import { exportFileName } from './operations.ts';
import { parseRecordQuery, queryByIds } from './parse-record-query.ts';
import { readSpentExport, spendExportStatement } from './sql.ts';

/**
 * How many records are read at a time. The embedded database works in the thread that answers everybody: there a batch is
 * small, and after it as much time is for others as it took.
 */
const paces = {
  server: { batchSize: 1000, mostRestMs: 0 },
  embedded: { batchSize: 100, mostRestMs: 50 },
} as const;

const contentTypes = {
  CSV: 'text/csv; charset=utf-8',
  XLSX: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<ExportFormat, string>;

/**
 * The whole result as CSV or as a workbook, streamed. The order is fixed first, as ids; rows then come in batches, each asked for
 * with the viewer's access as it stands at that moment. No transaction stays open while a slow reader reads.
 */
export function registerExportRoute(
  app: FastifyInstance,
  parts: { database: Database; configs: TenantConfigCache; grants: Grants; log: Log },
): void {
  // To ask only for the head would spend the link.
  app.get<{ Params: { '*': string } }>('/exports/*', { exposeHeadRoute: false }, async (request, reply) => {
    const payload = parts.grants.verifyGrant('export', request.params['*'])?.payload;
    const opened = payload === undefined ? null : await open(payload);
    if (opened === null) {
      return reply
        .code(404)
        .send({ code: 'NOT_FOUND', message: 'This link has been used or is over. Export once more.' });
    }
    const format = opened.input.format ?? 'CSV';
    const name = exportFileName(opened.recordType.type.name, new Date().toISOString().slice(0, 10), format);
    const content = format === 'XLSX' ? writeSheet(opened) : writeCsv(opened);
    return reply
      .header('content-type', contentTypes[format])
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
      .header('cache-control', 'no-store')
      .send(Readable.from(content, { objectMode: false }));
  });

  const contextOf = (payload: Readonly<Record<string, unknown>>) =>
    findGrantedMember(parts, payload, { action: 'view' });

  async function open(payload: Readonly<Record<string, unknown>>): Promise<OpenedExport | null> {
    const context = await contextOf(payload);
    if (context === null) return null;
    const spent = await context
      .write([spendExportStatement(String(payload['id']))], (_, [answer]) =>
        Promise.resolve(readSpentExport(answer)),
      )
      .catch((error: unknown) => {
        if (error instanceof Refusal) return undefined;
        throw error;
      });
    if (spent == null) return null;
    const input = spent as ExportRecordsInput;
    const recordType = findAuthorisedRecordType(
      context.config,
      context.viewer,
      recordTypeId(input.query.recordTypeId),
    );
    if (recordType === null) return null;
    const fields = input.columns.flatMap((key) => recordType.fields.get(key) ?? []);
    const query = findQuery(input, recordType, context);
    if (query === null) return null;
    const asksParent = input.withParent === true && !recordType.type.isSuper && maySeePlace(recordType);
    const linked = asksParent
      ? (await context.read([selectAnyLinked(recordType.type)])).answers[0]
      : undefined;
    const withParent = (linked?.rows.length ?? 0) > 0;
    return { payload, context, recordType, fields, input, query, withParent };
  }

  async function* writeCsv(opened: OpenedExport): AsyncGenerator<Buffer> {
    yield Buffer.from(`\uFEFF${csvLine(titlesOf(opened))}`);
    for await (const { cells, rows, parents } of batchesOf(opened, await findIds(opened))) {
      const parentOf = (at: number) => (parents === null ? [] : [parentText(parents[at])]);
      yield Buffer.from(rows.map((row, at) => csvLine([...cells.read(row), ...parentOf(at)])).join(''));
    }
  }

  async function* writeSheet(opened: OpenedExport): AsyncGenerator<Buffer> {
    const { context, recordType, input } = opened;
    const ids = await findIds(opened);
    const now = wallClock(new Date().toISOString(), timeZoneOf(input, context));
    const table = {
      name: recordType.type.name,
      titles: titlesOf(opened),
      formats: Object.values(sheetFormats),
      rowsCount: countOf(ids),
      modified: now ?? { day: '1980-01-01', time: '00:00' },
    };
    async function* rows() {
      for await (const { cells, rows: batch, parents } of batchesOf(opened, ids)) {
        for (const [at, row] of batch.entries())
          yield parents === null ? cells.readSheet(row) : [...cells.readSheet(row), parentCell(parents[at])];
      }
    }
    yield* writeWorkbook(table, rows());
  }

  /** The order of the whole result: '1,2,3'. */
  async function findIds({ context, query }: OpenedExport): Promise<string> {
    const { answers } = await whileAway(() => context.read([idsStatement(query)]));
    return readIdTexts(answers[0]);
  }

  async function* batchesOf(
    { payload, context, recordType, fields, input, query, withParent }: OpenedExport,
    ids: string,
  ): AsyncGenerator<Batch> {
    const { batchSize, mostRestMs } = paces[parts.database.kind];
    let current = context;
    for (const batch of idsIn(ids, batchSize)) {
      const beganMs = performance.now();
      const cells = createCellReader(fields, current.config, timeZoneOf(input, current));
      const statement = pageStatement(
        { ...queryByIds(batch, recordType, current), enabledOnly: query.enabledOnly },
        (type) => ['id', ...cells.columns(type)],
        { offset: 0, limit: batchSize },
        null,
      );
      let rows;
      try {
        rows = await readRows(current, statement);
      } catch (error) {
        // What the viewer may see has changed since the export began: it ends here rather than tell too much.
        const renewed = await whileAway(() => contextOf(payload));
        const same =
          renewed === null
            ? null
            : findAuthorisedRecordType(renewed.config, renewed.viewer, recordType.type.id);
        if (renewed === null || same === null || !showsAll(same, fields)) throw error;
        current = renewed;
        rows = await readRows(current, statement);
      }
      const byId = new Map(
        rows.map((stored) => {
          const [{ id }, cellsOfRecord] = identified.split(stored);
          return [id, cellsOfRecord] as const;
        }),
      );
      const found = batch.filter((id) => byId.has(id));
      const by = current;
      const parents = withParent ? await whileAway(() => findParents(found, recordType, by)) : null;
      yield { cells, rows: found.map((id) => byId.get(id)!), parents };
      if (mostRestMs > 0) await rest(Math.min(mostRestMs, performance.now() - beganMs));
    }
  }
}

const readRows = (context: MemberContext, statement: Statement): Promise<readonly TextRow[]> =>
  whileAway(async () => (await context.read([statement])).answers[0]?.rows ?? []);

const timeZoneOf = (input: ExportRecordsInput, { viewer }: MemberContext): string =>
  input.timeZone ?? viewer.timeZone ?? 'UTC';

type Batch = {
  readonly cells: CellReader;
  readonly rows: readonly TextRow[];
  /** Of each row; null where no column is asked for. */
  readonly parents: readonly (NamedParent | null)[] | null;
};

/** What the records stand under; a record of another type is named with it, for it has a number of its own there. */
async function findParents(
  ids: readonly number[],
  { type }: AuthorisedRecordType,
  context: MemberContext,
): Promise<(NamedParent | null)[]> {
  const recordType = findAuthorisedRecordType(context.config, context.viewer, type.id);
  if (recordType === null) return ids.map(() => null);
  const links = await findLinks(ids, recordType, context, {
    selection: [{ responseKey: 'parent', name: 'parent', typeName: 'LinkedRecord', selection: null }],
    ask: async (statements) => (await context.read(statements)).answers,
  });
  return ids.map((id) => {
    const parent = links?.get(id)?.parent ?? null;
    if (parent?.recordNumber == null || parent.recordType == null) return null;
    const { id: typeId, name } = parent.recordType;
    return { type: typeId === type.id ? null : name, number: parent.recordNumber };
  });
}

const parentText = (parent: NamedParent | null | undefined): string =>
  parent == null ? '' : writeParent(parent);

const parentCell = (parent: NamedParent | null | undefined) => {
  const text = parentText(parent);
  return parent?.type === null ? (valueOf('number').sheet.write(text, 'UTC') ?? text) : text;
};

const titlesOf = ({ fields, withParent }: OpenedExport): string[] => [
  ...fields.map(({ name, currency }) => withCurrency(name, currency)),
  ...(withParent ? [parentField.name] : []),
];

const countOf = (ids: string): number => {
  if (ids === '') return 0;
  let count = 1;
  for (let at = ids.indexOf(','); at !== -1; at = ids.indexOf(',', at + 1)) count += 1;
  return count;
};

/** Each row of a batch; its cells come after it. */
const identified = row({ id: number });

type OpenedExport = {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly context: MemberContext;
  readonly recordType: AuthorisedRecordType;
  readonly fields: readonly AuthorisedField[];
  readonly input: ExportRecordsInput;
  readonly query: RecordQuery;
  readonly withParent: boolean;
};

/** Null when the query asks of what the role may no longer see. */
function findQuery(
  input: ExportRecordsInput,
  recordType: AuthorisedRecordType,
  context: MemberContext,
): RecordQuery | null {
  try {
    return parseRecordQuery(input.query, recordType, context);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

const showsAll = (recordType: AuthorisedRecordType, fields: readonly AuthorisedField[]): boolean =>
  fields.every((field) => recordType.fields.has(field.key));

/** From '1,2,3' without holding a million numbers at once. */
function* idsIn(ids: string, batchSize: number): Generator<number[]> {
  let batch: number[] = [];
  let from = 0;
  while (from < ids.length) {
    const comma = ids.indexOf(',', from);
    const until = comma === -1 ? ids.length : comma;
    batch.push(Number(ids.slice(from, until)));
    from = until + 1;
    if (batch.length === batchSize) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
