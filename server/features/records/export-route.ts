import { Readable } from 'node:stream';
import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import type {
  AuthorisedField,
  AuthorisedRecordType,
} from '@rowhouse/domain/access/authorised-record-type.ts';
import type { ExportRecordsInput } from '@rowhouse/domain/contract.generated.ts';
import { recordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import { csvLine } from '@rowhouse/domain/records/csv.ts';
import type { FastifyInstance } from 'fastify';
import { findGrantedMember } from '../../graphql/granted-member.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Grants } from '../../platform/identity/grants.ts';
import type { Log } from '../../platform/log.ts';
import { idsStatement, pageStatement } from '../../platform/record-store/record-query.ts';
import type { RecordQuery } from '../../platform/record-store/record-query.ts';
import type { TenantConfigCache } from '../../platform/tenant-config/tenant-config-cache.ts';
import { createCellReader } from './export-cell.ts';
import { exportFileName } from './operations.ts';
import { parseRecordQuery, queryByIds } from './parse-record-query.ts';
import { spendExportStatement } from './sql.ts';

const batchSize = 1000;

/**
 * The CSV of a whole result, streamed. The order is fixed first, as ids; rows then come in batches, each asked for
 * with the viewer's access as it stands at that moment. No transaction stays open while a slow reader reads.
 */
export function registerExportRoute(
  app: FastifyInstance,
  parts: { database: Database; configs: TenantConfigCache; grants: Grants; log: Log },
): void {
  app.get<{ Params: { '*': string } }>('/exports/*', async (request, reply) => {
    const payload = parts.grants.verifyGrant('export', request.params['*'])?.payload;
    const opened = payload === undefined ? null : await open(payload);
    if (opened === null) {
      return reply
        .code(404)
        .send({ code: 'NOT_FOUND', message: 'This link has been used or is over. Export once more.' });
    }
    const name = exportFileName(opened.recordType.type.name, new Date().toISOString().slice(0, 10));
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
      .header('cache-control', 'no-store')
      .send(Readable.from(writeCsv(opened), { objectMode: false }));
  });

  const contextOf = (payload: Readonly<Record<string, unknown>>) =>
    findGrantedMember(parts, payload, { action: 'view' });

  async function open(payload: Readonly<Record<string, unknown>>): Promise<OpenedExport | null> {
    const context = await contextOf(payload);
    if (context === null) return null;
    const spent = await context
      .write([spendExportStatement(String(payload['id']))], (_, [answer]) =>
        Promise.resolve(answer?.rows[0]?.[0]),
      )
      .catch((error: unknown) => {
        if (error instanceof Refusal) return undefined;
        throw error;
      });
    if (spent == null) return null;
    const input = JSON.parse(spent) as ExportRecordsInput;
    const recordType = findAuthorisedRecordType(
      context.config,
      context.viewer,
      recordTypeId(input.query.recordTypeId),
    );
    if (recordType === null) return null;
    const fields = input.columns.flatMap((key) => recordType.fields.get(key) ?? []);
    const query = findQuery(input, recordType, context);
    return query === null ? null : { payload, context, recordType, fields, input, query };
  }

  async function* writeCsv({
    payload,
    context,
    recordType,
    fields,
    input,
    query,
  }: OpenedExport): AsyncGenerator<Buffer> {
    const { answers } = await context.read([idsStatement(query)]);
    const ids = answers[0]?.rows[0]?.[0]?.slice(1, -1) ?? '';
    yield Buffer.from(`\uFEFF${csvLine(fields.map((field) => field.name))}`);
    let present = context;
    for (const batch of batchesOf(ids)) {
      const cells = createCellReader(recordType, fields, present.config, input.timeZone ?? 'UTC');
      const statement = pageStatement(
        { ...queryByIds(batch, recordType, present), enabledOnly: query.enabledOnly },
        (type) => ['id', ...cells.columns(type)],
        { offset: 0, limit: batchSize },
        null,
      );
      let rows;
      try {
        rows = (await present.read([statement])).answers[0]?.rows ?? [];
      } catch (error) {
        // What the viewer may see has changed since the export began: it ends here rather than tell too much.
        const renewed = await contextOf(payload);
        const same =
          renewed === null
            ? null
            : findAuthorisedRecordType(renewed.config, renewed.viewer, recordType.type.id);
        if (renewed === null || same === null || !showsAll(same, fields)) throw error;
        present = renewed;
        rows = (await present.read([statement])).answers[0]?.rows ?? [];
      }
      const lines = new Map(rows.map(([id, ...row]) => [Number(id), csvLine(cells.read(row))]));
      yield Buffer.from(batch.map((id) => lines.get(id) ?? '').join(''));
    }
  }
}

type OpenedExport = {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly context: MemberContext;
  readonly recordType: AuthorisedRecordType;
  readonly fields: readonly AuthorisedField[];
  readonly input: ExportRecordsInput;
  readonly query: RecordQuery;
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
function* batchesOf(ids: string): Generator<number[]> {
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
