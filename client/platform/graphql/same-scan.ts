import type { AggregateRecordsInput } from '@rowhouse/domain/contract.generated.ts';
import type { RequestOptions } from './request.ts';

/**
 * Numbers of the same records travel together: the server reads these once for all of them (docs/decisions/172). What it reads by itself
 * in any case has a request of its own, for nothing else is to wait for it.
 */
export function inSameScan({
  recordTypeId,
  enabled,
  filters,
  search,
  measures,
}: AggregateRecordsInput): RequestOptions {
  if (measures.some(({ kind }) => kind === 'DISTINCT')) return {};
  return { group: `numbers ${JSON.stringify([recordTypeId, enabled ?? true, filters ?? [], search ?? ''])}` };
}
