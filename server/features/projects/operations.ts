// Where records stand under one another. Each record is asked for through the query of its own type, so that a role's
// fields and confinement are judged there alone; what is out of sight is counted, and never named.
import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { mayOnRecordType } from '@rowhouse/domain/access/decide.ts';
import type { BulkOutcome, PlacedRecord, TreeRecord } from '@rowhouse/domain/contract.generated.ts';
import type { RecordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { Refusal, invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import { childPage, largestChildPage, mostDeletedAtOnce } from '@rowhouse/domain/projects/limits.ts';
import type { PlacedRecordState, PlaceOutcome } from '@rowhouse/domain/projects/rules.ts';
import {
  deletedNotPlaced,
  linkedAlready,
  mayChangePlace,
  mayNotPlace,
  maySeePlace,
  notLinked,
  requireMoved,
  whyNotDeleteTree,
  whyNotPlaced,
  whyNotTaken,
} from '@rowhouse/domain/projects/rules.ts';
import { StaleConfiguration } from '../../graphql/member-context.ts';
import type { MemberContext, OperationTable } from '../../graphql/operation.ts';
import { databaseErrorCode } from '../../platform/database/open-database.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { readVersions, updateManyStatements } from '../../platform/record-store/change-statements.ts';
import { countManyStatement } from '../../platform/record-store/count-statements.ts';
import { mergedStatement } from '../../platform/record-store/page-statements.ts';
import type { RecordQuery } from '../../platform/record-store/record-query.ts';
import { queryOfIds } from '../../platform/record-store/sight.ts';
import { readOwnEntries, selectOwnEntries } from '../../platform/record-store/own-entries.ts';
import {
  countChildren,
  groupTreePlaces,
  nameOf,
  placeRecords,
  readCount,
  readPlaced,
  readTreePlaces,
  readTreeRows,
  selectBelow,
  selectPath,
  selectTreePlaces,
  selectTreeRows,
  selectTreeRowsOfTypes,
  treeColumns,
} from './sql.ts';
import type { TreePlace, TreeRow } from './sql.ts';

export const projectsOperations: Pick<
  OperationTable,
  'findChildRecords' | 'findRecordPath' | 'linkRecords' | 'unlinkRecords' | 'moveRecords' | 'deleteRecordTree'
> = {
  async findChildRecords({ data }, context) {
    const offset = data.offset ?? 0;
    const limit = data.limit ?? childPage;
    if (offset < 0) throw invalid('The offset cannot be negative.', 'offset');
    if (limit < 1 || limit > largestChildPage)
      throw invalid(`A page has from 1 to ${largestChildPage} records.`, 'limit');
    const types = typesInTrees(context);
    const children = types.map((type): RecordQuery => ({
      ...queryOfIds([], type, context),
      ids: null,
      enabledOnly: true,
      parentId: data.recordId,
    }));
    const { answers } = await context.read([
      selectTreeRowsOfTypes(new Map(types.map((type) => [type, [data.recordId]])), context),
      mergedStatement(children, treeColumns(context.config), { offset, limit }),
      countManyStatement(children),
      countChildren(context.config, data.recordId),
    ]);
    if (readTreeRows(answers[0]).length === 0) throw notFound('The record');
    const total = readCount(answers[2]);
    return {
      records: readTreeRows(answers[1]).map((line) => describe(line, context)),
      total,
      hidden: Math.max(0, readCount(answers[3]) - total),
    };
  },

  async findRecordPath({ data: { recordId } }, context) {
    const { answers } = await context.read([selectPath(context.config, recordId)]);
    const [own, ...above] = readTreePlaces(answers[0]);
    if (own === undefined) throw notFound('The record');
    const seen = await findLines([own, ...above], context, async (statement) =>
      (await context.read([statement])).answers.at(0),
    );
    const record = seen.get(own.id);
    if (record === undefined) throw notFound('The record');
    const parents: (TreeRecord | null)[] = [];
    for (const { id, isEnabled } of above) {
      const parent = seen.get(id);
      // Under a deleted record that is out of sight a record is as under none, until that is restored.
      if (parent === undefined && !isEnabled) break;
      parents.unshift(parent === undefined ? null : describe(parent, context));
    }
    return { record: describe(record, context), parents };
  },

  linkRecords: ({ data }, context) =>
    place(data.records, data.parentId, context, ({ parentId }, { name, parentName }) =>
      parentId === null || parentId === data.parentId ? null : linkedAlready(name, parentName),
    ),

  unlinkRecords: ({ data }, context) =>
    place(data.records, null, context, ({ parentId }, { name }) =>
      parentId === null ? notLinked(name) : null,
    ),

  moveRecords: ({ data }, context) => place(data.records, data.parentId ?? null, context, () => null),

  deleteRecordTree: ({ data: { recordId, version } }, context) =>
    context.write(
      [selectBelow(context.config, recordId, mostDeletedAtOnce + 1)],
      async (transaction, [found]) => {
        const places = readTreePlaces(found);
        const seen = await findLines(places, context, (statement) => transaction.one(statement));
        const root = seen.get(recordId);
        if (root === undefined) throw notFound('The record');
        const { config, viewer } = context;
        const closed = (typeId: RecordTypeId) => !mayOnRecordType(viewer, 'soft delete', typeId);
        if (closed(root.typeId))
          throw new Refusal('FORBIDDEN', 'Your role may not delete or restore records here.');
        if (!root.enabled) return { deleted: [] };
        if (version != null && version !== root.version)
          throw new Refusal('CONFLICT', 'Somebody else changed this record since you opened it.');
        const below = places.filter(({ id }) => id !== recordId);
        const closedType = below.find(({ typeId }) => closed(typeId))?.typeId;
        const whyNot = whyNotDeleteTree(nameOf(root), {
          count: below.length,
          hidden: below.filter(({ id }) => !seen.has(id)).length,
          closedType: closedType === undefined ? null : (config.recordTypes.get(closedType)?.name ?? ''),
        });
        if (whyNot !== null) throw new Refusal('FORBIDDEN', whyNot);
        const updates = [...groupTreePlaces(places, context)].flatMap(([type, ids]) =>
          updateManyStatements(queryOfIds(ids, type, context), (values) => [
            { column: 'enabled', expression: values.bind(false) },
          ]),
        );
        const deleted = (await transaction.finish(updates)).flatMap(readVersions);
        return {
          deleted: deleted.toSorted(
            (one, other) => Number(other.id === recordId) - Number(one.id === recordId),
          ),
        };
      },
    ),
};

type Asked = { readonly id: number; readonly version?: number | null | undefined };
type Names = { readonly name: string; readonly parentName: string };

/**
 * @param whyNot what stands in the way of one that the viewer may move, by what it stands under
 */
async function place(
  records: readonly Asked[],
  target: number | null,
  context: MemberContext,
  whyNot: (standing: TreePlace, names: Names) => string | null,
): Promise<PlacedRecord[]> {
  requireMoved(records.map(({ id }) => id));
  const ids = records.map(({ id }) => id);
  const asked = target === null ? ids : [...ids, target];
  try {
    return await context.write([selectTreePlaces(context.config, asked)], async (transaction, [found]) => {
      const standing = new Map(readTreePlaces(found).map((one) => [one.id, one]));
      const others = [...standing.values()].flatMap(({ parentId }) => parentId ?? []);
      const parents =
        others.length === 0
          ? []
          : readTreePlaces(await transaction.one(selectTreePlaces(context.config, [...new Set(others)])));
      const seen = await findLines(
        [...new Map([...standing.values(), ...parents].map((one) => [one.id, one])).values()],
        context,
        (statement) => transaction.one(statement),
      );
      const above = target === null ? null : seen.get(target);
      if (above === undefined) throw notFound('The record');
      if (above !== null) requirePlace(above, context);
      const judge = (id: number): PlacedRecord | null => {
        const record = seen.get(id);
        const from = standing.get(id);
        if (record === undefined || from === undefined)
          return { ...nothing(id), outcome: 'NOT_FOUND', message: whyNotPlaced('absent', '', null) };
        const name = nameOf(record);
        const refuse = (message: string): PlacedRecord => ({
          ...nothing(id),
          outcome: 'REFUSED',
          version: record.version,
          message,
        });
        const parent = from.parentId === null ? null : seen.get(from.parentId);
        const isGone = parents.some((one) => one.id === from.parentId && !one.isEnabled);
        const whyStays = whyNotTaken(
          toPlaced(record, context),
          parent === undefined ? (isGone ? null : 'hidden') : parent && toPlaced(parent, context),
        );
        if (whyStays !== null) return refuse(whyStays);
        const reason = whyNot(from, { name, parentName: parent == null ? '' : nameOf(parent) });
        return reason === null ? null : refuse(reason);
      };
      const judged = new Map(ids.map((id) => [id, judge(id)]));
      const free = records.flatMap(({ id, version }) =>
        judged.get(id) === null ? { id, version: version ?? standing.get(id)!.version } : [],
      );
      const wantsEntries = context.selection.some(({ name }) => name === 'auditEntryId');
      const moved = free.map(({ id }) => id);
      const [answer, told] =
        free.length === 0
          ? []
          : await transaction.finish([
              placeRecords(target, free),
              ...(wantsEntries
                ? [selectOwnEntries(context.viewer.tenantId, 'record', moved, 'parent_id')]
                : []),
            ]);
      const placed = answer === undefined ? [] : readPlaced(answer);
      const entries = told === undefined ? new Map<number, number>() : readOwnEntries(told);
      for (const { id, outcome, version } of placed) {
        const previous = standing.get(id)?.parentId ?? null;
        const message = whyNotPlaced(outcome, nameOf(seen.get(id)!), above && nameOf(above));
        judged.set(id, {
          id,
          outcome: outcomes[outcome],
          version,
          previousParentId: outcome === 'moved' && previous !== null && seen.has(previous) ? previous : null,
          message,
          auditEntryId: entries.get(id) ?? null,
        });
      }
      return ids.map((id) => judged.get(id)!);
    });
  } catch (error) {
    // A record changed its bucket, or met another change of many records: nothing was written, and it is tried again.
    if (['40001', '40P01'].includes(databaseErrorCode(error) ?? '')) throw new StaleConfiguration();
    throw error;
  }
}

const nothing = (id: number) => ({
  id,
  version: null,
  previousParentId: null,
  message: null,
  auditEntryId: null,
});

const outcomes: Readonly<Record<PlaceOutcome, BulkOutcome>> = {
  moved: 'UPDATED',
  unchanged: 'UNCHANGED',
  conflict: 'CONFLICT',
  cycle: 'REFUSED',
  deep: 'REFUSED',
  absent: 'NOT_FOUND',
};

/** @throws FORBIDDEN for a record under which the viewer may put none, INVALID for a deleted one */
function requirePlace(record: TreeRow, context: MemberContext): void {
  if (!mayPlace(record, context)) throw new Refusal('FORBIDDEN', mayNotPlace(nameOf(record)));
  if (!record.enabled) throw invalid(deletedNotPlaced(nameOf(record)), 'parentId');
}

const toPlaced = (record: TreeRow, context: MemberContext): PlacedRecordState => ({
  name: nameOf(record),
  mayPlace: mayPlace(record, context),
  isEnabled: record.enabled,
});

const typeOf = (id: RecordTypeId, { config, viewer }: MemberContext): AuthorisedRecordType | null =>
  findAuthorisedRecordType(config, viewer, id);

const mayPlace = ({ typeId }: TreeRow, context: MemberContext): boolean => {
  const type = typeOf(typeId, context);
  return type !== null && mayChangePlace(type);
};

/** The types whose records the viewer sees in trees; a super type has none of its own. */
const typesInTrees = (context: MemberContext): AuthorisedRecordType[] =>
  [...context.config.recordTypes.values()].flatMap((type) => {
    const authorised = type.isSuper ? null : typeOf(type.id, context);
    return authorised !== null && maySeePlace(authorised) ? authorised : [];
  });

async function findLines(
  places: readonly TreePlace[],
  context: MemberContext,
  ask: (statement: Statement) => Promise<Parameters<typeof readTreeRows>[0]>,
): Promise<ReadonlyMap<number, TreeRow>> {
  const statement = selectTreeRows(places, context);
  if (statement === null) return new Map();
  return new Map(readTreeRows(await ask(statement)).map((line) => [line.id, line]));
}

function describe(line: TreeRow, context: MemberContext): TreeRecord {
  const { typeId, statusId, ...rest } = line;
  const { config } = context;
  const type = config.recordTypes.get(typeId);
  const status = statusId === null ? undefined : config.statuses.get(statusId);
  return {
    ...rest,
    recordType: { id: typeId, name: type?.name ?? '' },
    status: status === undefined ? null : { id: status.id, name: status.name },
    mayPlace: mayPlace(line, context),
  };
}
