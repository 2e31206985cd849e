// The files that a change names by their ids. Whoever could name any file could read it through a record of their own:
// one may be named by whoever brought it, where it stands, and where that same person took it out (an undo).
import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { readAttachedFiles, recordFileKey } from '@rowhouse/domain/attachments/attached-file.ts';
import { largestRecordFileBytes } from '@rowhouse/domain/attachments/limits.ts';
import type { UpdateRecordInput } from '@rowhouse/domain/contract.generated.ts';
import { additionalFieldKey, parseFieldKey } from '@rowhouse/domain/fields/field.ts';
import type { UserId } from '@rowhouse/domain/kernel/ids.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { pageStatement } from '../../platform/record-store/page-statements.ts';
import type { RecordQuery } from '../../platform/record-store/record-query.ts';
import {
  attachmentColumn,
  findFilesStatement,
  findTakenOutStatement,
  readFiles,
  readTakenOut,
} from '../attachments/sql.ts';
import type { NamedFile } from '../attachments/sql.ts';
import type { FindFile } from './parse-record-change.ts';

/** File ids by the key of their field. */
export type NamedFiles = ReadonlyMap<string, readonly number[]>;

export const idsOf = (named: NamedFiles): readonly number[] => [...new Set([...named.values()].flat())];

type FileInput = Pick<UpdateRecordInput, 'recordFileId' | 'additionalFields'>;

/** None for a change without files, which is then not asked about at all. */
export function namedFilesOf(
  { recordFileId, additionalFields }: FileInput,
  recordType: AuthorisedRecordType,
): NamedFiles {
  const named = new Map<string, readonly number[]>();
  if (recordFileId != null) named.set(recordFileKey, [recordFileId]);
  for (const { recordAdditionalFieldByTypeId, value } of additionalFields ?? []) {
    const key = additionalFieldKey(recordAdditionalFieldByTypeId);
    const isFile = recordType.fields.get(key)?.dataType === 'attachment';
    const ids = isFile ? readAttachedFiles(value).map(({ id }) => id) : [];
    if (ids.length > 0) named.set(key, ids);
  }
  return named;
}

/** For a new record: what the person brought. */
export async function findOwnFiles(named: NamedFiles, context: MemberContext): Promise<FindFile> {
  if (named.size === 0) return () => null;
  const { answers } = await context.read([findFilesStatement(idsOf(named))]);
  return finder(readFiles(answers[0]), context.viewer.userId, () => false);
}

/** For a record that is there. */
export async function findFilesFor(
  recordId: number,
  named: NamedFiles,
  query: RecordQuery,
  context: MemberContext,
  transaction: Transaction,
): Promise<FindFile> {
  if (named.size === 0) return () => null;
  const keys = [...named.keys()];
  const { userId } = context.viewer;
  const [files, current, takenOut] = await transaction.run([
    findFilesStatement(idsOf(named)),
    pageStatement(query, () => keys.map(columnOf), { offset: 0, limit: 1 }, null),
    findTakenOutStatement(recordId, userId, keys.map(auditNameOf)),
  ]);
  const places = new Set<string>();
  const add = (key: string, stored: string | null | undefined) => {
    if (stored == null) return;
    const ids = key === recordFileKey ? [Number(stored)] : readAttachedFiles(stored).map(({ id }) => id);
    for (const id of ids) places.add(`${key} ${id}`);
  };
  const standing = current?.rows[0] ?? [];
  keys.forEach((key, index) => add(key, standing[index]));
  for (const { column, stored } of readTakenOut(takenOut)) add(keyOfAuditName(column), stored);
  return finder(readFiles(files), userId, (key, id) => places.has(`${key} ${id}`));
}

const recordFileColumn = 'record_file_id';

function columnOf(key: string): string {
  const parsed = parseFieldKey(key);
  return 'fieldId' in parsed ? attachmentColumn(parsed.fieldId) : `${recordFileColumn}::text`;
}

const auditNameOf = (key: string): string => (key === recordFileKey ? recordFileColumn : key);
const keyOfAuditName = (name: string): string => (name === recordFileColumn ? recordFileKey : name);

function finder(
  files: readonly NamedFile[],
  userId: UserId,
  stoodThere: (key: string, id: number) => boolean,
): FindFile {
  const byId = new Map(files.map((file) => [file.id, file]));
  return (key, id) => {
    const file = byId.get(id);
    if (file === undefined) return null;
    const isOwn = file.createdBy === userId && (key !== recordFileKey || isRecordFile(file));
    if (!isOwn && !stoodThere(key, id)) return null;
    return { id, name: file.name, sizeBytes: file.sizeBytes };
  };
}

/** Specification 5. What came for an attachment field may be anything. */
const isRecordFile = ({ mimeType, sizeBytes }: NamedFile): boolean =>
  mimeType === 'application/pdf' && sizeBytes <= largestRecordFileBytes;
