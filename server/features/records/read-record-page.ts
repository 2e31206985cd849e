import type { MemberContext } from '../../graphql/operation.ts';
import type { SelectedField, Selection } from '../../platform/record-store/selection.ts';
import { WrittenJson } from '../../graphql/written-json.ts';
import type { JsonPart } from '../../graphql/written-json.ts';
import { databaseErrorCode } from '../../platform/database/open-database.ts';
import type { Statement, TextRow } from '../../platform/database/statement-batch.ts';
import {
  countStatement,
  countWithin,
  isWholeType,
  pageStatement,
  queryKey,
} from '../../platform/record-store/record-query.ts';
import type { RecordQuery, Slice } from '../../platform/record-store/record-query.ts';
import { createRecordWriter } from '../../platform/record-store/record-writer.ts';
import type { RecordWriter } from '../../platform/record-store/record-writer.ts';
import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import type { StoredRecordType } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { TotalCache } from './total-cache.ts';

export type PageReader = {
  readonly totals: TotalCache;
  /** How long the rows may wait for their total. */
  readonly countBudgetMs: number;
};

type Total = { readonly total: number | null };

/**
 * A page with its total, in one round trip in all but the rarest case. The total of a whole type is kept counted; that
 * of a filter is remembered for as long as the type is not written, which the same transaction says. One that would
 * hold up the rows is left out, and the answer says so.
 */
export async function readRecordPage(
  query: RecordQuery,
  slice: Slice,
  context: MemberContext,
  reader: PageReader,
): Promise<WrittenJson> {
  const wantsTotal = context.selection.some((field) => field.name === 'total' || field.name === 'totalState');
  const writers = recordsWriters(query.recordType, context);
  const columns = writers.size === 0 ? null : columnsOf(writers);
  const { rows, total } = await read(query, slice, columns, wantsTotal, context, reader);
  return new WrittenJson(
    ...writePage(context.selection, total, (field) => {
      const placed = writers.get(field);
      return placed === undefined ? '[]' : (sink) => placed.writer.writeAll(placed.rowsOf(rows), sink);
    }),
  );
}

type PlacedWriter = {
  readonly writer: RecordWriter;
  rowsOf(rows: readonly TextRow[]): readonly TextRow[];
};

/** By an alias the records may be asked for more than once: in a row the columns of one stand after those of another. */
export function recordsWriters(
  recordType: AuthorisedRecordType,
  context: MemberContext,
): ReadonlyMap<SelectedField, PlacedWriter> {
  const writers = new Map<SelectedField, PlacedWriter>();
  let width = 0;
  for (const field of context.selection) {
    if (field.name !== 'records') continue;
    const writer = writerFor(recordType, context, field.selection ?? []);
    const from = width;
    width += writer.columns(recordType.type).length;
    const rowsOf = (rows: readonly TextRow[]) => (from === 0 ? rows : rows.map((row) => row.slice(from)));
    writers.set(field, { writer, rowsOf });
  }
  return writers;
}

export function columnsOf(
  writers: ReadonlyMap<SelectedField, PlacedWriter>,
): (type: StoredRecordType) => readonly string[] {
  const [first, ...others] = writers.values();
  if (first !== undefined && others.length === 0) return first.writer.columns;
  return (type) => [...writers.values()].flatMap(({ writer }) => writer.columns(type));
}

type Rows = readonly TextRow[];

