import type { MemberContext } from '../../graphql/operation.ts';
import type { SelectedField, Selection } from '../../platform/record-store/selection.ts';
import { WrittenJson } from '../../graphql/written-json.ts';
import type { JsonPart } from '../../graphql/written-json.ts';
import type { Statement, TextRow } from '../../platform/database/statement-batch.ts';
import {
  countWithin,
  queryKey,
  queryShape,
  readCounted,
} from '../../platform/record-store/count-statements.ts';
import { keptTotalStatement, readKeptTotal } from '../../platform/record-store/kept-totals.ts';
import { pageStatement } from '../../platform/record-store/page-statements.ts';
import {
  isOfOneIndex,
  isOfStatuses,
  isWholeType,
  roleThatDecides,
} from '../../platform/record-store/record-query.ts';
import type { Slice } from '../../platform/record-store/page-statements.ts';
import type { RecordQuery } from '../../platform/record-store/record-query.ts';
import { areFew, fewMatchesStatement, readFewMatches } from '../../platform/record-store/few-matches.ts';
import type { FewMatches } from '../../platform/record-store/few-matches.ts';
import { createRecordWriter } from '../../platform/record-store/record-writer.ts';
import type { PageAsItComes, RecordLinks, RecordWriter } from '../../platform/record-store/record-writer.ts';
import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import type { StoredRecordType, TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { RecordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import type { AwaitedIndexes } from './awaited-indexes.ts';
import type { FieldUseNotes } from './field-use-notes.ts';
import { findLinks, linksIn } from './record-links.ts';
import type { KeptTotal } from '../../platform/record-store/kept-totals.ts';
import type { TotalCache } from './total-cache.ts';

export type PageReader = {
  readonly totals: TotalCache;
  /** How long the rows may wait for their total. */
  readonly countBudgetMs: number;
  readonly awaited: AwaitedIndexes;
  readonly fieldUse: Pick<FieldUseNotes, 'noteFew'>;
};

type Total = { readonly total: number | null };

/**
 * A page with its total. The total of a whole type is kept counted and costs nothing; that of a filter is remembered for
 * as long as the type is not written, which the transaction of the rows says, and counted beside the rows otherwise. One
 * that would hold up the rows is left out, and the answer says so; it is counted to its end, for whoever asks then. Rows
 * that take long for want of an index are refused: they come when it is made.
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
  const asked = { query, slice, columns, wantsTotal, writer: writerAsTheyCome(writers) };
  const { rows, written, total } =
    columns === null
      ? await read(asked, context, reader)
      : await reader.awaited.within(
          { tenantId: context.viewer.tenantId, query, key: questionKey(asked, context) },
          (signal) => read({ ...asked, signal }, context, reader),
        );
  const links = await linksOf(query, rows, writers, context);
  return new WrittenJson(
    ...writePage(context.selection, total, (field) => {
      const placed = writers.get(field);
      if (placed === undefined) return '[]';
      if (written === undefined) return (sink) => placed.writer.writeAll(placed.rowsOf(rows), sink, links);
      return (sink) => {
        written.moveInto(sink);
        return [];
      };
    }),
  );
}

/** Of records that are asked for once, and with nothing that is read after them. */
function writerAsTheyCome(writers: ReadonlyMap<SelectedField, PlacedWriter>): RecordWriter | null {
  const [only, ...others] = writers;
  if (only === undefined || others.length > 0) return null;
  const [{ selection }, { writer }] = only;
  return linksIn(selection ?? []).size > 0 ? null : writer;
}

/** The id stands first in every row. */
export const linksOf = (
  { recordType }: RecordQuery,
  rows: Rows,
  writers: ReadonlyMap<SelectedField, PlacedWriter>,
  context: MemberContext,
): Promise<RecordLinks | undefined> =>
  findLinks(
    rows.map(([id]) => Number(id)),
    recordType,
    context,
    {
      selection: [...writers.keys()].flatMap(({ selection }) => selection ?? []),
      ask: async (statements) => (await context.read(statements)).answers,
    },
  );

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

/** Names that were sought or sorted by stand in the query as ids: of all that is configured, only the structure counts. */
export const totalKey = (query: RecordQuery, { viewer, config }: MemberContext): string =>
  `${viewer.tenantId}:${config.versions.structure}:${roleThatDecides(query, viewer.roleId)}:${queryKey(query)}`;

const questionKey = ({ query, slice }: Asked, context: MemberContext): string =>
  JSON.stringify([
    totalKey(query, context),
    context.viewer.userId,
    context.viewer.sessionId,
    context.viewer.roleId,
    context.config.versions,
    shapeOf(context.selection),
    query.sort.map(({ field, descending, ranking }) => [field.key, descending, ranking !== undefined]),
    slice,
  ]);

type Asked = {
  readonly query: RecordQuery;
  readonly slice: Slice;
  readonly columns: ((type: StoredRecordType) => readonly string[]) | null;
  readonly wantsTotal: boolean;
  /** What writes the rows while they come; null when they have to wait for each other. */
  readonly writer: RecordWriter | null;
  /** Ends the reading of rows that are not waited for any more, and of the count beside them. */
  readonly signal?: AbortSignal | undefined;
};

async function read(
  asked: Asked,
  context: MemberContext,
  reader: PageReader,
  attempt = 1,
): Promise<Total & { rows: Rows; written?: PageAsItComes | undefined }> {
  const { query, slice, columns, wantsTotal, writer, signal } = asked;
  const { totals, countBudgetMs } = reader;
  const key = totalKey(query, context);
  const isWhole = isWholeType(query);
  // What another request has kept meanwhile may be too old again: the second time it is counted.
  const remembered = attempt === 1 ? totals.find(key) : undefined;
  const wantsToKnow = wantsTotal && !isWhole;
  const shape = wantsToKnow ? queryShape(query) : '';
  const last = wantsToKnow && columns !== null ? totals.lastOfShape(shape) : undefined;
  const isQuick = last !== undefined && last.ms <= countBudgetMs / 3;
  // Few that are quickly found are counted with their page, whatever has been written since.
  const isFew = isQuick && areFew(query, slice, remembered?.total ?? last.total);
  const known = isFew ? undefined : remembered;
  const isUnknown = wantsToKnow && known === undefined;
  const isOfKept = wantsToKnow && !isFew && isOfStatuses(query);
  const wantsCount = isUnknown && !isOfKept;
  const typeIds = query.recordType.sources.map((source) => source.type.id);
  // Of fewer matches than a page takes the page is all, and needs no count; it is planned each time, so that one scan that is
  // planned once is quicker all the same.
  const mayBeAll = isUnknown && last !== undefined && last.total < slice.limit;
  const began = performance.now();
  const note = (total: number): void => totals.noteShape(shape, { total, ms: performance.now() - began });

  const few = isFew && (!mayBeAll || isOfOneIndex(query)) ? await readFew(asked, context, typeIds) : null;
  if (few !== null) {
    note(few.total);
    reader.fieldUse.noteFew(context.viewer.tenantId, query);
    if (few.version !== null) totals.keep(key, { total: few.total, version: few.version });
    return few;
  }
  const page = columns === null ? null : pageStatement(query, columns, slice, known?.total ?? null, mayBeAll);
  const coming = page === null || writer === null ? null : writtenAsTheyCome(page, writer);
  const readRows = () =>
    context.readTogether(
      [
        ...(page === null ? [] : [coming?.statement ?? page]),
        ...(isOfKept ? [keptTotalStatement(query)] : []),
      ],
      typeIds,
      signal,
    );
  const count = () =>
    countBeside(query, columns === null ? null : countBudgetMs, key, context, totals, {
      mayJoin: attempt === 1,
      signal,
    });

  // Rows and their count are read beside each other, each with a check and a snapshot of its own.
  const counting = wantsCount && !mayBeAll ? count() : null;
  // Its failure is heard of below, unless the rows fail before.
  counting?.catch(() => undefined);
  const found = await readRows();
  const rows = (columns === null ? [] : (found.answers[0]?.rows ?? [])) as Rows;
  const written = coming?.page();
  const rowCount = written?.count() ?? rows.length;
  const withTotal = (total: number | null) => ({ rows, written, total });
  const { writeVersion: version, enabled, all } = found.counts;
  if (wantsCount && columns !== null && slice.offset === 0 && rowCount < slice.limit) {
    note(rowCount);
    return withTotal(rowCount);
  }
  const ofStatuses = isOfKept ? readKeptTotal(found.answers.at(-1)) : null;
  const kept = isWhole ? { total: query.enabledOnly ? enabled : all, version } : ofStatuses;
  if (kept !== null) {
    if (!isWhole) note(kept.total);
    totals.keep(key, kept);
    return withTotal(kept.total);
  }
  const counted = isUnknown ? await (counting ?? count()) : null;

  // The page may have been read from the far end by a total that no longer holds, or the total be too old.
  const isOutdated = known !== undefined && known.version !== version;
  if (isOutdated) {
    totals.drop(key);
    return read(asked, context, reader, 2);
  }
  if (known !== undefined) return withTotal(known.total);
  if (counted === null) return withTotal(null);
  // Begun for somebody else, before what has been written since.
  if (!counted.isOwn && counted.version !== version)
    return columns === null ? read(asked, context, reader, 2) : withTotal(null);
  note(counted.total);
  return withTotal(counted.total);
}

/** The rows are in the page, and not in the answer to the statement. */
function writtenAsTheyCome(statement: Statement, writer: RecordWriter) {
  let page: PageAsItComes | undefined;
  const takeRows = () => {
    const begun = writer.beginPage();
    page = begun;
    return begun.take;
  };
  return { statement: { ...statement, takeRows }, page: () => page };
}

/** Page and total by one scan; null when there were more matches than expected, or no row to tell how many. */
async function readFew(
  { query, slice, columns, signal }: Asked,
  context: MemberContext,
  typeIds: readonly RecordTypeId[],
): Promise<FewMatches | null> {
  const statement = columns === null ? null : fewMatchesStatement(query, columns, slice);
  if (statement === null) return null;
  const { answers } = await context.readTogether([statement], typeIds, signal);
  return readFewMatches(answers[0], slice);
}

/** A count that nobody waits for is over by then, also when the server is to stop. */
const longestCountMs = 20_000;

type Counted = KeptTotal & { readonly isOwn: boolean };

/**
 * The exact total with the write version at which it was counted. Beside rows it has a budget, and null is the answer
 * when that is over: the count goes on, and whoever asks for the total alone waits for its end.
 * @param mayJoin whether a count will do that was begun for somebody else, perhaps before the last writing
 * @param signal ends the count, if it is not somebody else's
 */
export async function countBeside(
  query: RecordQuery,
  budgetMs: number | null,
  key: string,
  context: MemberContext,
  totals: TotalCache,
  { mayJoin = true, signal }: { readonly mayJoin?: boolean; readonly signal?: AbortSignal | undefined } = {},
): Promise<Counted | null> {
  const count = async (): Promise<KeptTotal> => {
    const { answers } = await context.read(countWithin(query, longestCountMs), [], signal);
    return readCounted(answers[1]);
  };
  if (budgetMs !== null && !totals.mayCountBeside(key)) return null;
  const { counted, isOwn } = mayJoin
    ? totals.count(key, count)
    : { counted: keepOwn(count(), key, totals), isOwn: true };
  const total = counted.then(
    (kept): Counted => ({ ...kept, isOwn }),
    (error: unknown) => {
      if (isOwn) throw error;
      // What refused somebody else says nothing to us.
      return budgetMs === null ? countBeside(query, null, key, context, totals, { mayJoin: false }) : null;
    },
  );
  if (budgetMs === null) return total;
  const within = await Promise.race([total, impatience(totals.isSlow(key) ? 0 : budgetMs)]);
  if (within === null) totals.leave(key);
  else totals.noteQuick(key);
  return within;
}

async function keepOwn(count: Promise<KeptTotal>, key: string, totals: TotalCache): Promise<KeptTotal> {
  const counted = await count;
  totals.keep(key, counted);
  return counted;
}

const impatience = (ms: number) => new Promise<null>((resolve) => setTimeout(resolve, ms, null).unref());

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

type WritersOfRole = WeakMap<TenantConfig['members'], Map<string, RecordWriter>>;

const writers = new WeakMap<AuthorisedRecordType, WritersOfRole>();
const mostWriters = 50;

const shapeOf = (selection: Selection): string =>
  selection
    .map(
      (field) =>
        `${field.responseKey}:${field.name}${field.selection === null ? '' : `{${shapeOf(field.selection)}}`}`,
    )
    .join(',');

/** The authorised type is new with each version of the structure, and the writers made for it go with it. Of all else they know only the names of people. */
export function writerFor(
  recordType: AuthorisedRecordType,
  { config }: Pick<MemberContext, 'config'>,
  selection: Selection,
): RecordWriter {
  let ofRole = writers.get(recordType);
  if (ofRole === undefined) {
    ofRole = new WeakMap();
    writers.set(recordType, ofRole);
  }
  let known = ofRole.get(config.members);
  if (known === undefined) {
    known = new Map();
    ofRole.set(config.members, known);
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
