import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { mayOnRecordType } from '@rowhouse/domain/access/decide.ts';
import type { Grant } from '@rowhouse/domain/access/permissions.ts';
import {
  isSameView,
  refuseChangeWhileViewing,
  refuseOtherCompanyWhileViewing,
} from '@rowhouse/domain/access/view-as.ts';
import type { SessionView } from '@rowhouse/domain/access/view-as.ts';
import { secondFactorRequired } from '@rowhouse/domain/identity/rules.ts';
import { recordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { Refusal, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import type { Viewer } from '@rowhouse/domain/kernel/viewer.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { Answer, Database } from '../platform/database/database.ts';
import {
  changedParts,
  lockForWriteStatement,
  membershipStateStatement,
  readMembershipState,
  readTypeCounts,
} from '../platform/membership-state.ts';
import type { MembershipState } from '../platform/membership-state.ts';
import { createGatheredReads } from './gathered-reads.ts';
import type { GatheredReads } from './gathered-reads.ts';
import type { MemberContext, RequestFacts } from './operation.ts';
import type { Selection } from '../platform/record-store/selection.ts';

/** What the viewer was made from is no longer so: load the configuration anew and start again. */
export class StaleConfiguration extends Error {}

/** The session looks at the company as something else than the viewer was made for: start again. */
export class OtherView extends StaleConfiguration {
  readonly view: SessionView | null;

  constructor(view: SessionView | null) {
    super();
    this.view = view;
  }
}

/** What a session looks as, as it was when it was last asked; 'any' for what is done whatever it is. */
export type ExpectedView = SessionView | null | 'any';

const signInAgain = () => new Refusal('UNAUTHENTICATED', 'Your session has ended. Please sign in again.');

/** `isAway`: what runs goes on without the person's session, which was asked when it began. */
function checkState(
  answer: Answer | undefined,
  config: TenantConfig,
  viewer: Viewer,
  { isAway, view }: { readonly isAway: boolean; readonly view: ExpectedView },
): void {
  const state = readMembershipState(answer);
  if (state === null || !(isAway ? state.isMember : state.mayEnter)) throw signInAgain();
  if (!isAway && !state.secondFactorOk) throw secondFactorRequired();
  if (!isAway && view !== 'any') requireView(state.view, viewer, view);
  const roleId = viewer.viewing?.ownRoleId ?? viewer.roleId;
  if (state.roleId !== roleId || changedParts(config, state.versions).length > 0)
    throw new StaleConfiguration();
}

function requireView(
  current: MembershipState['view'],
  { tenantId }: Viewer,
  expected: SessionView | null,
): void {
  if (current !== null && current.tenantId !== tenantId) throw refuseOtherCompanyWhileViewing();
  if (!isSameView(current, expected)) throw new OtherView(current);
}

/** By request, and in it by whom it is answered for. */
const gatheredByRequest = new WeakMap<RequestFacts, Map<string, GatheredReads>>();

/** What the operations of the request read at the same moment, as this viewer. */
function gatheredReadsOf(request: RequestFacts, database: Database, viewer: Viewer): GatheredReads {
  const { tenantId, userId, sessionId, roleId } = viewer;
  const byViewer = gatheredByRequest.get(request) ?? new Map<string, GatheredReads>();
  gatheredByRequest.set(request, byViewer);
  const key = `${tenantId} ${userId} ${sessionId} ${roleId}`;
  const known = byViewer.get(key);
  if (known !== undefined) return known;
  const made = createGatheredReads(
    (statements, signal) => database.read({ tenantId, userId, roleId }, statements, signal),
    (about) => membershipStateStatement(viewer, about),
  );
  byViewer.set(key, made);
  return made;
}

/** Also says whether anything was asked of the database: the gate asks itself when an operation did not. */
export function createMemberContext(
  database: Database,
  config: TenantConfig,
  viewer: Viewer,
  grant: Grant,
  request: RequestFacts,
  selection: Selection,
  {
    isAway = false,
    view = null,
    isProved = isAway,
  }: { readonly isAway?: boolean; readonly view?: ExpectedView; readonly isProved?: boolean } = {},
): MemberContext & { readonly isChecked: () => boolean } {
  let checked = false;
  const expected = { isAway, view };
  const scope = { tenantId: viewer.tenantId, userId: viewer.userId, roleId: viewer.roleId };

  const check = async (): Promise<void> => {
    const [state] = await database.read(scope, [membershipStateStatement(viewer, [])]);
    checkState(state, config, viewer, expected);
  };

  const read: MemberContext['read'] = async (statements, about = [], signal) => {
    let answers: Answer[];
    try {
      answers = await database.read(scope, [...statements, membershipStateStatement(viewer, about)], signal);
    } catch (error) {
      // What failed may have been built from a configuration that has changed since.
      if (signal?.aborted !== true) await check();
      throw error;
    }
    checked = true;
    checkState(answers.at(-1), config, viewer, expected);
    return { answers: answers.slice(0, -1), counts: readTypeCounts(answers.at(-1), about) };
  };

  return {
    viewer,
    config,
    request,
    selection,
    isProved,
    isChecked: () => checked,
    read,

    async readTogether(statements, about = [], signal) {
      if (request.isOneOfSeveral !== true || isAway) return read(statements, about, signal);
      let found: Awaited<ReturnType<GatheredReads>>;
      try {
        found = await gatheredReadsOf(request, database, viewer)(statements, about, signal);
      } catch (error) {
        if (signal?.aborted !== true) await check();
        throw error;
      }
      checked = true;
      checkState(found.state, config, viewer, expected);
      // The check may be that of another operation, about its types.
      return { answers: found.answers, counts: readTypeCounts(found.state, about) };
    },

    authorise(id) {
      const authorised = findAuthorisedRecordType(config, viewer, recordTypeId(id));
      if (authorised === null) throw notFound('The record type');
      if (typeof grant === 'object' && !mayOnRecordType(viewer, grant.action, authorised.type.id)) {
        throw new Refusal('FORBIDDEN', `Your role may not ${verbs[grant.action] ?? grant.action} here.`);
      }
      return authorised;
    },

    async write(first, work, source) {
      if (viewer.viewing !== null) throw refuseChangeWhileViewing();
      return database.withTenant(
        { ...scope, source: source ?? request.source ?? null },
        async (transaction) => {
          const answers = await transaction.run([
            lockForWriteStatement(viewer.tenantId),
            membershipStateStatement(viewer, []),
            ...first,
          ]);
          checked = true;
          checkState(answers[1], config, viewer, expected);
          return work(transaction, answers.slice(2));
        },
      );
    },
  };
}

const verbs: Readonly<Record<string, string>> = {
  view: 'see records',
  'create records': 'create records',
  'soft delete': 'delete records',
  'grid preferences': 'save grid preferences',
  'line item access': 'see line items',
  'edit line items': 'change line items',
  'answer conversations': 'answer other companies',
};
