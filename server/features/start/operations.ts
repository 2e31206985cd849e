// What the first page asks, and the palette: over all types of the viewer's menu, each through the query of records, so
// that the role's fields and confinement are judged there alone.
import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import type {
  AssignedGrid,
  AssignedGroup,
  FoundRecords,
  RecentChange,
  RecordLine,
} from '@rowhouse/domain/contract.generated.ts';
import { isDay, isInstant } from '@rowhouse/domain/kernel/dates.ts';
import type { UserId } from '@rowhouse/domain/kernel/ids.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import { requireStorableText } from '@rowhouse/domain/kernel/text-safety.ts';
import { listWholeGrids } from '@rowhouse/domain/menu/whole-grids.ts';
import { resolveCurrentUser } from '@rowhouse/domain/records/current-user.ts';
import { findDeadline } from '@rowhouse/domain/start/deadline.ts';
import type { DueGroup } from '@rowhouse/domain/start/due-groups.ts';
import { dueGroups, endOfWeek } from '@rowhouse/domain/start/due-groups.ts';
import type { ChangeLine, SeenChange } from '@rowhouse/domain/start/gather-changes.ts';
import { gatherChanges } from '@rowhouse/domain/start/gather-changes.ts';
import {
  longestNewsMs,
  longestPaletteText,
  mostChangeLines,
  mostChangesCounted,
  mostFoundOfType,
  mostNumbersOfLine,
  mostShownOfGroup,
} from '@rowhouse/domain/start/limits.ts';
import type { MemberContext, OperationTable } from '../../graphql/operation.ts';
import type { Clock } from '../../platform/clock.ts';
import { databaseErrorCode } from '../../platform/database/open-database.ts';
import { within } from '../../platform/record-store/count-statements.ts';
import { pageStatement } from '../../platform/record-store/page-statements.ts';
import type { QueryCondition, RecordQuery } from '../../platform/record-store/record-query.ts';
import { describeChange, readSeenChange } from './describe-change.ts';
import { foundColumns, lineColumns, readFound, readLine } from './record-line.ts';
import { assignedStatement, changesStatement, readDue, readEntries } from './sql.ts';

/** All that a grid shows of enabled records. */
const queryOf = (
  recordType: AuthorisedRecordType,
  { config, viewer }: Pick<MemberContext, 'config' | 'viewer'>,
): RecordQuery => ({
  recordType,
  enabledOnly: true,
  ids: null,
  conditions: [],
  search: null,
  sort: [],
  resolve: (criteria, field) => resolveCurrentUser(criteria, field, config, viewer.userId),
});

type StartServices = {
  readonly clock: Clock;
  /** How the search of a grid reads the text. */
  readonly parseSearch: (
    text: string,
    recordType: AuthorisedRecordType,
    context: MemberContext,
  ) => RecordQuery;
  /** How long searching may take in one type. */
  readonly searchBudgetMs: number;
};

type StartOperations = Pick<OperationTable, 'findMyAssignedRecords' | 'findRecentChanges' | 'searchRecords'>;

export const createStartOperations = (services: StartServices): StartOperations => ({
  async findMyAssignedRecords({ data: { today } }, context) {
    if (!isDay(today)) throw invalid('Today is a date as YYYY-MM-DD.', 'today');
    const grids = listWholeGrids(context.config, context.viewer).flatMap((grid) => {
      const query = assignedQuery(grid, context);
      return query === null ? [] : { grid, query };
    });
    const asked = { today, weekEnd: endOfWeek(today), few: mostShownOfGroup };
    const { answers } = await context.read(grids.map(({ query }) => assignedStatement(query, asked)));
    const groups = new Map<DueGroup, { counts: Map<number, number>; records: RecordLine[] }>();
    grids.forEach(({ grid }, index) => {
      for (const [due, line] of readDue(answers[index])) {
        const name = dueGroups[due.group] ?? 'NO_DATE';
        const group = groups.get(name) ?? { counts: new Map<number, number>(), records: [] };
        groups.set(name, group);
        group.counts.set(grid.type.id, due.total);
        group.records.push(readLine(line, grid, context.config));
      }
    });
    const shown = dueGroups.flatMap((due): AssignedGroup[] => {
      const group = groups.get(due);
      if (group === undefined) return [];
      const counts = [...group.counts].map(([recordTypeId, total]) => ({ recordTypeId, total }));
      const records = group.records.toSorted(byDeadline).slice(0, mostShownOfGroup);
      return [{ due, total: counts.reduce((sum, { total }) => sum + total, 0), counts, records }];
    });
    return {
      total: shown.reduce((sum, { total }) => sum + total, 0),
      groups: shown,
      grids: grids.map(({ grid }) => describeGrid(grid, context)),
    };
  },

  async findRecentChanges({ data: { since } }, context) {
    if (!isInstant(since)) throw invalid('Since is a moment as ISO 8601 writes it.', 'since');
    if (services.clock.now() - Date.parse(since) > longestNewsMs)
      throw invalid('Changes are told of the last eight days.', 'since');
    const { tenantId, userId } = context.viewer;
    const grids = listWholeGrids(context.config, context.viewer);
    const asked = { tenantId, userId, since, most: mostChangesCounted + 1 };
    const { answers } = await context.read(
      grids.map((grid) =>
        changesStatement({ ...queryOf(grid, context), enabledOnly: !grid.maySeeDeleted }, asked),
      ),
    );
    const gridOf = new Map(grids.flatMap((grid) => grid.sources.map(({ type }) => [type.id, grid])));
    const seen = grids
      .flatMap((grid, index) =>
        readEntries(answers[index]).flatMap((entry): SeenChange | [] => readSeenChange(entry, grid) ?? []),
      )
      .toSorted((one, other) => other.atMs - one.atMs);
    const counted = seen.slice(0, mostChangesCounted);
    const lines = gatherChanges(counted).slice(0, mostChangeLines);
    const records = await readRecords(lines, gridOf, context);
    return {
      total: counted.length,
      isMore: seen.length > mostChangesCounted,
      people: new Set<UserId>(counted.map((change) => change.userId)).size,
      lines: lines.flatMap((line): RecentChange[] => {
        const grid = gridOf.get(line.recordTypeId);
        return grid === undefined ? [] : [describeChange(line, grid, records, context.config)];
      }),
    };
  },

  async searchRecords({ data }, context) {
    const text = requireStorableText(data.text.trim(), 'text');
    if (text === '') throw invalid('Say what is sought.', 'text');
    if (text.length > longestPaletteText)
      throw invalid(`Search for at most ${longestPaletteText} characters.`, 'text');
    const late: string[] = [];
    const grids: FoundRecords[] = [];
    const found = await searchGrids(text, context, services);
    for (const { grid, rows } of found) {
      if (rows === null) late.push(grid.type.name);
      else if (rows.length > 0)
        grids.push({
          recordTypeId: grid.type.id,
          name: grid.type.name,
          records: rows.slice(0, mostFoundOfType).map((row) => readFound(row, text, grid, context.config)),
          isMore: rows.length > mostFoundOfType,
        });
    }
    return { grids, late };
  },
});

