// Carries out the bulk changes that were started, a part of the records at a time, each part with its report in one
// transaction.
import { noLongerMember } from '@rowhouse/domain/bulk-changes/rules.ts';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import { findAwayContext } from '../../graphql/away-context.ts';
import { StaleConfiguration } from '../../graphql/member-context.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import {
  createBackgroundRunner,
  type BackgroundRunner,
} from '../../platform/background/background-runner.ts';
import { noteFailure, takeTurn, type Turn } from '../../platform/background/claims.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { isInTheWay } from '../../platform/database/open-database.ts';
import type { Log } from '../../platform/log.ts';
import type { TenantConfigCache } from '../../platform/tenant-config/tenant-config-cache.ts';
import type { ChangedRecord, ImportRunning, RecordChanging } from './record-changing.ts';
import {
  holdRunning,
  keepImportedPart,
  keepPart,
  readBulkChanges,
  readPart,
  refuseRest,
  saySource,
  selectPart,
} from './sql.ts';
import type { PendingRecord, StoredBulkChange } from './sql.ts';

/** So many records are locked together, and for so long does whoever wants one of them wait. */
const defaultPartSizes = { server: 500, embedded: 50 } as const;
/** Rows of a file that is imported. */
const importPartSizes = { server: 1000, embedded: 100 } as const;
const mostFailures = 5;

export function createBulkChangeRunner(parts: {
  database: Database;
  configs: TenantConfigCache;
  records: RecordChanging;
  imports: ImportRunning;
  log: Log;
  partSize?: number | undefined;
}): BackgroundRunner {
  const { database, configs, records, imports, log } = parts;
  const partSize = parts.partSize ?? defaultPartSizes[database.kind];
  const importSize = parts.partSize ?? importPartSizes[database.kind];

  async function runPart(turn: Turn): Promise<void> {
    const context = await findAwayContext(parts, turn);
    if (context === null) return refuseRest(database, turn, noLongerMember);
    const first = [
      holdRunning(turn.tenantId, turn.id),
      selectPart(turn.tenantId, turn.id, partSize),
      saySource(turn.tenantId, turn.id),
    ];
    return context.write(first, async (transaction, [held, part]) => {
      const [change] = readBulkChanges(held);
      if (change === undefined) return;
      if (change.kind === 'IMPORT') {
        const part = { after: change.reached, size: importSize };
        const imported = await imports.runPart(change, part, context, transaction);
        await transaction.finish([keepImportedPart(turn.tenantId, turn.id, imported)]);
        return;
      }
      const pending = readPart(part);
      const changed = pending.length === 0 ? [] : await changePart(change, pending, context, transaction);
      await transaction.finish(keepPart(turn.tenantId, turn.id, changed, pending.length < partSize));
    });
  }

  async function onFailure(turn: Turn, error: unknown): Promise<'now' | 'later'> {
    if (isInTheWay(error)) return 'later';
    if (error instanceof StaleConfiguration) await configs.reload(turn.tenantId);
    else if (error instanceof Refusal && error.code === 'UNAUTHENTICATED')
      await refuseRest(database, turn, noLongerMember);
    else {
      log.error({ err: error, bulkChange: turn.id }, 'a part of a bulk change could not be done');
      await noteFailure(database, 'bulk_change', turn, mostFailures);
      return 'later';
    }
    return 'now';
  }

  /** A refusal of the change as a whole is judged before anything is written: it holds for each record of the part. */
  async function changePart(
    { recordTypeId: typeId, values, keys, undoOf }: StoredBulkChange,
    pending: readonly PendingRecord[],
    context: MemberContext,
    transaction: Transaction,
  ): Promise<readonly ChangedRecord[]> {
    try {
      if (values !== null)
        return await records.change({ typeId, records: pending, values, keys }, context, transaction);
      const given = pending.map(({ id, version, givenBack }) => ({ id, version, held: givenBack }));
      if (undoOf === null) throw new Error('A bulk change has neither values nor one that it takes back.');
      const part = { typeId, records: given, keys, undoneId: undoOf };
      return await records.giveBack(part, context, transaction);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { message } = error;
      return pending.map(({ id, version }) => ({ id, outcome: 'REFUSED', version, message, held: null }));
    }
  }

  return createBackgroundRunner(
    { name: 'bulk changes', takeTurn: () => takeTurn(database, 'bulk_change'), runPart, onFailure },
    { log, database },
  );
}
