// Carries out the bulk changes that were started, a part of the records at a time, each part with its report in one
// transaction. What is to be done stands in the database alone: whoever starts next goes on where a killed one stopped,
// and several processes take turns.
import { setTimeout as sleep } from 'node:timers/promises';
import { findViewer } from '@rowhouse/domain/access/find-viewer.ts';
import { noLongerMember } from '@rowhouse/domain/bulk-changes/rules.ts';
import { sessionId } from '@rowhouse/domain/kernel/ids.ts';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import { StaleConfiguration, createMemberContext } from '../../graphql/member-context.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import type { TenantConfigCache } from '../../platform/tenant-config/tenant-config-cache.ts';
import type { ChangedRecord, RecordChanging } from './record-changing.ts';
import {
  holdRunning,
  keepPart,
  noteFailure,
  readBulkChanges,
  readPart,
  refuseRest,
  selectPart,
  takeTurn,
} from './sql.ts';
import type { PendingRecord, RunningBulkChange, StoredBulkChange } from './sql.ts';

/** So many records are locked together, and for so long does whoever wants one of them wait. */
const defaultPartSizes = { server: 500, embedded: 50 } as const;
const mostFailures = 5;
const pauseAfterFailureMs = 500;

export type BulkChangeRunner = {
  /** There may be something to do; it is begun at once. */
  wake(): void;
  /** Settles when the part under way is done. */
  stop(): Promise<void>;
};

export function createBulkChangeRunner(parts: {
  database: Database;
  configs: TenantConfigCache;
  records: RecordChanging;
  log: Log;
  partSize?: number | undefined;
}): BulkChangeRunner {
  const { database, configs, records, log } = parts;
  const partSize = parts.partSize ?? defaultPartSizes[database.kind];
  const stopped = new AbortController();
  let isWanted = false;
  let running: Promise<void> | null = null;

  async function runAll(): Promise<void> {
    while (isWanted && !stopped.signal.aborted) {
      isWanted = false;
      for (;;) {
        const turn = stopped.signal.aborted ? null : await takeTurn(database);
        if (turn === null) break;
        const beganMs = performance.now();
        await runTurn(turn);
        if (database.kind === 'embedded') await rest(performance.now() - beganMs);
      }
    }
  }

  /** The embedded database works in this very thread, which answers nobody meanwhile: half of the time is for others. */
  const rest = (ms: number) => sleep(ms, undefined, { signal: stopped.signal }).catch(() => undefined);

  async function runTurn(turn: RunningBulkChange): Promise<void> {
    try {
      await runPart(turn);
    } catch (error) {
      if (error instanceof StaleConfiguration) await configs.reload(turn.tenantId);
      else if (error instanceof Refusal && error.code === 'UNAUTHENTICATED')
        await refuseRest(database, turn, noLongerMember);
      else {
        log.error({ err: error, bulkChange: turn.id }, 'a part of a bulk change could not be done');
        await noteFailure(database, turn, mostFailures);
        await rest(pauseAfterFailureMs);
      }
    }
  }

  async function runPart(turn: RunningBulkChange): Promise<void> {
    const context = await contextOf(turn);
    if (context === null) return refuseRest(database, turn, noLongerMember);
    const first = [holdRunning(turn.tenantId, turn.id), selectPart(turn.tenantId, turn.id, partSize)];
    return context.write(first, async (transaction, [held, part]) => {
      const [change] = readBulkChanges(held);
      if (change === undefined) return;
      const pending = readPart(part);
      const changed = pending.length === 0 ? [] : await changePart(change, pending, context, transaction);
      await transaction.finish(keepPart(turn.tenantId, turn.id, changed, pending.length < partSize));
    });
  }

  /** As the company knows the person now; null when they may not enter it any more. */
  async function contextOf({ tenantId, userId }: RunningBulkChange): Promise<MemberContext | null> {
    const viewerOf = (config: Awaited<ReturnType<typeof configs.find>>) =>
      config === null ? null : findViewer(config, userId, sessionId(''));
    let config = await configs.find(tenantId);
    if (viewerOf(config) === null) config = await configs.reload(tenantId);
    const viewer = viewerOf(config);
    if (config === null || viewer === null) return null;
    const facts = { address: '', tenantHeader: null, log };
    return createMemberContext(database, config, viewer, 'member', facts, [], { isAway: true });
  }

  /** A refusal of the change as a whole is judged before anything is written: it holds for each record of the part. */
  async function changePart(
    { recordTypeId: typeId, values, keys }: StoredBulkChange,
    pending: readonly PendingRecord[],
    context: MemberContext,
    transaction: Transaction,
  ): Promise<readonly ChangedRecord[]> {
    try {
      if (values !== null)
        return await records.change({ typeId, records: pending, values }, context, transaction);
      const given = pending.map(({ id, version, givenBack }) => ({ id, version, held: givenBack }));
      return await records.giveBack({ typeId, records: given, keys }, context, transaction);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { message } = error;
      return pending.map(({ id, version }) => ({ id, outcome: 'REFUSED', version, message, held: null }));
    }
  }

  function wake(): void {
    isWanted = true;
    if (stopped.signal.aborted || running !== null) return;
    running = runAll()
      .catch((error: unknown) => log.error({ err: error }, 'bulk changes could not go on'))
      .finally(() => {
        running = null;
        // Somebody came while the last look was ending.
        if (isWanted) wake();
      });
  }

  return {
    wake,
    async stop() {
      stopped.abort();
      await running;
    },
  };
}
