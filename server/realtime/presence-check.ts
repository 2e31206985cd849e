import { findViewer } from '@rowhouse/domain/access/find-viewer.ts';
import { secondFactorRequired } from '@rowhouse/domain/identity/rules.ts';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import type { Viewer } from '@rowhouse/domain/kernel/viewer.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import { accessChanged, isOfToken, verifyMemberClaims } from '../graphql/member-claims.ts';
import type { Credentials } from '../graphql/member-claims.ts';
import type { Database } from '../platform/database/database.ts';
import type { BackendClaims, Tokens } from '../platform/identity/tokens.ts';
import type { MembershipState } from '../platform/membership-state.ts';
import { readMembershipState } from '../platform/membership-state.ts';
import type { TenantConfigCache } from '../platform/tenant-config/tenant-config-cache.ts';
import { membershipStatesStatement, nowhere } from './sql.ts';

/** Somebody who is there by a socket, with what they may see as of the last check. */
export type Presence = {
  readonly credentials: Credentials;
  readonly claims: BackendClaims;
  seen: { readonly config: TenantConfig; readonly viewer: Viewer } | null;
};

/**
 * Asks of everybody what a request asks of one, in one statement, and answers who may no longer be there, and why. Of
 * all others `seen` is as of now.
 */
export type PresenceCheck = (presences: readonly Presence[]) => Promise<ReadonlyMap<Presence, Refusal>>;

export function createPresenceCheck(parts: {
  database: Database;
  configs: TenantConfigCache;
  tokens: Tokens;
}): PresenceCheck {
  const { database, configs, tokens } = parts;

  const whyTokensAreOver = ({ credentials }: Presence): Refusal | null => {
    try {
      verifyMemberClaims(tokens, credentials, null);
      return null;
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  };

  async function presentConfig(tenantId: TenantId, version: number): Promise<TenantConfig | null> {
    const known = await configs.find(tenantId);
    return known !== null && known.version >= version ? known : configs.reload(tenantId);
  }

  return async (presences) => {
    const refusals = new Map<Presence, Refusal>();
    const asked = new Map<string, Presence[]>();
    for (const presence of presences) {
      const over = whyTokensAreOver(presence);
      const { tenantId, userId, sessionId } = presence.claims;
      const key = `${tenantId}:${userId}:${sessionId}`;
      if (over !== null) refusals.set(presence, over);
      else asked.set(key, [...(asked.get(key) ?? []), presence]);
    }
    if (asked.size === 0) return refusals;

    const groups = [...asked.values()];
    const claims = groups.flatMap(([first]) => first?.claims ?? []);
    const [answer] = await database.read(nowhere, [membershipStatesStatement(claims)]);
    const states = new Map(
      (answer?.rows ?? []).map(([place, ...row]) => [
        Number(place),
        readMembershipState({ rows: [row], count: 1 }),
      ]),
    );
    const configsByTenant = new Map<TenantId, TenantConfig | null>();
    for (const [place, { tenantId }] of claims.entries()) {
      const version = states.get(place)?.configVersion;
      if (version === undefined || (configsByTenant.get(tenantId)?.version ?? -1) >= version) continue;
      configsByTenant.set(tenantId, await presentConfig(tenantId, version));
    }

    for (const [place, group] of groups.entries()) {
      for (const presence of group) {
        const config = configsByTenant.get(presence.claims.tenantId) ?? null;
        const refusal = whyNotPresent(states.get(place) ?? null, presence.claims);
        const viewer =
          config === null ? null : findViewer(config, presence.claims.userId, presence.claims.sessionId);
        if (refusal !== null) refusals.set(presence, refusal);
        else if (config === null || viewer === null || !isOfToken(viewer, presence.claims))
          refusals.set(presence, accessChanged());
        else presence.seen = { config, viewer };
      }
    }
    return refusals;
  };
}

function whyNotPresent(state: MembershipState | null, claims: BackendClaims): Refusal | null {
  if (state === null || !state.mayEnter)
    return new Refusal('UNAUTHENTICATED', 'Your session has ended. Please sign in again.');
  if (!state.secondFactorOk) return secondFactorRequired();
  const isSameRole = state.roleId === claims.roleId && state.membershipVersion === claims.membershipVersion;
  return isSameRole ? null : accessChanged();
}
