// Who of the members sees a record. Each is asked for through the query of records, with what their own role may see, so
// that nothing is judged here. Members of one role mostly ask the same, and it is asked once.
import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { findViewer } from '@rowhouse/domain/access/find-viewer.ts';
import type { UserId } from '@rowhouse/domain/kernel/ids.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Answer } from '../../platform/database/database.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { inSightStatement, queryOfIds, readIdsInSight } from '../../platform/record-store/sight.ts';
import type { SeenRecord } from '../../platform/record-store/sight.ts';

export async function findSeeing(
  people: readonly UserId[],
  { id, typeId }: SeenRecord,
  { config, viewer }: Pick<MemberContext, 'config' | 'viewer'>,
  ask: (statements: readonly Statement[]) => Promise<Answer[]>,
): Promise<ReadonlySet<UserId>> {
  const questions = new Map<string, { statement: Statement; people: UserId[] }>();
  for (const person of people) {
    const other = findViewer(config, person, viewer.sessionId);
    const recordType = other === null ? null : findAuthorisedRecordType(config, other, typeId);
    if (other === null || recordType === null) continue;
    const statement = inSightStatement(queryOfIds([id], recordType, { config, viewer: other }));
    const key = `${statement.text} ${JSON.stringify(statement.values)}`;
    const asked = questions.get(key) ?? { statement, people: [] };
    asked.people.push(person);
    questions.set(key, asked);
  }
  const all = [...questions.values()];
  if (all.length === 0) return new Set();
  const answers = await ask(all.map(({ statement }) => statement));
  return new Set(
    all.flatMap((asked, index) => (readIdsInSight(answers[index]).length > 0 ? asked.people : [])),
  );
}
