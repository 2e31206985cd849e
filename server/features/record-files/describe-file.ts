import { buffer } from 'node:stream/consumers';
import type { RecordFileLink } from '@rowhouse/domain/contract.generated.ts';
import { refuseFile } from '@rowhouse/domain/record-files/rules.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Grants } from '../../identity/grants.ts';
import type { ObjectStorage } from '../../platform/object-storage/object-storage.ts';
import { signFileGrant } from '../../identity/sign-file-grant.ts';
import type { StoredFile } from './sql.ts';

/** A file that the viewer may have. Its content is read only where the request asks for it. */
export async function describeFile(
  file: StoredFile,
  parts: { readonly grants: Grants; readonly storage: ObjectStorage },
  { viewer, selection }: MemberContext,
): Promise<RecordFileLink> {
  const isContentAsked = selection.some(({ name }) => name === 'fileEncoded');
  return {
    id: file.id,
    originalFileName: file.originalFileName,
    fileBucketId: file.objectKey.split('/').at(-1) ?? '',
    createdAt: file.createdAt,
    annotation: file.annotation,
    fileEncoded: isContentAsked ? await readEncoded(file, parts.storage) : null,
    signedUrl: `/files/${signFileGrant(parts.grants, file.id, viewer)}`,
  };
}

async function readEncoded({ objectKey }: StoredFile, storage: ObjectStorage): Promise<string> {
  const stored = await storage.open(objectKey);
  if (stored === null) throw refuseFile();
  return (await buffer(stored.content)).toString('base64');
}
