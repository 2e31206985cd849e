import type { BuiltRecordType } from './build-record-type.ts';
import type { Site } from './site.ts';
import { insertRows } from './sql.ts';

/** Record numbers are given from here on. */
export async function buildNumberSeries(
  { connection, tenantId }: Site,
  type: BuiltRecordType,
  startedFrom: number,
): Promise<void> {
  const ofType = { tenant_id: tenantId, record_type_id: type.id };
  await insertRows(connection, 'number_series', [{ ...ofType, started_from: startedFrom }]);
  await insertRows(connection, 'number_series_counter', [{ ...ofType, next_number: startedFrom }]);
}
