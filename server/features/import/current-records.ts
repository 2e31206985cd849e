// The records that the numbers of a file name, as far as the role sees them. One that it does not see is not there, and
// neither is a deleted one: a file whose import was undone can be imported again.
import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { resolveCurrentUser } from '@rowhouse/domain/records/current-user.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Answer } from '../../platform/database/database.ts';
import { json, number, row } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { bucketsOfType } from '../../platform/record-store/places.ts';
import { lockStatements } from '../../platform/record-store/change-statements.ts';
import type { RecordQuery } from '../../platform/record-store/record-query.ts';
import type { HeldField } from '../../platform/record-store/held-fields.ts';
import {
  aboveKey,
  type ImportPlan,
  type Current,
  type CurrentRecord,
  type ReadRow,
  type RecordAbove,
} from './import-plan.ts';
import { findNumberedStatement, readOwnRecords, readThere, selectOwnRecords } from './staged-sql.ts';

/** Asks statements, in one round trip. */
type Ask = (statements: readonly Statement[]) => Promise<readonly Answer[]>;

export const queryOf = (
  ids: readonly number[],
  recordType: AuthorisedRecordType,
  { config, viewer }: MemberContext,
): RecordQuery => ({
  recordType,
  enabledOnly: true,
  ids,
  conditions: [],
  search: null,
  sort: [],
  resolve: (criteria, field) => resolveCurrentUser(criteria, field, config, viewer.userId),
});

const current = row({
  id: number,
  version: number,
  held: json<Readonly<Record<string, unknown>>>(),
});

type Wanted = {
  readonly plan: ImportPlan;
  readonly recordType: AuthorisedRecordType;
  readonly context: MemberContext;
  /** Of an import that runs: what it has made itself is not what the file names. */
  readonly bulkChangeId?: number;
  /** What is kept of them beside the fields of the file. */
  readonly more?: readonly HeldField[];
  readonly locks: boolean;
};

export const findCurrent = async (rows: readonly ReadRow[], wanted: Wanted, ask: Ask): Promise<Current> => ({
  numbered: await findNumbered(rows, wanted, ask),
  above: await findAbove(rows, wanted, ask),
});

async function findNumbered(
  rows: readonly ReadRow[],
  { plan, recordType, context, bulkChangeId, more, locks }: Wanted,
  ask: Ask,
): Promise<ReadonlyMap<number, readonly CurrentRecord[]>> {
  const numbers = [...new Set(rows.flatMap((one) => one.number ?? []))];
  if (numbers.length === 0) return new Map();
  const { type } = recordType;
  const [named] = await ask([findNumberedStatement(bucketsOfType(type), type.id, numbers)]);
  const ids = readThere(named).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const own =
    bulkChangeId === undefined ? [] : [selectOwnRecords(context.viewer.tenantId, bulkChangeId, ids)];
  const statements = lockStatements(queryOf(ids, recordType, context), plan.currentColumns(more)).map(
    (statement) => (locks ? statement : withoutLock(statement)),
  );
  const answers = await ask([...statements, ...own]);
  const ownIds = own.length === 0 ? new Set<number>() : readOwnRecords(answers.at(-1));
  const found = answers.slice(0, statements.length).flatMap((answer) =>
    answer.rows.map((stored): CurrentRecord => {
      const [{ id, version, held }, ofPath] = current.split(stored);
      return { id, version, number: Number(held['recordNumber']), held, ofPath, isOwn: ownIds.has(id) };
    }),
  );
  return Map.groupBy(found, (record) => record.number);
}

const above = row({ id: number, version: number, number: number.at('record_number'), level: number });

/** What the rows say that their records stand under, of all types that they name. */
async function findAbove(
  rows: readonly ReadRow[],
  { context, locks }: Wanted,
  ask: Ask,
): Promise<ReadonlyMap<string, readonly RecordAbove[]>> {
  const named = new Map<AuthorisedRecordType, Set<number>>();
  for (const { parent } of rows) {
    if (parent?.recordType == null) continue;
    const numbers = named.get(parent.recordType) ?? new Set();
    named.set(parent.recordType, numbers.add(parent.number));
  }
  if (named.size === 0) return new Map();
  const asked = [...named];
  const there = await ask(
    asked.map(([{ type }, numbers]) => findNumberedStatement(bucketsOfType(type), type.id, [...numbers])),
  );
  const found = new Map<string, RecordAbove[]>();
  const statements = asked.flatMap(([recordType], index) => {
    const ids = readThere(there[index]).map(({ id }) => id);
    if (ids.length === 0) return [];
    return lockStatements(queryOf(ids, recordType, context), ['record_number', 'level']).map((statement) => ({
      typeId: recordType.type.id,
      statement: locks ? statement : withoutLock(statement),
    }));
  });
  if (statements.length === 0) return found;
  const answers = await ask(statements.map(({ statement }) => statement));
  for (const [index, { typeId }] of statements.entries())
    for (const one of above.read(answers[index])) {
      const key = aboveKey(typeId, one.number);
      found.set(key, [...(found.get(key) ?? []), { id: one.id, level: one.level }]);
    }
  return found;
}

/** Whoever only looks holds up nobody, and reads in a transaction that may lock nothing. */
const withoutLock = (statement: Statement): Statement => ({
  ...statement,
  text: statement.text.replace(/ for no key update$/, ''),
});