const byDeadline = (one: RecordLine, other: RecordLine): number =>
  (one.deadline ?? '').localeCompare(other.deadline ?? '') || one.id - other.id;

/** Null where the viewer does not see who a record is assigned to: nothing may be told by it. */
function assignedQuery(grid: AuthorisedRecordType, context: MemberContext): RecordQuery | null {
  const assignedTo = grid.fields.get('assignedTo');
  if (assignedTo === undefined) return null;
  const status = grid.fields.get('status');
  const conditions: QueryCondition[] = [
    {
      field: assignedTo,
      criteria: { operator: 'is', value: String(context.viewer.userId) },
      logicOperator: 'AND',
    },
  ];
  if (status !== undefined)
    for (const id of closingStatuses(grid, context))
      conditions.push({
        field: status,
        criteria: { operator: 'not', value: String(id) },
        logicOperator: 'AND',
      });
  return { ...queryOf(grid, context), conditions };
}

function closingStatuses({ sources }: AuthorisedRecordType, { config }: MemberContext): number[] {
  const types = new Set(sources.map(({ type }) => type.id));
  return [...config.statuses.values()].flatMap(({ id, recordTypeId }) =>
    types.has(recordTypeId) && config.closingStatuses.has(id) ? id : [],
  );
}

function describeGrid(grid: AuthorisedRecordType, context: MemberContext): AssignedGrid {
  const deadline = findDeadline(grid);
  return {
    recordTypeId: grid.type.id,
    name: grid.type.name,
    deadline: deadline === null ? null : { key: deadline.key, name: deadline.name },
    closingStatusIds: grid.fields.has('status') ? closingStatuses(grid, context) : [],
  };
}

/** The records of the lines that are shown, by their ids. */
async function readRecords(
  lines: readonly ChangeLine[],
  gridOf: ReadonlyMap<number, AuthorisedRecordType>,
  context: MemberContext,
): Promise<ReadonlyMap<number, RecordLine>> {
  const ids = new Map<AuthorisedRecordType, Set<number>>();
  for (const { recordTypeId, recordIds } of lines) {
    const grid = gridOf.get(recordTypeId);
    if (grid === undefined) continue;
    const own = ids.get(grid) ?? new Set();
    for (const id of recordIds.slice(0, mostNumbersOfLine)) own.add(id);
    ids.set(grid, own);
  }
  const asked = [...ids];
  const { answers } = await context.read(
    asked.map(([grid, own]) =>
      pageStatement(
        { ...queryOf(grid, context), ids: [...own], enabledOnly: !grid.maySeeDeleted },
        (type) => lineColumns(grid, type),
        { offset: 0, limit: own.size },
        null,
      ),
    ),
  );
  return new Map(
    asked.flatMap(([grid], index) =>
      (answers[index]?.rows ?? []).map((row) => {
        const line = readLine(row, grid, context.config);
        return [line.id, line];
      }),
    ),
  );
}

type Found = {
  readonly grid: AuthorisedRecordType;
  /** Null: it would have taken too long. */
  readonly rows: readonly (string | null)[][] | null;
};

const searchesAtOnce = 2;

/** Each type for itself, so that one that takes long holds up no other; a few at a time, so that nobody waits. */
async function searchGrids(text: string, context: MemberContext, services: StartServices): Promise<Found[]> {
  const grids = listWholeGrids(context.config, context.viewer);
  const found: Found[] = [];
  let next = 0;
  const work = async () => {
    for (let index = next++; index < grids.length; index = next++) {
      const grid = grids[index] as AuthorisedRecordType;
      found[index] = { grid, rows: await searchGrid(text, grid, context, services) };
    }
  };
  await Promise.all(Array.from({ length: searchesAtOnce }, work));
  return found;
}

async function searchGrid(
  text: string,
  grid: AuthorisedRecordType,
  context: MemberContext,
  { parseSearch, searchBudgetMs }: StartServices,
): Promise<Found['rows']> {
  const query = parseSearch(text, grid, context);
  const page = pageStatement(
    query,
    (type) => foundColumns(grid, type),
    { offset: 0, limit: mostFoundOfType + 1 },
    null,
  );
  try {
    const { answers } = await context.read(within(page, searchBudgetMs));
    return answers[1]?.rows ?? [];
  } catch (error) {
    if (databaseErrorCode(error) !== '57014') throw error;
    return null;
  }
}