async function read(
  query: RecordQuery,
  slice: Slice,
  columns: ((type: StoredRecordType) => readonly string[]) | null,
  wantsTotal: boolean,
  context: MemberContext,
  { totals, countBudgetMs }: PageReader,
  attempt = 1,
): Promise<Total & { rows: Rows }> {
  const key = `${context.viewer.tenantId}:${context.config.version}:${queryKey(query)}`;
  const isWhole = isWholeType(query);
  // What another request has kept meanwhile may be too old again: the second time it is counted.
  const known = attempt === 1 ? totals.find(key) : undefined;
  const page = (total: number | null): Statement[] =>
    columns === null ? [] : [pageStatement(query, columns, slice, total)];
  const counts =
    !wantsTotal || isWhole || known !== undefined
      ? []
      : countStatements(query, columns === null, totals.isSlow(key), countBudgetMs);

  const typeIds = query.recordType.sources.map((source) => source.type.id);
  let found;
  try {
    found = await context.read([...page(known?.total ?? null), ...counts], typeIds);
  } catch (error) {
    if (databaseErrorCode(error) !== '57014' || columns === null || counts.length === 0) throw error;
    // Counting took longer than rows may wait: they come now, the total when it is asked for alone.
    totals.markSlow(key);
    found = await context.read(page(null), typeIds);
    return { rows: found.answers[0]?.rows as Rows, total: null };
  }
  const { answers } = found;
  const rows = (columns === null ? [] : (answers[0]?.rows ?? [])) as Rows;
  const { writeVersion: version, enabled, all } = found.counts;

  // The page may have been read from the far end by a total that no longer holds, or the total be too old.
  const isOutdated = known !== undefined && known.version !== version;
  if (isOutdated) totals.drop(key);
  const wasReversed = known !== undefined && slice.offset > known.total / 2;
  if (isOutdated && (!isWhole || wasReversed)) {
    return read(query, slice, columns, wantsTotal, context, { totals, countBudgetMs }, 2);
  }
  if (isWhole) {
    const total = query.enabledOnly ? enabled : all;
    totals.keep(key, { total, version });
    return { rows, total };
  }
  if (known !== undefined && !isOutdated) return { rows, total: known.total };
  const counted =
    counts.length === 0 ? undefined : answers[columns === null ? 0 : counts.length === 1 ? 1 : 2]?.rows[0];
  if (counted === undefined) return { rows, total: null };
  totals.keep(key, { total: Number(counted[0]), version: counted[1] ?? '0' });
  return { rows, total: Number(counted[0]) };
}

/** Alone, a count may take its time; beside rows, no longer than they may wait for it. */
function countStatements(
  query: RecordQuery,
  isAlone: boolean,
  isSlow: boolean,
  budgetMs: number,
): Statement[] {
  if (isAlone) return [countStatement(query)];
  if (isSlow) return [];
  return countWithin(query, budgetMs);
}

export function writePage(
  selection: Selection,
  total: number | null,
  records: (field: SelectedField) => JsonPart,
): JsonPart[] {
  const parts: JsonPart[] = ['{'];
  for (const [index, field] of selection.entries()) {
    parts.push(`${index === 0 ? '' : ','}${JSON.stringify(field.responseKey)}:`);
    if (field.name === 'records') parts.push(records(field));
    else if (field.name === 'total') parts.push(total === null ? 'null' : String(total));
    else if (field.name === 'totalState') parts.push(total === null ? '"PENDING"' : '"EXACT"');
    else parts.push('"RecordPage"');
  }
  parts.push('}');
  return parts;
}

const writers = new WeakMap<AuthorisedRecordType, Map<string, RecordWriter>>();
const mostWriters = 50;

const shapeOf = (selection: Selection): string =>
  selection
    .map(
      (field) =>
        `${field.responseKey}:${field.name}${field.selection === null ? '' : `{${shapeOf(field.selection)}}`}`,
    )
    .join(',');

/** The authorised type is new with each version of the configuration, and the writers made for it go with it. */
export function writerFor(
  recordType: AuthorisedRecordType,
  { config }: Pick<MemberContext, 'config'>,
  selection: Selection,
): RecordWriter {
  let known = writers.get(recordType);
  if (known === undefined) {
    known = new Map();
    writers.set(recordType, known);
  }
  const shape = shapeOf(selection);
  let writer = known.get(shape);
  if (writer === undefined) {
    if (known.size >= mostWriters) known.clear();
    writer = createRecordWriter(recordType, config, selection);
    known.set(shape, writer);
  }
  return writer;
}
