import { confirmLinkTtlMs, uploadLinkTtlMs } from '@rowhouse/domain/attachments/limits.ts';
import { confirmUploadGrant } from '@rowhouse/domain/attachments/rules.ts';
import type { DirectUpload } from '@rowhouse/domain/contract.generated.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Grants } from '../../identity/grants.ts';
import type { ObjectStorage } from '../../platform/object-storage/object-storage.ts';
import { mimeTypeOf } from './keep-file.ts';

/** What a link to send a file to carries; the route judges it anew. */
export type UploadRequest = {
  readonly recordTypeId: number;
  readonly fieldKey: string;
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly objectKey: string;
  readonly annotation: string | null;
};

/** How seldom the log says that browsers do not reach the storage. */
const warnEveryMs = 60 * 60_000;

/** The address of the storage itself for a file; null where there is none, and for who did not reach the storage by it. */
export function createDirectUploads({ grants, storage }: { grants: Grants; storage: ObjectStorage }) {
  let warnedAt = Number.NEGATIVE_INFINITY;

  return async (
    upload: UploadRequest,
    { throughServer, context }: { throughServer: boolean; context: MemberContext },
  ): Promise<DirectUpload | null> => {
    const { incoming } = storage;
    if (incoming === undefined) return null;
    const { log } = context.request;
    if (throughServer) {
      if (performance.now() - warnedAt < warnEveryMs) return null;
      warnedAt = performance.now();
      log.warn('a browser did not reach the file storage and sends through this server: doctor says why');
      return null;
    }
    const { tenantId, userId, sessionId } = context.viewer;
    const object = { mimeType: mimeTypeOf(upload), sizeBytes: upload.sizeBytes };
    try {
      const { url, headers } = await incoming.sign(upload.objectKey, object, uploadLinkTtlMs);
      const grant = grants.signGrant(
        confirmUploadGrant,
        { tenantId, userId, sessionId, upload },
        confirmLinkTtlMs,
      );
      return {
        url,
        headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
        confirmUrl: `/uploads/confirm/${grant}`,
      };
    } catch (error) {
      // Credentials that cannot be had now: there is the other road.
      log.warn({ err: error }, 'no address of the file storage could be signed');
      return null;
    }
  };
}
