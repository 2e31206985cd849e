import { findViewer } from '@rowhouse/domain/access/find-viewer.ts';
import {
  refuseOtherCompanyWhileViewing,
  refuseViewThatIsOver,
  viewAs,
} from '@rowhouse/domain/access/view-as.ts';
import { secondFactorRequired } from '@rowhouse/domain/identity/rules.ts';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import type { Viewer } from '@rowhouse/domain/kernel/viewer.ts';
import type { ConfigPart, TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import { accessChanged, isOfToken, verifyMemberClaims } from '../graphql/member-claims.ts';
import type { Credentials } from '../graphql/member-claims.ts';
import type { Database } from '../platform/database/database.ts';
import type { BackendClaims, Tokens } from '../identity/tokens.ts';
import { changedParts } from '../platform/membership-state.ts';
import type { MembershipState } from '../platform/membership-state.ts';
import type { TenantConfigCache } from '../platform/tenant-config/tenant-config-cache.ts';
import { membershipStatesStatement, nowhere, readMembershipStates } from './sql.ts';

/** Somebody who is there by a socket, with what they may see as of the last check. */
export type Presence = {
  readonly credentials: Credentials;
  readonly claims: BackendClaims;
  seen: { readonly config: TenantConfig; readonly viewer: Viewer } | null;
};

type PresenceChecked = {
  /** Who may no longer be there, and why. */
  readonly refusals: ReadonlyMap<Presence, Refusal>;
  /** Of all others what of the configuration has changed since they were last checked; left out where nothing has. */
  readonly configured: ReadonlyMap<Presence, readonly ConfigPart[]>;
  /** Of all others who looks as somebody else than before, or as themselves again. */
  readonly turned: ReadonlySet<Presence>;
};

/** Asks of everybody what a request asks of one, in one statement. Of whoever may stay `seen` is as of now. */
export type PresenceCheck = (presences: readonly Presence[]) => Promise<PresenceChecked>;

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

  async function currentConfig(
    tenantId: TenantId,
    versions: TenantConfig['versions'],
  ): Promise<TenantConfig | null> {
    const known = await configs.find(tenantId);
    return known !== null && changedParts(known, versions).length === 0 ? known : configs.reload(tenantId);
  }

  /** By their places among the claims. Each cell answers for its own companies. */
  async function readStates(claims: readonly BackendClaims[]): Promise<ReadonlyMap<number, MembershipState>> {
    const found = new Map<number, MembershipState>();
    const ofCells = Map.groupBy(claims.entries(), ([, { tenantId }]) => database.cellOf(tenantId));
    for (const [cell, own] of ofCells) {
      const [answer] = await cell.read(nowhere, [membershipStatesStatement(own.map(([, one]) => one))]);
      const ofCell = readMembershipStates(answer);
      for (const [at, [place]] of own.entries()) {
        const state = ofCell.get(at);
        if (state !== undefined) found.set(place, state);
      }
    }
    return found;
  }

  return async (presences) => {
    const refusals = new Map<Presence, Refusal>();
    const configured = new Map<Presence, readonly ConfigPart[]>();
    const turned = new Set<Presence>();
    const asked = new Map<string, Presence[]>();
    for (const presence of presences) {
      const over = whyTokensAreOver(presence);
      const { tenantId, userId, sessionId } = presence.claims;
      const key = `${tenantId}:${userId}:${sessionId}`;
      if (over !== null) refusals.set(presence, over);
      else asked.set(key, [...(asked.get(key) ?? []), presence]);
    }
    if (asked.size === 0) return { refusals, configured, turned };

    const groups = [...asked.values()];
    const claims = groups.flatMap(([first]) => first?.claims ?? []);
    const states = await readStates(claims);
    const configsByTenant = new Map<TenantId, TenantConfig | null>();
    for (const [place, { tenantId }] of claims.entries()) {
      const versions = states.get(place)?.versions;
      if (versions === undefined || configsByTenant.has(tenantId)) continue;
      configsByTenant.set(tenantId, await currentConfig(tenantId, versions));
    }

    for (const [place, group] of groups.entries()) {
      for (const presence of group) {
        const config = configsByTenant.get(presence.claims.tenantId) ?? null;
        const state = states.get(place) ?? null;
        const refusal = whyNotLetIn(state, presence.claims);
        const own =
          config === null ? null : findViewer(config, presence.claims.userId, presence.claims.sessionId);
        if (refusal !== null) {
          refusals.set(presence, refusal);
          continue;
        }
        if (config === null || own === null || !isOfToken(own, presence.claims)) {
          refusals.set(presence, accessChanged());
          continue;
        }
        const viewer = state?.view == null ? own : viewAs(config, own, state.view);
        if (viewer === null) refusals.set(presence, refuseViewThatIsOver());
        else {
          if (presence.seen !== null && !isSameViewer(presence.seen.viewer, viewer)) turned.add(presence);
          const changed = presence.seen === null ? [] : changedParts(presence.seen.config, config.versions);
          if (changed.length > 0) configured.set(presence, changed);
          presence.seen = { config, viewer };
        }
      }
    }
    return { refusals, configured, turned };
  };
}

function whyNotLetIn(state: MembershipState | null, claims: BackendClaims): Refusal | null {
  if (state === null || !state.mayEnter)
    return new Refusal('UNAUTHENTICATED', 'Your session has ended. Please sign in again.');
  if (!state.secondFactorOk) return secondFactorRequired();
  if (state.view !== null && state.view.tenantId !== claims.tenantId) return refuseOtherCompanyWhileViewing();
  const isSameRole = state.roleId === claims.roleId && state.membershipVersion === claims.membershipVersion;
  return isSameRole ? null : accessChanged();
}

const isSameViewer = (one: Viewer, other: Viewer): boolean =>
  one.userId === other.userId &&
  (one.viewing === null) === (other.viewing === null) &&
  one.roleId === other.roleId;
