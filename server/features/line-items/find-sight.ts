// Which of the records named by id the viewer sees, asked through the query of records, so that deleted ones and the
// role's confinement are judged there alone. What is out of sight is not in the answer.
import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { mayOnRecordType } from '@rowhouse/domain/access/decide.ts';
import type { RecordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import type { Viewer } from '@rowhouse/domain/kernel/viewer.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Answer } from '../../platform/database/database.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { inSightStatement, queryOfIds, readIdsInSight } from '../../platform/record-store/sight.ts';
import { readPlaces } from '../../platform/record-store/standing-records.ts';

/** The type of each record in sight. */
export type Sight = ReadonlyMap<number, RecordTypeId>;

/** @param places the answer of `findPlacesStatement` */
export async function findSight(
  places: Answer | undefined,
  { config, viewer }: MemberContext,
  ask: (statements: Statement[]) => Promise<Answer[]>,
): Promise<Sight> {
  const byType = new Map<AuthorisedRecordType, number[]>();
  for (const { id, typeId } of readPlaces(places)) {
    const authorised = findAuthorisedRecordType(config, viewer, typeId);
    if (authorised === null) continue;
    byType.set(authorised, [...(byType.get(authorised) ?? []), id]);
  }
  const types = [...byType];
  if (types.length === 0) return new Map();
  const answers = await ask(
    types.map(([recordType, ids]) => inSightStatement(queryOfIds(ids, recordType, { config, viewer }))),
  );
  return new Map(
    types.flatMap(([{ type }], index) => readIdsInSight(answers[index]).map((id) => [id, type.id] as const)),
  );
}

/** Of those that were named. Their lines are shown to who sees them, and stay as they are. */
export const deletedRecords = (places: Answer | undefined): ReadonlySet<number> =>
  new Set(readPlaces(places).flatMap(({ id, isEnabled }) => (isEnabled ? [] : id)));

/** The same of records that are said to be of one type. */
export async function findSightInType(
  ids: readonly number[],
  recordType: AuthorisedRecordType,
  context: MemberContext,
  ask: (statements: Statement[]) => Promise<Answer[]>,
): Promise<Sight> {
  const [found] = await ask([inSightStatement(queryOfIds(ids, recordType, context))]);
  return new Map(readIdsInSight(found).map((id) => [id, recordType.type.id]));
}

/** Of a record in sight it is said why its lines are not shown; of any other only that it was not found. */
export function requireLines(viewer: Viewer, typeId: RecordTypeId): void {
  if (!mayOnRecordType(viewer, 'line item access', typeId))
    throw new Refusal('FORBIDDEN', 'Your role may not see line items here.');
}

export function requireEditableLines(viewer: Viewer, typeId: RecordTypeId): void {
  requireLines(viewer, typeId);
  if (!mayOnRecordType(viewer, 'edit line items', typeId))
    throw new Refusal('FORBIDDEN', 'Your role may not change line items here.');
}
