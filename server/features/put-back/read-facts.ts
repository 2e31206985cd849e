// What is there to judge by: the entries since the first that is to be put back, and what the record and its lines hold.
import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { mayOnRecordType } from '@rowhouse/domain/access/decide.ts';
import { readAttachedFiles, recordFileKey } from '@rowhouse/domain/attachments/attached-file.ts';
import {
  rulesOfType,
  type RuledValues,
  type RulesOfType,
} from '@rowhouse/domain/field-conditions/rules-of-type.ts';
import { notFound } from '@rowhouse/domain/kernel/refusal.ts';
import { openLineItemTypes } from '@rowhouse/domain/line-items/rules.ts';
import { maySeePlace } from '@rowhouse/domain/projects/rules.ts';
import { findStatusPath, type StatusPath } from '@rowhouse/domain/status-paths/path-of.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Answer } from '../../platform/database/database.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { auditKeyOf } from '../../platform/record-store/audit-keys.ts';
import type { HeldField } from '../../platform/record-store/held-fields.ts';
import { slotOf } from '../../platform/record-store/places.ts';
import { lockStatements } from '../../platform/record-store/change-statements.ts';
import { pageStatement } from '../../platform/record-store/page-statements.ts';
import type { RecordQuery } from '../../platform/record-store/record-query.ts';
import { seenChanges, type FieldChange } from '../../platform/record-store/seen-changes.ts';
import { queryOfIds } from '../../platform/record-store/sight.ts';
import { findFilesStatement, readFiles } from '../attachments/sql.ts';
import {
  readEntries,
  readPlacedLines,
  selectEntries,
  selectEntriesSince,
  selectPlacedLines,
  type PlacedLine,
  type RecordEntry,
} from '../audit-log/sql.ts';
import { holdLines, holdOrder, readLines, type StoredLine } from '../line-items/sql.ts';
import { holdTrees } from '../projects/sql.ts';
import { readLinks, tellsOfLinks, type LinkFacts } from './read-links.ts';
import { readingOfRules } from '../field-conditions/sql.ts';
import { readingOfPath, type PathValues } from '../status-paths/sql.ts';
import { findPlacesStatement, readPlaces } from '../../platform/record-store/standing-records.ts';
import { readStanding, selectStanding, selectTheseLines } from './sql.ts';

export type Facts = {
  readonly recordId: number;
  readonly grid: AuthorisedRecordType;
  readonly query: RecordQuery;
  readonly ticked: ReadonlySet<number>;
  /** Since the first ticked one, the oldest first. */
  readonly entries: readonly RecordEntry[];
  readonly isEnabled: boolean;
  /** By the key of the field. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly held: ReadonlyMap<string, HeldField>;
  readonly lines: ReadonlyMap<number, StoredLine>;
  readonly placed: ReadonlyMap<number, PlacedLine>;
  /** The kinds of lines that the viewer may see. */
  readonly lineTypeIds: ReadonlySet<number>;
  readonly mayEditLines: boolean;
  readonly mayDelete: boolean;
  /** What the way of its status is judged by; null where the type is free. */
  readonly way: { readonly path: StatusPath; readonly values: PathValues } | null;
  /** The conditions of its fields, and what they are judged by; null where no field has any. */
  readonly ruled: { readonly rules: RulesOfType; readonly values: RuledValues } | null;
  /** Names of the files that are still kept. */
  readonly files: ReadonlyMap<number, string>;
  /** The record, and what stood under it, where they were moved. */
  readonly links: readonly LinkFacts[];
};

type Asked = {
  readonly recordId: number;
  readonly entries: readonly number[];
  /** Whether what is read stays so until the end of the transaction. */
  readonly isHeld: boolean;
};

