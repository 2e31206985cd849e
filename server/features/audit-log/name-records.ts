import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import { number, row } from '../../platform/database/row.ts';
import { mergedStatement } from '../../platform/record-store/page-statements.ts';
import { queryOfIds } from '../../platform/record-store/sight.ts';
import { findPlacesStatement, readPlaces } from '../../platform/record-store/standing-records.ts';

const numbered = row({ id: number, recordNumber: number.orNull });

/** The numbers of records by their ids, of those that the viewer sees; 'ID 7' where the number is hidden. */
export async function nameRecords(
  ids: readonly number[],
  context: MemberContext,
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const { answers } = await context.read([findPlacesStatement(context.config, [...new Set(ids)])]);
  const idsByType = new Map<AuthorisedRecordType, number[]>();
  for (const { id, typeId } of readPlaces(answers[0])) {
    const type = findAuthorisedRecordType(context.config, context.viewer, typeId);
    if (type !== null) idsByType.set(type, [...(idsByType.get(type) ?? []), id]);
  }
  if (idsByType.size === 0) return new Map();
  const lines = mergedStatement(
    [...idsByType].map(([type, ofType]) => queryOfIds(ofType, type, context)),
    ({ recordType }) => ['id', recordType.fields.has('recordNumber') ? 'record_number' : 'null::bigint'],
    { offset: 0, limit: ids.length },
  );
  const found = numbered.read((await context.read([lines])).answers[0]);
  return new Map(found.map(({ id, recordNumber }) => [id, String(recordNumber ?? `ID ${id}`)]));
}
