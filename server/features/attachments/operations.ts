import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { readAttachedFile, recordFileKey } from '@rowhouse/domain/attachments/attached-file.ts';
import { uploadLinkTtlMs } from '@rowhouse/domain/attachments/limits.ts';
import {
  requireFileField,
  toFileName,
  tooManyUnsaved,
  uploadGrant,
  whyNotFile,
} from '@rowhouse/domain/attachments/rules.ts';
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import { recordTypeId as asRecordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { Refusal, invalid } from '@rowhouse/domain/kernel/refusal.ts';
import { fileGrant, fileLinkTtlMs, refuseFile } from '@rowhouse/domain/record-files/rules.ts';
import { resolvePresentUser } from '@rowhouse/domain/records/present-user.ts';
import type { MemberContext, OperationTable } from '../../graphql/operation.ts';
import { makeObjectKey } from '../../platform/object-storage/object-storage.ts';
import type { Grants } from '../../platform/identity/grants.ts';
import { pageStatement } from '../../platform/record-store/record-query.ts';
import { readFile, selectFile } from '../record-files/sql.ts';
import { attachmentColumn, reserveUploadStatement } from './sql.ts';

/** What a link to send a file to carries; the route judges it anew. */
export type UploadRequest = {
  readonly recordTypeId: number;
  readonly fieldKey: string;
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly objectKey: string;
};

export const attachmentsOperations = ({
  grants,
}: {
  grants: Grants;
}): Pick<OperationTable, 'startFileUpload' | 'getRecordAttachment'> => ({
  async startFileUpload({ data }, context) {
    const { recordTypeId, recordAdditionalFieldByTypeId: fieldId, sizeBytes } = data;
    const recordType = context.authorise(recordTypeId);
    const fieldKey = fieldId == null ? recordFileKey : additionalFieldKey(fieldId);
    requireFileField(recordType, fieldKey);
    const fileName = toFileName(data.fileName);
    const whyNot = whyNotFile(fieldKey, { name: fileName, sizeBytes });
    if (whyNot !== null) throw invalid(whyNot, fieldKey);
    const { tenantId, userId, sessionId } = context.viewer;
    const objectKey = makeObjectKey(tenantId, fileName);
    await context.write([reserveUploadStatement(tenantId, userId, objectKey)], (_, [reserved]) => {
      if (reserved?.rows.length !== 1) throw new Refusal('LIMITED', tooManyUnsaved);
      return Promise.resolve();
    });
    const upload: UploadRequest = { recordTypeId, fieldKey, fileName, sizeBytes, objectKey };
    const grant = grants.signGrant(uploadGrant, { tenantId, userId, sessionId, upload }, uploadLinkTtlMs);
    return { url: `/uploads/${grant}` };
  },

  async getRecordAttachment({ data }, context) {
    const value = await findValue(data, context);
    if (value === null) throw refuseFile();
    const attached = readAttachedFile(value);
    if (attached === null) {
      // Specification 8: a value that does not parse is logged, and reads as no file.
      context.request.log.warn({ record: data.recordId }, 'an attachment value does not parse');
      throw refuseFile();
    }
    const file = readFile((await context.read([selectFile(attached.id)])).answers[0]);
    if (file === null) throw refuseFile();
    const { tenantId } = context.viewer;
    const grant = grants.signGrant(fileGrant, { tenantId, fileId: file.id }, fileLinkTtlMs);
    return { id: file.id, originalFileName: file.originalFileName, signedUrl: `/files/${grant}` };
  },
});

type Place = {
  readonly recordId: number;
  readonly recordTypeId: number;
  readonly recordAdditionalFieldByTypeId: number;
};

/** Asked through the query of records, so that deleted rows and the role's confinement are judged there alone. */
async function findValue(
  { recordId, recordTypeId, recordAdditionalFieldByTypeId }: Place,
  context: MemberContext,
): Promise<string | null> {
  const { config, viewer } = context;
  const recordType = findAuthorisedRecordType(config, viewer, asRecordTypeId(recordTypeId));
  const field = recordType?.fields.get(additionalFieldKey(recordAdditionalFieldByTypeId));
  if (!recordType || field?.dataType !== 'attachment') return null;
  const statement = pageStatement(
    {
      recordType,
      enabledOnly: !recordType.maySeeDeleted,
      ids: [recordId],
      conditions: [],
      search: null,
      sort: [],
      resolve: (criteria, ofField) => resolvePresentUser(criteria, ofField, config, viewer.userId),
    },
    (type) => {
      const stored = field.stored.get(type.id);
      return [stored === undefined ? 'null::text' : attachmentColumn(stored.id)];
    },
    { offset: 0, limit: 1 },
    null,
  );
  return (await context.read([statement])).answers[0]?.rows[0]?.[0] ?? null;
}
