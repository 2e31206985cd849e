import type { Answer, TenantScope } from '../platform/database/database.ts';
import { number, row } from '../platform/database/row.ts';
import { tenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { SessionId, TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import type { Statement } from '../platform/database/statement-batch.ts';
import { membershipStateColumns, readState } from '../platform/membership-state.ts';
import type { MembershipState } from '../platform/membership-state.ts';

/** Of no tenant: no row of any is in its sight. */
export const nowhere: TenantScope = { tenantId: tenantId(0), userId: null };

const asked = row({ place: number.at('asked.place - 1') });

/** What a request asks before it answers, of many at once. */
export const membershipStatesStatement = (
  people: readonly { readonly tenantId: TenantId; readonly userId: UserId; readonly sessionId: SessionId }[],
): Statement => ({
  text: `select ${asked.columns}, ${membershipStateColumns}
         from unnest($1::int[], $2::bigint[], $3::text[]) with ordinality as asked (tenant, person, session, place)
         cross join lateral member_state(asked.tenant, asked.person, asked.session, '{}') state`,
  values: [
    people.map((one) => one.tenantId),
    people.map((one) => one.userId),
    people.map((one) => one.sessionId),
  ],
  isPrepared: true,
});

/** By their places among the asked; who is no member at all is not in it. */
export const readMembershipStates = (answer: Answer | undefined): ReadonlyMap<number, MembershipState> =>
  new Map(
    (answer?.rows ?? []).map((stored) => {
      const [{ place }, state] = asked.split(stored);
      return [place, readState(state)];
    }),
  );
