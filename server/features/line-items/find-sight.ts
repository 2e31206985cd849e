// Which of the records named by id the viewer sees, asked through the query of records, so that deleted ones and the
// role's confinement are judged there alone. What is out of sight is not in the answer.
import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { mayOnRecordType } from '@rowhouse/domain/access/decide.ts';
import { recordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import type { RecordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import type { Viewer } from '@rowhouse/domain/kernel/viewer.ts';
import { resolvePresentUser } from '@rowhouse/domain/records/present-user.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Answer } from '../../platform/database/database.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { inSightStatement } from '../../platform/record-store/sight.ts';

/** The type of each record in sight. */
export type Sight = ReadonlyMap<number, RecordTypeId>;

/** @param places the answer of `findPlacesStatement` */
export async function findSight(
  places: Answer | undefined,
  { config, viewer }: MemberContext,
  ask: (statements: Statement[]) => Promise<Answer[]>,
): Promise<Sight> {
  const byType = new Map<AuthorisedRecordType, number[]>();
  for (const row of places?.rows ?? []) {
    const authorised = findAuthorisedRecordType(config, viewer, recordTypeId(Number(row[1])));
    if (authorised === null) continue;
    byType.set(authorised, [...(byType.get(authorised) ?? []), Number(row[0])]);
  }
  const types = [...byType];
  if (types.length === 0) return new Map();
  const answers = await ask(
    types.map(([recordType, ids]) =>
      inSightStatement({
        recordType,
        enabledOnly: !recordType.maySeeDeleted,
        ids,
        conditions: [],
        search: null,
        sort: [],
        resolve: (criteria, field) => resolvePresentUser(criteria, field, config, viewer.userId),
      }),
    ),
  );
  return new Map(
    types.flatMap(([{ type }], index) =>
      (answers[index]?.rows ?? []).map((row) => [Number(row[0]), type.id]),
    ),
  );
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
