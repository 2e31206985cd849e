import { findViewer } from '@rowhouse/domain/access/find-viewer.ts';
import type { Grant } from '@rowhouse/domain/access/permissions.ts';
import { viewAs } from '@rowhouse/domain/access/view-as.ts';
import { sessionId, tenantId, userId } from '@rowhouse/domain/kernel/ids.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import { membershipStateStatement, readMembershipState } from '../platform/membership-state.ts';
import type { TenantConfigCache } from '../platform/tenant-config/tenant-config-cache.ts';
import { StaleConfiguration, createMemberContext } from './member-context.ts';
import type { MemberContext } from './operation.ts';

/**
 * The member whose link it is, as the company knows them now; null when they may not enter it any more. A link's
 * grant takes the place of tokens, and whatever is read or written by this context asks the database as ever.
 */
export async function findGrantedMember(
  parts: { database: Database; configs: TenantConfigCache; log: Log },
  payload: Readonly<Record<string, unknown>>,
  grant: Grant,
): Promise<MemberContext | null> {
  const config = await parts.configs.reload(tenantId(Number(payload['tenantId'])));
  const own =
    config === null
      ? null
      : findViewer(config, userId(Number(payload['userId'])), sessionId(String(payload['sessionId'])));
  if (config === null || own === null) return null;
  const [answer] = await parts.database.read({ tenantId: own.tenantId, userId: own.userId }, [
    membershipStateStatement(own, []),
  ]);
  // That of another company is refused with the first read.
  const view = readMembershipState(answer)?.view ?? null;
  const viewer = view === null ? own : viewAs(config, own, view);
  if (viewer === null) return null;
  const facts = { address: '', tenantHeader: null, log: parts.log };
  return createMemberContext(parts.database, config, viewer, grant, facts, [], { view });
}

/** Of how often the company is set up anew while a file is on its way. */
const mostTries = 5;

/**
 * What is set up meanwhile concerns a file on its way only where it takes away what it is for, or whoever sends it: that is
 * asked anew, and what was to be written is written. The bytes of a file are sent once.
 */
export const withNewest = (member: MemberContext, find: () => Promise<MemberContext>): MemberContext => ({
  ...member,
  async write(first, work, source) {
    let current = member;
    for (let tries = 1; ; tries += 1) {
      try {
        return await current.write(first, work, source);
      } catch (error) {
        if (!(error instanceof StaleConfiguration) || tries === mostTries) throw error;
        current = await find();
      }
    }
  },
});
