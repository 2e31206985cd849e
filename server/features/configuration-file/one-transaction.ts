// Several saves of the pages of administration as one transaction: each runs as it always does, on what those before it left.
import { findViewer } from '@rowhouse/domain/access/find-viewer.ts';
import { StaleConfiguration } from '../../graphql/member-context.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { loadTenantConfig } from '../../platform/tenant-config/load-tenant-config.ts';
import { gatherConfiguration } from './gather.ts';
import type { Gathered } from './gather.ts';

export type Moment = {
  /** For operations: what they write joins the transaction, and is committed with it. */
  readonly context: MemberContext;
  readonly now: Gathered;
};

/** The company as the transaction has left it so far. */
export async function readMoment(outer: MemberContext, transaction: Transaction): Promise<Moment> {
  const { viewer } = outer;
  const run = transaction.run.bind(transaction);
  const config = await loadTenantConfig({ read: (_scope, statements) => run(statements) }, viewer.tenantId);
  const current = config === null ? null : findViewer(config, viewer.userId, viewer.sessionId);
  if (config === null || current === null) throw new StaleConfiguration();
  const joined: Transaction = { ...transaction, run, finish: run };
  const read: MemberContext['read'] = async (statements) => ({
    answers: await run(statements),
    counts: { writeVersion: '', enabled: 0, all: 0 },
  });
  return {
    context: {
      ...outer,
      config,
      viewer: { ...current, timeZone: viewer.timeZone },
      read,
      readTogether: read,
      write: async (first, work) => work(joined, await run(first)),
    },
    now: await gatherConfiguration(viewer.tenantId, run),
  };
}
