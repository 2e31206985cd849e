import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { mayOnRecordType } from '@rowhouse/domain/access/decide.ts';
import { mayNotBulkDownload } from '@rowhouse/domain/bulk-download/rules.ts';
import { recordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import { resolvePresentUser } from '@rowhouse/domain/records/present-user.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import { pageStatement } from '../../platform/record-store/record-query.ts';
import { findPlacesStatement } from '../records/sql.ts';
import { fileColumn, noColumn, numberColumn, readFileRow } from './sql.ts';
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
  const types = [...new Set((places.answers[0]?.rows ?? []).map((row) => Number(row[1])))].flatMap(
    (id) => findAuthorisedRecordType(config, viewer, recordTypeId(id)) ?? [],
  );
  const { answers } = await context.read(types.map((recordType) => statementOf(ids, recordType, context)));
  const found = new Map<number, RecordWithFile>();
  types.forEach(({ type }, index) => {
    const rows = answers[index]?.rows ?? [];
    if (rows.length > 0 && !mayOnRecordType(viewer, 'bulk download', type.id))
      throw new Refusal('FORBIDDEN', mayNotBulkDownload);
    for (const row of rows) {
      const record = readFileRow(row);
      found.set(record.id, { ...record, typeName: type.name });
    }
  });
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** By the query of records, so that deleted rows and the role's confinement are judged there alone. */
function statementOf(
  ids: readonly number[],
  recordType: AuthorisedRecordType,
  { config, viewer }: Pick<MemberContext, 'config' | 'viewer'>,
) {
  const { fields } = recordType;
  return pageStatement(
    {
      recordType,
      enabledOnly: !recordType.maySeeDeleted,
      ids,
      conditions: [],
      search: null,
      sort: [],
      resolve: (criteria, field) => resolvePresentUser(criteria, field, config, viewer.userId),
    },
    () => [
      'id',
      fields.has('recordNumber') ? numberColumn : noColumn,
      fields.has('recordFile') ? fileColumn : noColumn,
    ],
    { offset: 0, limit: ids.length },
    null,
  );
}
