// What would become of the newest records if they were sent now. Both halves of the mapping are asked, and the source is told
// in the words that it would be told in when it came to it.
import type { TransmissionPreview } from '@rowhouse/domain/contract.generated.ts';
import { recordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { invalid, notFound, Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import { dryRunRecords, mostNamedRecords } from '@rowhouse/domain/transmissions/limits.ts';
import {
  approverGone,
  mappingEmpty,
  sayUntranslated,
  targetRefused,
  waitsForApproval,
} from '@rowhouse/domain/transmissions/words.ts';
import { findAwayContext } from '../../graphql/away-context.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Database } from '../../platform/database/database.ts';
import { readIds } from '../../platform/record-store/keyed-values.ts';
import type { Log } from '../../platform/log.ts';
import type { TenantConfigCache } from '../../platform/tenant-config/tenant-config-cache.ts';
import { judgeArrivals, readContents } from './carry.ts';
import { findRoute } from './delivery-sql.ts';
import type { RecordTransmitting } from './record-transmitting.ts';
import { readMappings, selectMappings } from './sql.ts';

type Parts = {
  readonly database: Database;
  readonly configs: TenantConfigCache;
  readonly log: Log;
  readonly records: RecordTransmitting;
};

export async function previewMapping(
  id: number,
  parts: Parts,
  context: MemberContext,
): Promise<TransmissionPreview> {
  const { tenantId } = context.viewer;
  const { records } = parts;
  const { answers } = await context.read([selectMappings(tenantId, id)]);
  if (readMappings(answers[0]).length === 0) throw notFound('The mapping');
  const route = await findRoute(parts.database, tenantId, id);
  const offer = route?.offer ?? null;
  if (route === null || offer === null) throw invalid(mappingEmpty, 'id');
  const { targetName, targetTypeId, targetSettings, approvedVersion, approvedBy } = route;
  if (approvedVersion === null || targetTypeId === null || targetSettings === null || approvedBy === null)
    throw invalid(waitsForApproval(targetName), 'id');
  const target = await findAwayContext(parts, { tenantId: route.targetId, userId: approvedBy });
  if (target === null) throw invalid(approverGone(targetName), 'id');

  const newest = await context.read([records.newest(route.recordTypeId, dryRunRecords, context)]);
  const ids = readIds(newest.answers[0]);
  const contents = await readContents(
    { typeId: route.recordTypeId, ids, offer },
    records,
    context,
    async (statements) => (await context.read(statements)).answers,
  );
  const arrivals = judgeArrivals(
    [...contents.values()],
    { typeId: targetTypeId, items: offer.items, settings: targetSettings },
    records,
    target,
  );
  const problems = new Map<string, number[]>();
  const recordIds = [...contents.keys()];
  for (const [at, { fault }] of arrivals.entries()) {
    if (fault === undefined) continue;
    const sentence =
      fault instanceof Refusal ? targetRefused(targetName) : sayUntranslated.toSource(fault, targetName);
    const failing = problems.get(sentence) ?? [];
    problems.set(sentence, [...failing, recordIds[at] ?? 0]);
  }
  const failing = [...problems.values()].flat();
  const numbers =
    failing.length === 0
      ? new Map<number, number | null>()
      : await records.findNumbers(route.recordTypeId, failing, context);
  const recordTypeName = context.config.recordTypes.get(recordTypeId(route.recordTypeId))?.name ?? '';
  return {
    total: arrivals.length,
    failing: failing.length,
    problems: [...problems]
      .map(([sentence, of]) => ({
        sentence,
        total: of.length,
        records: of.slice(0, mostNamedRecords).map((recordId) => ({
          id: recordId,
          recordTypeId: route.recordTypeId,
          recordTypeName,
          recordNumber: numbers.get(recordId) ?? null,
        })),
      }))
      .toSorted((one, other) => other.total - one.total),
  };
}
