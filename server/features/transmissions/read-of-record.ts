import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { notFound } from '@rowhouse/domain/kernel/refusal.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Answer } from '../../platform/database/database.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { inSightStatement, queryOfIds, readIdsInSight } from '../../platform/record-store/sight.ts';
import { findPlacesStatement, readPlaces } from '../../platform/record-store/standing-records.ts';
import type { RecordTransmitting } from './record-transmitting.ts';

type OfRecord = { readonly recordId: number; readonly recordTypeId?: number | null | undefined };

/** What the statements find of a record in sight, with its type; refuses one that is not. */
export async function readOfRecord(
  { recordId, recordTypeId }: OfRecord,
  statements: readonly Statement[],
  records: RecordTransmitting,
  context: MemberContext,
): Promise<{ type: AuthorisedRecordType; answers: readonly Answer[] }> {
  const known = recordTypeId == null ? null : context.authorise(recordTypeId);
  // Of a super type it is not known which of its types the record is of.
  if (known !== null && !known.type.isSuper) {
    const inSight = inSightStatement(queryOfIds([recordId], known, context));
    const { answers } = await context.readTogether([inSight, ...statements]);
    if (!readIdsInSight(answers[0]).includes(recordId)) throw notFound('The record');
    return { type: known, answers: answers.slice(1) };
  }
  const { config, viewer } = context;
  const { answers } = await context.read([findPlacesStatement(config, [recordId]), ...statements]);
  const [place] = readPlaces(answers[0]);
  const type = place === undefined ? null : findAuthorisedRecordType(config, viewer, place.typeId);
  if (type === null || !(await records.findNumbers(type.type.id, [recordId], context)).has(recordId))
    throw notFound('The record');
  return { type, answers: answers.slice(1) };
}
