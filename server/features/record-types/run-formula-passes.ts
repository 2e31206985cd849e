// Computes the records of a type again after a formula became another: a part of them at a time, by id, each part with how
// far it came in one transaction.
import { standingLine } from '@rowhouse/domain/line-items/rules.ts';
import { recordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import type { StoredRecordType, TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import {
  createBackgroundRunner,
  type BackgroundRunner,
} from '../../platform/background/background-runner.ts';
import { noteFailure, takeTurn, type Turn } from '../../platform/background/claims.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { isInTheWay } from '../../platform/database/open-database.ts';
import type { Log } from '../../platform/log.ts';
import { leafName } from '../../platform/record-store/column.ts';
import { bucketsOfType } from '../../platform/record-store/places.ts';
import { settleAll } from '../../platform/record-store/settle-columns.ts';
import { settleStatement } from '../../platform/record-store/settle-records.ts';
import type { TenantConfigCache } from '../../platform/tenant-config/tenant-config-cache.ts';
import { readLines, selectLines, updateLinesAlone } from '../line-items/sql.ts';
import { holdPass, keepPass, lockPart, readPartIds, readPass } from './formula-pass-sql.ts';

/** So many records are locked together, and for so long does whoever wants one of them wait. */
const partSizes = { server: 500, embedded: 50 } as const;
const mostFailures = 5;

export function createFormulaRunner(parts: {
  database: Database;
  configs: TenantConfigCache;
  log: Log;
}): BackgroundRunner {
  const { database, configs, log } = parts;
  const size = partSizes[database.kind];

  async function runPart(turn: Turn): Promise<void> {
    // The formulas of this moment: a change that comes now begins a pass of its own.
    const config = await configs.reload(turn.tenantId);
    if (config === null) return;
    const scope = { tenantId: turn.tenantId, userId: turn.userId, source: { kind: 'FORMULA' } as const };
    await database.withTenant(scope, async (transaction) => {
      const pass = readPass(await transaction.one(holdPass(turn)));
      if (pass === null) return;
      const type = config.recordTypes.get(recordTypeId(pass.typeId));
      const ids = type === undefined ? [] : await computePart(type, pass.reached, config, transaction);
      await transaction.finish([
        keepPass(turn, { reached: ids.at(-1) ?? pass.reached, done: ids.length, isOver: ids.length < size }),
      ]);
    });
  }

  async function computePart(
    type: StoredRecordType,
    reached: number,
    config: TenantConfig,
    transaction: Transaction,
  ): Promise<readonly number[]> {
    const buckets = bucketsOfType(type);
    const found = await transaction.run(buckets.map((bucket) => lockPart(bucket, type.id, reached, size)));
    const ids = found
      .flatMap(readPartIds)
      .toSorted((one, other) => one - other)
      .slice(0, size);
    if (ids.length === 0) return ids;
    const lines = readLines(
      await transaction.one(selectLines(config, ids, { rowIds: null, withDeleted: true })),
    );
    const changed = lines.flatMap((line) => {
      const values = standingLine(config.lineItemTypes.get(line.typeId)?.fields ?? [], line.values);
      const keys = new Set([...Object.keys(values), ...Object.keys(line.values)]);
      const isOther = [...keys].some((key) => values[key] !== line.values[key]);
      return isOther ? [{ line, values, enabled: line.enabled }] : [];
    });
    if (changed.length > 0) await transaction.run([updateLinesAlone(config, changed)]);
    await transaction.run(
      buckets.flatMap((bucket) => {
        const leaf = leafName(bucket);
        const columns = settleAll(type, leaf);
        return columns.length === 0 ? [] : [settleStatement(leaf, columns, 'id = any($1::bigint[])', [ids])];
      }),
    );
    return ids;
  }

  return createBackgroundRunner(
    {
      name: 'formulas',
      takeTurn: () => takeTurn(database, 'formula_pass'),
      runPart,
      async onFailure(turn, error) {
        if (isInTheWay(error)) return 'later';
        log.error({ err: error, pass: turn.id }, 'records could not be computed again');
        await noteFailure(database, 'formula_pass', turn, mostFailures);
        return 'later';
      },
    },
    { log, database },
  );
}
