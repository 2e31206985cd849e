import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { mayOnRecordType } from '@rowhouse/domain/access/decide.ts';
import { mayNotBulkDownload } from '@rowhouse/domain/bulk-download/rules.ts';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import { pageStatement } from '../../platform/record-store/page-statements.ts';
import { queryOfIds } from '../../platform/record-store/sight.ts';
import { findPlacesStatement, readPlaces } from '../../platform/record-store/standing-records.ts';
import { fileColumn, noColumn, numberColumn, readFileRows } from './sql.ts';
import type { AttachedFile } from './sql.ts';

export type RecordWithFile = {
  readonly id: number;
  readonly typeName: string;
  /** Null for whoever may not see it. */
  readonly number: string | null;
  /** Null where there is none, or none that the role may see. */
  readonly file: AttachedFile | null;
};

/**
 * Of the records named those in sight, in their order. Refuses when one of them is of a type whose files the role may
 * not download together: a record out of sight is absent before that is asked.
 */
export async function findRecordsWithFiles(
  ids: readonly number[],
  context: Pick<MemberContext, 'config' | 'viewer' | 'read'>,
): Promise<RecordWithFile[]> {
  const { config, viewer } = context;
  const places = await context.read([findPlacesStatement(config, ids)]);
  const types = [...new Set(readPlaces(places.answers[0]).map(({ typeId }) => typeId))].flatMap(
    (typeId) => findAuthorisedRecordType(config, viewer, typeId) ?? [],
  );
  const { answers } = await context.read(types.map((recordType) => statementOf(ids, recordType, context)));
  const found = new Map<number, RecordWithFile>();
  types.forEach(({ type }, index) => {
    const records = readFileRows(answers[index]);
    if (records.length > 0 && !mayOnRecordType(viewer, 'bulk download', type.id))
      throw new Refusal('FORBIDDEN', mayNotBulkDownload);
    for (const record of records) found.set(record.id, { ...record, typeName: type.name });
  });
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** By the query of records, so that deleted rows and the role's confinement are judged there alone. */
function statementOf(
  ids: readonly number[],
  recordType: AuthorisedRecordType,
  context: Pick<MemberContext, 'config' | 'viewer'>,
) {
  const { fields } = recordType;
  return pageStatement(
    queryOfIds(ids, recordType, context),
    () => [
      'id',
      fields.has('recordNumber') ? numberColumn : noColumn,
      fields.has('recordFile') ? fileColumn : noColumn,
    ],
    { offset: 0, limit: ids.length },
    null,
  );
}
