import type { TenantScope } from '../platform/database/database.ts';
import { tenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { SessionId, TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import type { Statement } from '../platform/database/statement-batch.ts';

/** Of no tenant: no row of any is in its sight. */
export const nowhere: TenantScope = { tenantId: tenantId(0), userId: null };

/** What a request asks before it answers, of many at once: the place of the asked, then the columns of the state. */
export const membershipStatesStatement = (
  asked: readonly { readonly tenantId: TenantId; readonly userId: UserId; readonly sessionId: SessionId }[],
): Statement => ({
  text: `select asked.place - 1, state.*
         from unnest($1::int[], $2::bigint[], $3::text[]) with ordinality as asked (tenant, person, session, place)
         cross join lateral membership_state(asked.tenant, asked.person, asked.session, '{}') state`,
  values: [
    asked.map((one) => one.tenantId),
    asked.map((one) => one.userId),
    asked.map((one) => one.sessionId),
  ],
  isPrepared: true,
});
