import type { TargetTenantMapping, TransferSettings } from '@rowhouse/domain/contract.generated.ts';
import type { RecordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import type { Answer } from '../../platform/database/database.ts';
import { flag, json, number, row, text } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';

const target = row({
  recordTypeId: number,
  settings: json<Record<string, unknown>>().orNull,
  targetId: number,
  targetName: text,
  targetEnabled: flag,
});

/** What a tenant may transmit of these types, and to whom. */
export const selectMappings = (types: readonly RecordTypeId[]): Statement => ({
  text: `select ${target.columns} from transmission_targets()
         where record_type_id = any($1::bigint[]) order by lower(target_name), mapping_id`,
  values: [types],
});

export const readMappings = (answer: Answer | undefined): TargetTenantMapping[] =>
  target.read(answer).map(({ recordTypeId, settings, targetId, targetName, targetEnabled }) => ({
    mappingDetails: {
      recordTypeToTransmit: recordTypeId,
      transferSettings: readSettings(settings ?? {}),
    },
    targetTenantToTransmit: { id: targetId, name: targetName, enabled: targetEnabled },
  }));

function readSettings(stored: Record<string, unknown>): TransferSettings {
  const text = (key: keyof TransferSettings) => (stored[key] == null ? null : String(stored[key]));
  return {
    sourceStatusField: text('sourceStatusField'),
    sourceSuccessStatusValue: text('sourceSuccessStatusValue'),
    sourceErrorStatusValue: text('sourceErrorStatusValue'),
    targetRecordType: stored['targetRecordType'] == null ? null : Number(stored['targetRecordType']),
    targetStatusField: text('targetStatusField'),
    targetStatusValue: text('targetStatusValue'),
    triggerField: text('triggerField'),
    triggerValue: text('triggerValue'),
  };
}
