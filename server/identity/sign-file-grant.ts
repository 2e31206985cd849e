import type { Viewer } from '@rowhouse/domain/kernel/viewer.ts';
import { fileGrant, fileLinkTtlMs } from '@rowhouse/domain/record-files/rules.ts';
import type { Grants } from './grants.ts';

/** What stands in the link of a file that the viewer may have: good for a short time, and while their session is. */
export const signFileGrant = (
  grants: Grants,
  fileId: number,
  {
    tenantId,
    userId: seen,
    viewing,
    sessionId,
  }: Pick<Viewer, 'tenantId' | 'userId' | 'sessionId' | 'viewing'>,
): string => {
  // Whose session it is; as whom they look is asked when the link is opened.
  const userId = viewing?.by ?? seen;
  return grants.signGrant(fileGrant, { tenantId, userId, sessionId, fileId }, fileLinkTtlMs);
};
