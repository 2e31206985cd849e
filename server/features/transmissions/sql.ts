import type { TargetTenantMapping } from '@rowhouse/domain/contract.generated.ts';
import type { AnswerPolicy } from '@rowhouse/domain/transmissions/answer-policy.ts';
import { userId } from '@rowhouse/domain/kernel/ids.ts';
import type { RecordTypeId, TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import type {
  Offer,
  OfferedItem,
  SourceSettings,
  TargetSettings,
} from '@rowhouse/domain/transmissions/setup.ts';
import type { Answer } from '../../platform/database/database.ts';
import { flag, json, number, numbers, row, text } from '../../platform/database/row.ts';
import type { Described } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { instantFromText } from '../../platform/record-store/stored-forms.ts';

/** What the command line wrote has names for values; what the browser wrote has what the records hold. */
type StoredSettings = Partial<Omit<SourceSettings, 'kept'>> & { readonly kept?: 'ids' };

const target = row({
  recordTypeId: number,
  settings: json<StoredSettings>().orNull,
  targetId: number,
  targetName: text,
  targetEnabled: flag,
});

/** What a tenant may transmit of these types, and to whom. */
export const selectTargets = (types: readonly RecordTypeId[]): Statement => ({
  text: `select ${target.columns} from transmission_targets()
         where record_type_id = any($1::bigint[]) order by lower(target_name), mapping_id`,
  values: [types],
});

/** @param nameOf a kept value of a field, as people read it */
export const readTargets = (
  answer: Answer | undefined,
  nameOf: (typeId: number, field: string, value: string) => string,
): TargetTenantMapping[] =>
  target.read(answer).map(({ recordTypeId, settings, targetId, targetName, targetEnabled }) => ({
    mappingDetails: {
      recordTypeToTransmit: recordTypeId,
      transferSettings: showSettings(settings ?? {}, (field, value) => nameOf(recordTypeId, field, value)),
    },
    targetTenantToTransmit: { id: targetId, name: targetName, enabled: targetEnabled },
  }));

/** What the target makes of a record is not told here, whatever stands in the row. */
export function showSettings(stored: StoredSettings, nameOf: (field: string, value: string) => string) {
  const named = (field: string | null | undefined, value: string | null | undefined) =>
    value == null ? null : stored.kept === 'ids' && field != null ? nameOf(field, value) : value;
  const { sourceStatusField = null, triggerField = null } = stored;
  return {
    sourceStatusField,
    sourceSuccessStatusValue: named(sourceStatusField, stored.sourceSuccessStatusValue),
    sourceErrorStatusValue: named(sourceStatusField, stored.sourceErrorStatusValue),
    targetRecordType: null,
    targetStatusField: null,
    targetStatusValue: null,
    triggerField,
    triggerValue: named(triggerField, stored.triggerValue),
  };
}

const mapping = row(
  {
    id: number,
    recordTypeId: number,
    version: number,
    enabled: flag,
    settings: json<StoredSettings>(),
    offer: json<Offer>().orNull,
    answering: json<AnswerPolicy>().orNull,
    targetName: text.at('a.target_name'),
    targetEnabled: flag.at('a.target_enabled'),
    isDeclined: flag.at('a.is_declined'),
    approvedVersion: number.at('a.approved_version').orNull,
    taken: numbers.at('a.taken').orNull,
    answeredAt: text.as(instantFromText).at('a.answered_at').orNull,
  },
  'm',
);
export type StoredMapping = Described<typeof mapping>;
export const readMappings = (answer: Answer | undefined): StoredMapping[] => mapping.read(answer);

/** All of the company, or the one of this id. */
export const selectMappings = (tenant: TenantId, id: number | null): Statement => ({
  text: `select ${mapping.columns} from transmission_mapping m join transmission_answers() a on a.mapping_id = m.id
         where m.tenant_id = $1 and ($2::bigint is null or m.id = $2) order by lower(a.target_name), m.id`,
  values: [tenant, id],
});

/** Held until the end of the transaction; no row when it is not there. */
export const lockMapping = (tenant: TenantId, id: number): Statement => ({
  text: 'select id from transmission_mapping where tenant_id = $1 and id = $2 for update',
  values: [tenant, id],
});

const company = row({ id: number, name: text });
export const findCompany = (answer: Answer | undefined) => company.find(answer);
export const selectCompanyAt = (url: string): Statement => ({
  text: `select ${company.columns} from find_transmission_target($1)`,
  values: [url],
});

const made = row({ id: number });
export const readMadeId = (answer: Answer | undefined): number | null => made.find(answer)?.id ?? null;

export type WrittenMapping = {
  readonly settings: SourceSettings;
  readonly offer: Offer;
  /** As the audit log calls the field. */
  readonly triggerKey: string;
  readonly offeredBy: UserId;
  /** Null: people answer whatever comes back. */
  readonly answering: AnswerPolicy | null;
};

const writtenValues = ({ settings, offer, triggerKey, offeredBy, answering }: WrittenMapping) => [
  JSON.stringify(settings),
  JSON.stringify(offer),
  triggerKey,
  settings.triggerValue,
  offeredBy,
  answering === null ? null : JSON.stringify(answering),
];

export const insertMapping = (
  tenant: TenantId,
  { typeId, targetId }: { typeId: number; targetId: number },
  written: WrittenMapping,
): Statement => ({
  text: `insert into transmission_mapping
           (tenant_id, record_type_id, target_tenant_id, settings, offer, trigger_key, trigger_value, offered_by, answering)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${made.columns}`,
  values: [tenant, typeId, targetId, ...writtenValues(written)],
});

export const updateMapping = (
  tenant: TenantId,
  id: number,
  { enabled, version }: { enabled: boolean; version: number },
  written: WrittenMapping,
): Statement => ({
  text: `update transmission_mapping set enabled = $3, version = $4, settings = $5, offer = $6, trigger_key = $7,
           trigger_value = $8, offered_by = $9, answering = $10, updated_at = now()
         where tenant_id = $1 and id = $2`,
  values: [tenant, id, enabled, version, ...writtenValues(written)],
});

const offered = row(
  {
    id: number.at('o.mapping_id'),
    sourceId: number.at('o.source_id'),
    company: text.at('o.source_name'),
    isEnabled: flag.at('o.is_enabled'),
    version: number.at('o.version'),
    offer: json<Offer<OfferedItem>>().at('o.offer'),
    acceptanceId: number.at('a.id').orNull,
    ownVersion: number.at('a.version').orNull,
    approvedVersion: number.at('a.approved_version').orNull,
    recordTypeId: number.at('a.record_type_id').orNull,
    settings: json<TargetSettings>().at('a.settings').orNull,
    approvedBy: number.as(userId).at('a.approved_by').orNull,
    answeredAt: text.as(instantFromText).at('a.answered_at').orNull,
  },
  'o',
);
export type StoredOffer = Described<typeof offered>;
export const readOffers = (answer: Answer | undefined): StoredOffer[] => offered.read(answer);

export const selectOffers = (tenant: TenantId, mappingId: number | null): Statement => ({
  text: `select ${offered.columns} from transmission_offers() o
         left join transmission_acceptance a on a.tenant_id = $1 and a.mapping_id = o.mapping_id
         where $2::bigint is null or o.mapping_id = $2 order by lower(o.source_name), o.mapping_id`,
  values: [tenant, mappingId],
});

export type WrittenAcceptance = {
  /** Null: declined. */
  readonly approvedVersion: number | null;
  readonly recordTypeId: number | null;
  readonly settings: TargetSettings;
  readonly approvedBy: UserId;
};

/** Answers the row only where it stood at that version; null where that does not matter. */
export const writeAcceptance = (
  tenant: TenantId,
  offer: { readonly id: number; readonly sourceId: number },
  version: number | null,
  { approvedVersion, recordTypeId, settings, approvedBy }: WrittenAcceptance,
): Statement => ({
  text: `insert into transmission_acceptance as a
           (tenant_id, source_tenant_id, mapping_id, approved_version, record_type_id, settings, approved_by)
         select $1, $2, $3, $4, $5, $6, $7
         on conflict (tenant_id, mapping_id) do update set approved_version = excluded.approved_version,
           record_type_id = excluded.record_type_id, settings = excluded.settings, approved_by = excluded.approved_by,
           version = a.version + 1, answered_at = now()
           where $8::int is null or a.version = $8
         returning ${made.columns}`,
  values: [
    tenant,
    offer.sourceId,
    offer.id,
    approvedVersion,
    recordTypeId,
    JSON.stringify(settings),
    approvedBy,
    version,
  ],
});
