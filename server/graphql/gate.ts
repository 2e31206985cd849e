import { setTimeout as wait } from 'node:timers/promises';
import { findViewer } from '@rowhouse/domain/access/find-viewer.ts';
import type { Grant, OperationName } from '@rowhouse/domain/access/permissions.ts';
import { permissions } from '@rowhouse/domain/access/permissions.ts';
import {
  mayMutateWhileViewing,
  refuseChangeWhileViewing,
  refuseViewThatIsOver,
  viewAs,
} from '@rowhouse/domain/access/view-as.ts';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { Database } from '../platform/database/database.ts';
import { databaseErrorCode } from '../platform/database/open-database.ts';
import type { Identity } from '../identity/identity.ts';
import type { SessionUse } from '../identity/session-use.ts';
import type { Tokens } from '../identity/tokens.ts';
import { isViewing } from '../platform/session-view.ts';
import type { TenantConfigCache } from '../platform/tenant-config/tenant-config-cache.ts';
import { accessChanged, isOfToken, verifyMemberClaims } from './member-claims.ts';
import type { Credentials } from './member-claims.ts';
import { OtherView, StaleConfiguration, createMemberContext } from './member-context.ts';
import { ProofWanted } from './require-proof.ts';
import { SessionViews } from './session-views.ts';
import type {
  AnyoneContext,
  MemberContext,
  OperationTable,
  RequestFacts,
  SignedInContext,
} from './operation.ts';
import type { Selection } from '../platform/record-store/selection.ts';

export type Gate = (
  name: OperationName,
  input: unknown,
  selection: Selection,
  credentials: Credentials,
  request: RequestFacts,
  kind: 'query' | 'mutation',
) => Promise<unknown>;

const same = (reason: unknown): unknown => reason;

type AnyOperation<Context> = (input: unknown, context: Context) => Promise<unknown>;

const leastAttempts = 4;
/**
 * Milliseconds, after the least attempts. Of many who set up the company at once, each turn lets one through and makes
 * the others begin again: by attempts alone, who has no luck would be refused although nothing is wrong.
 */
const longestRetrying = 4_000;
/** Milliseconds, at most, times the attempt: those who met do not meet again. */
const pauseOfAttempt = 10;

/**
 * Between the contract and the operations: who is asking, whether the operation is granted, and in what tenant it
 * runs. The token says who; every transaction of the operation asks the database whether that still holds.
 */
export function createGate(parts: {
  operations: OperationTable;
  database: Database;
  configs: TenantConfigCache;
  tokens: Tokens;
  sessionUse: SessionUse;
  identity: Pick<Identity, 'requireProof'>;
}): Gate {
  const { operations, database, configs, tokens, sessionUse, identity } = parts;
  const views = new SessionViews();

  async function runForMember(
    operation: AnyOperation<MemberContext>,
    grant: Grant,
    input: unknown,
    selection: Selection,
    credentials: Credentials,
    request: RequestFacts,
    changes: boolean,
  ): Promise<unknown> {
    const claims = verifyMemberClaims(tokens, credentials, request.tenantHeader);
    let config: TenantConfig | null = await configs.find(claims.tenantId);
    const began = performance.now();
    let isProved = false;
    for (let attempt = 1; ; attempt += 1) {
      const own = config === null ? null : findViewer(config, claims.userId, claims.sessionId);
      const view = views.find(claims.sessionId);
      let context: ReturnType<typeof createMemberContext> | null = null;
      try {
        if (config === null || own === null || !isOfToken(own, claims)) {
          // Perhaps what is kept in memory is older than the token.
          if (attempt === 1) throw new StaleConfiguration();
          throw accessChanged();
        }
        const viewer = view == null ? own : viewAs(config, own, view);
        const expected = { view: view ?? null, isProved };
        context = createMemberContext(database, config, viewer ?? own, grant, request, selection, expected);
        if (viewer === null) throw refuseViewThatIsOver();
        // Before anything of it runs, wherever it would write. A file is sent once: it is not taken by what begins again.
        if (changes && (view === undefined || request.takeFile !== undefined)) await context.read([]);
        if (changes && viewer.viewing !== null) throw refuseChangeWhileViewing();
        if (grant === 'administers' && !viewer.administers) throw notAdministrator();
        const result = await operation(input, context);
        if (!context.isChecked()) await context.readTogether([]);
        if (view === undefined) views.note(claims.sessionId, null);
        sessionUse.note(claims.sessionId, request.idleMs ?? 0);
        return result;
      } catch (raised) {
        // A refusal from memory alone tells nothing to somebody who may no longer be here.
        const isSaid = raised instanceof Refusal || raised instanceof ProofWanted;
        const isUnchecked = isSaid && context !== null && !context.isChecked();
        const error: unknown = isUnchecked ? await context?.read([]).then(() => raised, same) : raised;
        if (error instanceof ProofWanted) {
          await identity.requireProof(claims);
          isProved = true;
          continue;
        }
        const code = databaseErrorCode(error);
        if (error instanceof OtherView) views.note(claims.sessionId, error.view);
        // A table or column that is gone was known to an older configuration.
        const isStale = error instanceof StaleConfiguration || code === '42P01' || code === '42703';
        if (!isStale) throw error;
        if (attempt >= leastAttempts) {
          if (!(error instanceof StaleConfiguration)) throw error;
          if (performance.now() - began > longestRetrying) throw configuredMeanwhile();
          await wait(Math.random() * pauseOfAttempt * attempt);
        }
        if (!(error instanceof OtherView)) config = await configs.reload(claims.tenantId);
      }
    }
  }

  async function runForSignedIn(
    operation: AnyOperation<SignedInContext>,
    input: unknown,
    credentials: Credentials,
    request: RequestFacts,
    changes: boolean,
  ): Promise<unknown> {
    const signedIn = tokens.verifyService(credentials.serviceToken ?? '');
    if (changes && (await isViewing(database, signedIn.sessionId))) throw refuseChangeWhileViewing();
    const result = await operation(input, { signedIn, request, database, configs });
    sessionUse.note(signedIn.sessionId, request.idleMs ?? 0);
    return result;
  }

  return (name, input, selection, credentials, request, kind) => {
    const grant: Grant = permissions[name];
    const changes = kind === 'mutation' && !mayMutateWhileViewing(name);
    // The table is complete by type; which context goes with which operation is decided by the grant alone.
    const operation: unknown = operations[name];
    if (grant === 'anyone') return (operation as AnyOperation<AnyoneContext>)(input, { request, database });
    if (grant === 'signed in')
      return runForSignedIn(operation as AnyOperation<SignedInContext>, input, credentials, request, changes);
    return runForMember(
      operation as AnyOperation<MemberContext>,
      grant,
      input,
      selection,
      credentials,
      request,
      changes,
    );
  };
}

/** As after any `UNAVAILABLE`, the client may ask the same again. */
const configuredMeanwhile = () =>
  new Refusal(
    'UNAVAILABLE',
    'What is set up in this company is being changed just now. Try again in a moment.',
    { details: { reason: 'ConfigurationChanged' } },
  );

const notAdministrator = () =>
  new Refusal('FORBIDDEN', 'Only an administrator of this company may do this. Ask one of them.');
