import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import type { FindLastRecordChangesInput, LastRecordChange } from '@rowhouse/domain/contract.generated.ts';
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import { baseColumns } from '../../platform/record-store/column.ts';
import { inSightStatement, readIdsInSight } from '../../platform/record-store/sight.ts';
import { queryByIds } from './parse-record-query.ts';
import { lastChangesStatement, readLastChanges } from './sql.ts';

const mostIds = 200;

/** A change of hidden fields alone is nobody's: neither who made it is told, nor that it was made. */
export async function findLastChanges(
  data: FindLastRecordChangesInput,
  context: MemberContext,
): Promise<LastRecordChange[]> {
  const { config, viewer } = context;
  const recordType = context.authorise(data.recordTypeId);
  if (data.ids.length > mostIds) throw invalid(`At most ${mostIds} records can be named at once.`, 'ids');
  const { answers } = await context.readTogether([
    inSightStatement(queryByIds(data.ids, recordType, context)),
    lastChangesStatement(viewer.tenantId, data.ids, auditKeysOf(recordType)),
  ]);
  const inSight = new Set(readIdsInSight(answers[0]));
  return readLastChanges(answers[1]).flatMap(({ userId, ...change }) => {
    if (!inSight.has(change.id)) return [];
    const member = userId === null ? undefined : config.members.get(userId);
    return { ...change, user: member === undefined ? null : { id: member.id, name: member.name } };
  });
}

const columns: Readonly<Record<string, { readonly expression: string }>> = baseColumns;

/** As the audit log names the fields that the viewer sees. */
const auditKeysOf = ({ fields }: AuthorisedRecordType): string[] =>
  [...fields.values()].flatMap(({ base, stored }) =>
    base === null
      ? [...stored.values()].map(({ id }) => additionalFieldKey(id))
      : // The time of a change is seen with what changed, and alone tells of nothing.
        base.name === 'updatedAt'
        ? []
        : (columns[base.name]?.expression ?? []),
  );