export async function readFacts(
  { recordId, entries: ids, isHeld }: Asked,
  { config, viewer }: MemberContext,
  ask: (statements: readonly Statement[]) => Promise<readonly Answer[]>,
): Promise<Facts> {
  const [places] = await ask([findPlacesStatement(config, [recordId])]);
  const [place] = readPlaces(places);
  const grid = place === undefined ? null : findAuthorisedRecordType(config, viewer, place.typeId);
  if (grid === null) throw notFound('The record');
  const { tenantId } = viewer;
  const typeId = grid.type.id;
  const lineTypes = openLineItemTypes(config, viewer).filter(({ recordTypeId }) => recordTypeId === typeId);
  const history = { tenantId, recordId, grid, lineTypes };
  const query = queryOfIds([recordId], grid, { config, viewer });
  const [found] = await ask([selectEntries(history, ids)]);
  const ticked = readEntries(found);
  const lineIds = [...new Set(ticked.flatMap(({ lineId }) => lineId ?? []))];
  // All of the lines, where their order is in question.
  if (isHeld && ticked.some(({ action }) => action === 'reorder')) await ask([holdOrder(tenantId, recordId)]);
  // Held before the later entries are read: what was written before has its entry by then, and what comes waits.
  if (isHeld && tellsOfLinks(ticked)) await ask([holdTrees(tenantId)]);
  const held = await ask(
    isHeld ? [holdLines(config, lineIds), ...lockStatements(query, [])] : [selectTheseLines(config, lineIds)],
  );
  const fields = fieldsOf(ticked, grid);
  const first = ticked[0]?.id;
  const [standing, since, placed] = await ask([
    selectStanding(query, [...fields.values()]),
    first === undefined ? selectEntries(history, []) : selectEntriesSince(history, first),
    selectPlacedLines(tenantId, recordId),
  ]);
  const stands = readStanding(standing);
  if (stands === null) throw notFound('The record');
  const way = fields.has('status') ? await readWay(query, { config, viewer }, ask) : null;
  const ruled = fields.size > 0 ? await readRuled(query, { config, viewer }, ask) : null;
  const fileIds = filesNamed(ticked, grid);
  const files = fileIds.length === 0 ? [] : readFiles((await ask([findFilesStatement(fileIds)]))[0]);
  return {
    recordId,
    grid,
    query,
    ticked: new Set(ticked.map(({ id }) => id)),
    entries: readEntries(since),
    isEnabled: stands.isEnabled,
    values: stands.values,
    held: fields,
    lines: new Map(readLines(held[0]).map((line) => [line.id, line])),
    placed: new Map(readPlacedLines(placed).map((line) => [line.id, line])),
    lineTypeIds: new Set(lineTypes.map(({ id }) => id)),
    mayEditLines: mayOnRecordType(viewer, 'edit line items', typeId),
    mayDelete: mayOnRecordType(viewer, 'soft delete', typeId),
    way,
    ruled,
    files: new Map(files.map(({ id, name }) => [id, name])),
    links: maySeePlace(grid) ? await readLinks(recordId, ticked, { config, viewer }, ask) : [],
  };
}

async function readWay(
  query: RecordQuery,
  { config, viewer }: Pick<MemberContext, 'config' | 'viewer'>,
  ask: (statements: readonly Statement[]) => Promise<readonly Answer[]>,
): Promise<Facts['way']> {
  const { type } = query.recordType;
  const path = findStatusPath(config, viewer, type.id);
  if (path === null) return null;
  const { columns, read } = readingOfPath(path, type);
  const [found] = await ask([pageStatement(query, () => columns, { offset: 0, limit: 1 }, null)]);
  const row = found?.rows[0];
  if (row === undefined) throw notFound('The record');
  return { path, values: read(row) };
}

async function readRuled(
  query: RecordQuery,
  { config, viewer }: Pick<MemberContext, 'config' | 'viewer'>,
  ask: (statements: readonly Statement[]) => Promise<readonly Answer[]>,
): Promise<Facts['ruled']> {
  const { type } = query.recordType;
  const rules = rulesOfType(config, viewer, type);
  if (rules === null) return null;
  const { columns, read } = readingOfRules(rules, type, viewer.tenantId);
  const [found] = await ask([pageStatement(query, () => columns, { offset: 0, limit: 1 }, null)]);
  const row = found?.rows[0];
  if (row === undefined) throw notFound('The record');
  return { rules, values: read(row) };
}

/** What the viewer sees of an entry about the record; that it was deleted or restored is its action. */
export const changesOf = (entry: RecordEntry, grid: AuthorisedRecordType): FieldChange[] =>
  entry.isOfLines
    ? []
    : seenChanges(entry.changes, entry.recordTypeId, grid).filter(({ field }) => field.key !== 'enabled');

/** The fields of the record that the entries changed, each where it stands now. */
function fieldsOf(entries: readonly RecordEntry[], grid: AuthorisedRecordType): Map<string, HeldField> {
  const found = new Map<string, HeldField>();
  for (const { field } of entries.flatMap((entry) => changesOf(entry, grid))) {
    const stored = field.stored.get(grid.type.id);
    const slot = stored === undefined ? null : slotOf(stored);
    const column = stored === undefined ? auditKeyOf(field, grid.type) : slot;
    if (column !== null) found.set(field.key, { key: field.key, column });
    else if (stored !== undefined)
      found.set(field.key, {
        key: field.key,
        overflowId: stored.id,
        ...(stored.dataType === 'object' && { object: stored }),
      });
  }
  return found;
}

function filesNamed(entries: readonly RecordEntry[], grid: AuthorisedRecordType): number[] {
  const changes = entries.flatMap((entry) => changesOf(entry, grid));
  const ofFiles = changes.filter(({ field }) => field.dataType === 'attachment');
  return [
    ...new Set(
      ofFiles.flatMap(({ field, before, after }) =>
        [before, after].flatMap((value) => fileIdsOf(field.key, value)),
      ),
    ),
  ];
}

/** The files that a value of the field names. */
export function fileIdsOf(key: string, value: unknown): number[] {
  if (value === null || value === undefined) return [];
  if (key === recordFileKey) return [Number(value)];
  return readAttachedFiles(typeof value === 'string' ? value : JSON.stringify(value)).map(({ id }) => id);
}
