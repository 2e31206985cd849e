// Where records stand that are named by their id alone.
import { recordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { Answer } from '../database/database.ts';
import { flag, number, row } from '../database/row.ts';
import type { Described } from '../database/row.ts';
import type { Statement } from '../database/statement-batch.ts';
import { leafName, seenVersion } from './column.ts';
import { bucketsOfType } from './places.ts';

/** Every bucket in which the tenant has records. */
const bucketsOf = (config: TenantConfig): number[] => [
  ...new Set([...config.recordTypes.values()].flatMap(bucketsOfType)),
];

const place = row({
  id: number,
  typeId: number.as(recordTypeId).at('record_type_id'),
  version: number.at(seenVersion),
  storedVersion: number.at('version'),
  bucket: number,
  isEnabled: flag.at('enabled'),
});

/** Where records named by id alone stand. An id is a cheap probe in each bucket. */
export function findPlacesStatement(config: TenantConfig, ids: readonly number[]): Statement {
  const arms = bucketsOf(config).map(
    (bucket) => `select ${place.columns} from ${leafName(bucket)} where id = any($1::bigint[])`,
  );
  if (arms.length === 0) return { text: 'select 1 where false' };
  return { text: arms.join(' union all '), values: [ids], isPrepared: true };
}

export type StandingRecord = Described<typeof place>;
export const readPlaces = (answer: Answer | undefined): StandingRecord[] => place.read(answer);
