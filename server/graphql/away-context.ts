import { findViewer } from '@rowhouse/domain/access/find-viewer.ts';
import { sessionId, type TenantId, type UserId } from '@rowhouse/domain/kernel/ids.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import type { TenantConfigCache } from '../platform/tenant-config/tenant-config-cache.ts';
import { createMemberContext } from './member-context.ts';
import type { MemberContext } from './operation.ts';

type Parts = { readonly database: Database; readonly configs: TenantConfigCache; readonly log: Log };

/**
 * For work that goes on while its person is away: the context of a member as the company knows them now.
 * Null when they may not enter it any more.
 */
export async function findAwayContext(
  { database, configs, log }: Parts,
  { tenantId, userId }: { readonly tenantId: TenantId; readonly userId: UserId },
): Promise<MemberContext | null> {
  const viewerOf = (known: Awaited<ReturnType<typeof configs.find>>) =>
    known === null ? null : findViewer(known, userId, sessionId(''));
  let config = await configs.find(tenantId);
  if (viewerOf(config) === null) config = await configs.reload(tenantId);
  const viewer = viewerOf(config);
  if (config === null || viewer === null) return null;
  const facts = { address: '', tenantHeader: null, log };
  return createMemberContext(database, config, viewer, 'member', facts, [], { isAway: true });
}
