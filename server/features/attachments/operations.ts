import type { AuthorisedField } from '@rowhouse/domain/access/authorised-record-type.ts';
import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { deletedIsNotEdited } from '@rowhouse/domain/records/deleted-record.ts';
import { mayOnRecordType } from '@rowhouse/domain/access/decide.ts';
import {
  readAttachedFiles,
  recordFileKey,
  writeAttachedFiles,
} from '@rowhouse/domain/attachments/attached-file.ts';
import { longestAnnotation, uploadLinkTtlMs } from '@rowhouse/domain/attachments/limits.ts';
import {
  descriptionTooLong,
  nameMissing,
  notMultipart,
  renameFile,
  requireFileField,
  toFileName,
  tooManyUnsaved,
  uploadGrant,
  whyNotFile,
} from '@rowhouse/domain/attachments/rules.ts';
import type { UpdateRecordFileInput, UpdatedRecordFile } from '@rowhouse/domain/contract.generated.ts';
import { additionalFieldKey, parseFieldKey } from '@rowhouse/domain/fields/field.ts';
import { recordTypeId as asRecordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { Refusal, invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import { refuseFile } from '@rowhouse/domain/record-files/rules.ts';
import { resolveCurrentUser } from '@rowhouse/domain/records/current-user.ts';
import { withNewest } from '../../graphql/granted-member.ts';
import { accessChanged } from '../../graphql/member-claims.ts';
import type { MemberContext, OperationTable } from '../../graphql/operation.ts';
import { StaleConfiguration } from '../../graphql/member-context.ts';
import { makeObjectKey } from '../../platform/object-storage/object-storage.ts';
import type { Grants } from '../../identity/grants.ts';
import { updateStatement } from '../../platform/record-store/change-statements.ts';
import { pageStatement } from '../../platform/record-store/page-statements.ts';
import { queryOfIds } from '../../platform/record-store/sight.ts';
import type { Clock } from '../../platform/clock.ts';
import { signFileGrant } from '../../identity/sign-file-grant.ts';
import { readFile, selectFile } from '../record-files/sql.ts';
import { findPlacesStatement, readPlaces } from '../../platform/record-store/standing-records.ts';
import { describeAttachment, fileFieldsOf, heldFilesStatement, readHeld } from './held-files.ts';
import type { createDirectUploads, UploadRequest } from './sign-direct-upload.ts';
import { findUploader } from './newest-uploader.ts';
import type { UploaderParts } from './newest-uploader.ts';
import type { StoreFile } from './store-file.ts';
import {
  attachmentColumn,
  changeFileStatement,
  listFilesStatement,
  readAttachment,
  readListedFiles,
  reserveUploadStatement,
  setAttachmentAssignment,
} from './sql.ts';

export const attachmentsOperations = ({
  grants,
  signDirect,
  storeFile,
  clock,
  uploaders,
}: {
  grants: Grants;
  signDirect: ReturnType<typeof createDirectUploads>;
  storeFile: StoreFile;
  clock: Clock;
  uploaders: UploaderParts;
}): Pick<
  OperationTable,
  'startFileUpload' | 'uploadFile' | 'getRecordAttachment' | 'findRecordFiles' | 'updateRecordFile'
> => ({
  async startFileUpload({ data }, context) {
    const { recordTypeId, sizeBytes } = data;
    const file = await reserve(data, sizeBytes, context);
    const { tenantId, userId, sessionId } = context.viewer;
    const upload: UploadRequest = { recordTypeId, ...file, sizeBytes };
    const expiresAt = new Date(clock.now() + uploadLinkTtlMs).toISOString();
    const grant = grants.signGrant(uploadGrant, { tenantId, userId, sessionId, upload }, uploadLinkTtlMs);
    return {
      url: `/uploads/${grant}`,
      method: 'PUT',
      key: file.objectKey,
      expiresAt,
      direct: await signDirect(upload, { throughServer: data.throughServer ?? false, context }),
    };
  },

  async uploadFile({ data }, context) {
    const sent = context.request.takeFile?.() ?? null;
    if (sent === null) throw invalid(notMultipart, 'file');
    const fieldKey = fieldKeyOf(data);
    const { recordTypeId } = data;
    // The gate would begin again, and the file is sent once.
    const uploader = withNewest(context, () =>
      findUploader(uploaders, context.viewer, { recordTypeId, fieldKey }, accessChanged),
    );
    // Of the length nothing is known yet; what comes is held to it as it comes.
    const file = await reserve({ ...data, fileName: sent.fileName }, 1, uploader);
    return storeFile({ ...file, sizeBytes: null }, sent.content, uploader);
  },

  async getRecordAttachment({ data }, context) {
    const value = await findValue(data, context);
    if (value === null) throw refuseFile();
    const files = readAttachedFiles(value);
    if (files.length === 0) {
      // Specification 8: a value that does not parse is logged, and reads as no file.
      context.request.log.warn({ record: data.recordId }, 'an attachment value does not parse');
      throw refuseFile();
    }
    const asked = files.find(({ id }) => data.fileId == null || id === data.fileId);
    if (asked === undefined) throw refuseFile();
    const file = readFile((await context.read([selectFile(asked.id)])).answers[0]);
    if (file === null) throw refuseFile();
    const grant = signFileGrant(grants, file.id, context.viewer);
    return { id: file.id, originalFileName: file.originalFileName, signedUrl: `/files/${grant}` };
  },

  async findRecordFiles({ data }, context) {
    const recordType = context.authorise(data.recordTypeId);
    const fields = fileFieldsOf(recordType);
    const query = queryOfIds([data.recordId], recordType, context);
    const found = readHeld((await context.read([heldFilesStatement(query, fields)])).answers[0], fields);
    if (found === null) throw notFound('The record');
    const ids = found.held.flatMap((one) => one.ids);
    const listed =
      ids.length === 0 ? [] : readListedFiles((await context.read([listFilesStatement(ids)])).answers[0]);
    const byId = new Map(listed.map((file) => [file.id, file]));
    const mayDelete = deletingActions.some((action) =>
      mayOnRecordType(context.viewer, action, recordType.type.id),
    );
    return {
      version: found.version,
      mayDelete,
      files: found.held.flatMap(({ field, ids: ofField }) =>
        ofField.flatMap((id) => {
          const file = byId.get(id);
          return file === undefined ? [] : describeAttachment(file, field, fieldIdOf(field), context.config);
        }),
      ),
    };
  },

  updateRecordFile: changeFile,
});

/** Specification 6: 'soft delete', and 'record soft delete' for attachments. */
const deletingActions = ['soft delete', 'record soft delete'] as const;

/** As the grid names it; null for the record file. */
function fieldIdOf({ key }: AuthorisedField): number | null {
  const parsed = parseFieldKey(key);
  return 'fieldId' in parsed ? parsed.fieldId : null;
}

/** The name stands in the value of an attachment field as well: there it is changed by an entry of the history. */
async function changeFile(
  { data }: { data: UpdateRecordFileInput },
  context: MemberContext,
): Promise<UpdatedRecordFile> {
  const { recordId, recordTypeId, recordAdditionalFieldByTypeId: fieldId, fileId } = data;
  const recordType = context.authorise(recordTypeId);
  const field = requireFileField(recordType, fieldId == null ? recordFileKey : additionalFieldKey(fieldId));
  const query = queryOfIds([recordId], recordType, context);
  const statements = [
    heldFilesStatement(query, [field]),
    listFilesStatement([fileId]),
    findPlacesStatement(context.config, [recordId]),
  ];
  return context.write(statements, async (transaction, [heldAnswer, fileAnswer, placeAnswer]) => {
    const found = readHeld(heldAnswer, [field]);
    const [file] = readListedFiles(fileAnswer);
    const [place] = readPlaces(placeAnswer);
    const ids = found?.held[0]?.ids ?? [];
    if (found === null || file === undefined || place === undefined || !ids.includes(fileId))
      throw refuseFile();
    if (!place.isEnabled) throw invalid(deletedIsNotEdited);
    const name = data.name == null ? file.name : renameFile(file.name, data.name);
    if (name === null) throw invalid(nameMissing, 'name');
    const annotation = data.description == null ? file.annotation : data.description.trim() || null;
    if (annotation !== null && annotation.length > longestAnnotation)
      throw invalid(descriptionTooLong, 'description');
    const changed = { ...file, name, annotation };
    await transaction.run([changeFileStatement(fileId, name, annotation)]);
    const isNamedInValue = fieldId != null && name !== file.name;
    if (isNamedInValue) {
      const files = readListedFiles(await transaction.one(listFilesStatement(ids)));
      const value = writeAttachedFiles(ids.flatMap((id) => files.find((one) => one.id === id) ?? []));
      const updated = await transaction.one(
        updateStatement(
          query,
          place.bucket,
          (values) => [setAttachmentAssignment(fieldId, value, values)],
          place.storedVersion,
          ['id'],
        ),
      );
      // Somebody saved at the same moment, and perhaps only what is hidden here: it is all read again.
      if (updated.rows.length === 0) throw new StaleConfiguration();
    }
    return {
      version: found.version + (isNamedInValue ? 1 : 0),
      file: describeAttachment(changed, field, fieldId ?? null, context.config),
    };
  });
}

type FieldOfFile = { readonly recordAdditionalFieldByTypeId?: number | null | undefined };
type FileForField = FieldOfFile & {
  readonly recordTypeId: number;
  readonly fileName: string;
  readonly annotation?: string | null | undefined;
};

const fieldKeyOf = ({ recordAdditionalFieldByTypeId: fieldId }: FieldOfFile): string =>
  fieldId == null ? recordFileKey : additionalFieldKey(fieldId);

/** Judges what is known of a file for the field, and keeps a key for it among those that the person may have. */
async function reserve(data: FileForField, sizeBytes: number, context: MemberContext) {
  const recordType = context.authorise(data.recordTypeId);
  const fieldKey = fieldKeyOf(data);
  requireFileField(recordType, fieldKey);
  const fileName = toFileName(data.fileName);
  const whyNot = whyNotFile(fieldKey, { name: fileName, sizeBytes });
  if (whyNot !== null) throw invalid(whyNot, fieldKey);
  const annotation = data.annotation?.trim() || null;
  if (annotation !== null && annotation.length > longestAnnotation)
    throw invalid(`An annotation has at most ${longestAnnotation} characters.`, 'annotation');
  const { tenantId, userId } = context.viewer;
  const objectKey = makeObjectKey(tenantId, fileName);
  await context.write([reserveUploadStatement(tenantId, userId, objectKey)], (_, [reserved]) => {
    if (reserved?.rows.length !== 1) throw new Refusal('LIMITED', tooManyUnsaved);
    return Promise.resolve();
  });
  return { fieldKey, fileName, objectKey, annotation };
}

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
      resolve: (criteria, ofField) => resolveCurrentUser(criteria, ofField, config, viewer.userId),
    },
    (type) => {
      const stored = field.stored.get(type.id);
      return [stored === undefined ? 'null::text' : attachmentColumn(stored.id)];
    },
    { offset: 0, limit: 1 },
    null,
  );
  return readAttachment((await context.read([statement])).answers[0]);
}
