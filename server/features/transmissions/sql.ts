import type { TargetTenantMapping, TransferSettings } from '@rowhouse/domain/contract.generated.ts';
import type { RecordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import type { Answer } from '../../platform/database/database.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';

/** What a tenant may transmit of these types, and to whom. */
export const selectMappings = (types: readonly RecordTypeId[]): Statement => ({
  text: `select record_type_id, settings, target_id, target_name, target_enabled from transmission_targets()
         where record_type_id = any($1::bigint[]) order by lower(target_name), mapping_id`,
  values: [types],
});

export const readMappings = (answer: Answer | undefined): TargetTenantMapping[] =>
  (answer?.rows ?? []).map(([type, settings, targetId, targetName, targetEnabled]) => ({
    mappingDetails: {
      recordTypeToTransmit: Number(type),
      transferSettings: readSettings(JSON.parse(settings ?? '{}') as Record<string, unknown>),
    },
    targetTenantToTransmit: { id: Number(targetId), name: targetName ?? '', enabled: targetEnabled === 't' },
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
