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
  const good = [...contents].flatMap(([recordId, { content }]) =>
    content === undefined ? [] : [{ recordId, content }],
  );
  const arrivals = judgeArrivals(
    good.map(({ content }) => content),
    { typeId: targetTypeId, items: offer.items, settings: targetSettings },
    records,
    target,
  );
  const faults = [
    ...[...contents].flatMap(([recordId, { fault: sentence }]) =>
      sentence === undefined ? [] : [{ recordId, sentence }],
    ),
    ...arrivals.flatMap(({ fault }, at) => {
      if (fault === undefined) return [];
      const sentence =
        fault instanceof Refusal ? targetRefused(targetName) : sayUntranslated.toSource(fault, targetName);
      return [{ recordId: good[at]?.recordId ?? 0, sentence }];
    }),
  ];
  const files = arrivals.flatMap((arrival) => (arrival.fault === undefined ? arrival.files : []));
  const problems = new Map<string, number[]>();
  for (const { recordId, sentence } of faults)
    problems.set(sentence, [...(problems.get(sentence) ?? []), recordId]);
  const failing = [...problems.values()].flat();
  const numbers =
    failing.length === 0
      ? new Map<number, number | null>()
      : await records.findNumbers(route.recordTypeId, failing, context);
  const recordTypeName = context.config.recordTypes.get(recordTypeId(route.recordTypeId))?.name ?? '';
  return {
    total: contents.size,
    failing: failing.length,
    files: files.length,
    fileBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
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
