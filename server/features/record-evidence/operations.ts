import type {
  AuthorisedField,
  AuthorisedRecordType,
} from '@rowhouse/domain/access/authorised-record-type.ts';
import { readAttachedFiles, recordFileKey } from '@rowhouse/domain/attachments/attached-file.ts';
import type { RecordEvidence } from '@rowhouse/domain/contract.generated.ts';
import { mostPlaces, whyNotPlace } from '@rowhouse/domain/documents/evidence-rules.ts';
import { invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import { refuseFile } from '@rowhouse/domain/record-files/rules.ts';
import type { StoredRecordType } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { MemberContext, OperationTable } from '../../graphql/operation.ts';
import type { Answer } from '../../platform/database/database.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { pageStatement } from '../../platform/record-store/page-statements.ts';
import { queryOfIds } from '../../platform/record-store/sight.ts';
import { attachmentColumn, heldFilesColumns, readHeldFiles } from '../attachments/sql.ts';
import { keepEvidenceStatement, listEvidenceStatement, readEvidence } from './sql.ts';

export const recordEvidenceOperations: Pick<OperationTable, 'findRecordEvidence' | 'keepRecordEvidence'> = {
  async findRecordEvidence({ data: { recordId, recordTypeId } }, context) {
    const recordType = context.authorise(recordTypeId);
    const { answers } = await context.read([heldFilesOf(recordId, recordType, context)]);
    const fileIds = readHeldIds(answers[0], recordType);
    return fileIds.length === 0 ? [] : list(recordId, recordType, fileIds, context);
  },

  async keepRecordEvidence({ data: { recordId, recordTypeId, places } }, context) {
    const recordType = context.authorise(recordTypeId);
    if (places.length > mostPlaces) throw invalid(`At most ${mostPlaces} places at once.`, 'places');
    for (const place of places) {
      const field = recordType.fields.get(place.fieldKey);
      if (field?.access !== 'Editable') throw invalid('This field cannot be edited.', 'fieldKey');
      const whyNot = whyNotPlace(place);
      if (whyNot !== null) throw invalid(whyNot, 'places');
    }
    const { tenantId, userId } = context.viewer;
    return context.write([heldFilesOf(recordId, recordType, context)], async (transaction, [held]) => {
      const fileIds = readHeldIds(held, recordType);
      if (places.some(({ fileId }) => !fileIds.includes(fileId))) throw refuseFile();
      await transaction.run(places.map((place) => keepEvidenceStatement(tenantId, userId, recordId, place)));
      const keys = [...recordType.fields.keys()];
      return readEvidence(await transaction.one(listEvidenceStatement(recordId, keys, fileIds)));
    });
  },
};

async function list(
  recordId: number,
  { fields }: AuthorisedRecordType,
  fileIds: readonly number[],
  context: MemberContext,
): Promise<RecordEvidence[]> {
  const { answers } = await context.read([listEvidenceStatement(recordId, [...fields.keys()], fileIds)]);
  return readEvidence(answers[0]);
}

/** What files the record holds in the fields that the viewer may see. Asked through the query of records. */
const heldFilesOf = (recordId: number, recordType: AuthorisedRecordType, context: MemberContext): Statement =>
  pageStatement(
    queryOfIds([recordId], recordType, context),
    (type) => heldFilesColumns(fileFieldsOf(recordType).map((field) => columnOf(field, type))),
    { offset: 0, limit: 1 },
    null,
  );

const fileFieldsOf = ({ fields }: AuthorisedRecordType): readonly AuthorisedField[] =>
  [...fields.values()].filter(({ dataType }) => dataType === 'attachment');

function columnOf(field: AuthorisedField, type: StoredRecordType): string {
  if (field.key === recordFileKey) return 'record_file_id::text';
  const stored = field.stored.get(type.id);
  return stored === undefined ? 'null::text' : attachmentColumn(stored.id);
}

/** Throws when the record is out of sight. */
function readHeldIds(answer: Answer | undefined, recordType: AuthorisedRecordType): number[] {
  const found = readHeldFiles(answer);
  if (found === null) throw notFound('The record');
  return fileFieldsOf(recordType).flatMap(({ key }, index) => {
    const value = found.values[index] ?? null;
    if (value === null) return [];
    return key === recordFileKey ? [Number(value)] : readAttachedFiles(value).map(({ id }) => id);
  });
}
