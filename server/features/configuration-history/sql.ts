import type { ChangeSource } from '@rowhouse/domain/audit-log/change-source.ts';
import { recordEntities } from '@rowhouse/domain/audit-log/kinds.ts';
import type { ConditionKind } from '@rowhouse/domain/field-conditions/field-condition.ts';
import { userId } from '@rowhouse/domain/kernel/ids.ts';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { Answer } from '../../platform/database/database.ts';
import { flag, json, number, row, text } from '../../platform/database/row.ts';
import type { Described } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { instantFromText } from '../../platform/record-store/stored-forms.ts';

const entry = row(
  {
    id: number,
    entity: text,
    entityId: number,
    action: text,
    at: text.as(instantFromText),
    userId: number.as(userId).orNull,
    source: json<ChangeSource>().orNull,
    changes: json<Record<string, [unknown, unknown]>>().at(`coalesce(entry.changes, '{}')`),
  },
  'entry',
);
export type StoredEntry = Described<typeof entry>;
export const readEntries = (answer: Answer | undefined): StoredEntry[] => entry.read(answer);

/** Of what is configured: an entry of a record reads as absent. */
export const selectEntry = (tenant: TenantId, id: number): Statement => ({
  text: `select ${entry.columns} from audit_log entry
         where tenant_id = $1 and id = $2 and record_id is null and entity <> all($3::text[])`,
  values: [tenant, id, [...recordEntities]],
});

/** What happened to the same thing afterwards, in its order. */
export const selectLater = (tenant: TenantId, { id, entity, entityId }: StoredEntry): Statement => ({
  text: `select ${entry.columns} from audit_log entry
         where tenant_id = $1 and entity = $3 and entity_id = $4 and id > $2 order by id limit 500`,
  values: [tenant, id, entity, entityId],
});

const part = row({ recordTypeId: number, version: number });
export type VersionedPart = Described<typeof part>;
export const findPart = (answer: Answer | undefined): VersionedPart | null => part.find(answer);

const tables = { field: 'field', record_status: 'record_status', problem_code: 'problem_code' } as const;
export type PartOfType = keyof typeof tables;
export const isPartOfType = (entity: string): entity is PartOfType => entity in tables;

export const selectPart = (tenant: TenantId, entity: PartOfType, id: number): Statement => ({
  text: `select ${part.columns} from ${tables[entity]} where tenant_id = $1 and id = $2`,
  values: [tenant, id],
});

const condition = row({
  recordTypeId: number,
  field: text.at(`coalesce(base_field, 'f' || field_id)`),
  kind: text.as((stored) => stored as ConditionKind),
  conditions: json<readonly unknown[]>(),
  enabled: flag,
  version: number,
});
export type StoredCondition = Described<typeof condition>;
export const findCondition = (answer: Answer | undefined): StoredCondition | null => condition.find(answer);
/** Also one that was taken away. */
export const selectCondition = (tenant: TenantId, id: number): Statement => ({
  text: `select ${condition.columns} from field_condition where tenant_id = $1 and id = $2`,
  values: [tenant, id],
});

const inOrder = row({ id: number });
export const readOrder = (answer: Answer | undefined): number[] => inOrder.read(answer).map(({ id }) => id);
export const selectOrder = (tenant: TenantId, entity: PartOfType, typeId: number): Statement => ({
  text: `select ${inOrder.columns} from ${tables[entity]} where tenant_id = $1 and record_type_id = $2
         order by position, id`,
  values: [tenant, typeId],
});

const ofList = row({ listId: number });
export const findListOf = (answer: Answer | undefined): number | null => ofList.find(answer)?.listId ?? null;
export const selectListOf = (tenant: TenantId, valueId: number): Statement => ({
  text: `select ${ofList.columns} from list_value where tenant_id = $1 and id = $2`,
  values: [tenant, valueId],
});
