import type { ChangeSource } from '@rowhouse/domain/audit-log/change-source.ts';
import { isMadeAgain } from '@rowhouse/domain/audit-log/put-back-configuration.ts';
import { recordEntities } from '@rowhouse/domain/audit-log/kinds.ts';
import type { ConditionKind } from '@rowhouse/domain/field-conditions/field-condition.ts';
import { userId } from '@rowhouse/domain/kernel/ids.ts';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { CreatorRule } from '@rowhouse/domain/status-paths/transition.ts';
import type { Answer } from '../../platform/database/database.ts';
import { flag, json, number, numbers, row, text } from '../../platform/database/row.ts';
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

/** What happened to the same thing afterwards, and where it was made again as another, in their order. */
export const selectLater = (tenant: TenantId, { id, entity, entityId }: StoredEntry): Statement => {
  const again = isMadeAgain(entity)
    ? `or action = 'insert' and source -> 'entries' @> to_jsonb($2::bigint)`
    : '';
  return {
    text: `select ${entry.columns} from audit_log entry
           where tenant_id = $1 and entity = $3 and (entity_id = $4 ${again}) and id > $2 order by id limit 500`,
    values: [tenant, id, entity, entityId],
  };
};

const part = row({ recordTypeId: number, version: number });
export type VersionedPart = Described<typeof part>;
export const findPart = (answer: Answer | undefined): VersionedPart | null => part.find(answer);

const tables = { field: 'field', record_status: 'record_status', problem_code: 'problem_code' } as const;
export type PartOfType = keyof typeof tables;

export const selectPart = (tenant: TenantId, entity: PartOfType, id: number): Statement => ({
  text: `select ${part.columns} from ${tables[entity]} where tenant_id = $1 and id = $2`,
  values: [tenant, id],
});

/** By what the tenant and the thing are found. */
const versioned = {
  role: 'role where tenant_id = $1 and id = $2',
  list: 'list where tenant_id = $1 and id = $2',
  record_type: 'record_type where tenant_id = $1 and id = $2',
  membership: 'membership where tenant_id = $1 and user_id = $2',
  tenant: 'tenant where id = $1 and id = $2',
} as const;
export type VersionedEntity = keyof typeof versioned;
const version = row({ version: number });
export const findVersion = (answer: Answer | undefined): number | null =>
  version.find(answer)?.version ?? null;
export const selectVersion = (tenant: TenantId, entity: VersionedEntity, id: number): Statement => ({
  text: `select ${version.columns} from ${versioned[entity]}`,
  values: [tenant, id],
});

const condition = row({
  recordTypeId: number,
  field: text.at(`coalesce(base_field, 'f' || field_id, 'l' || line_item_field_id)`),
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

const lineField = row({
  recordTypeId: number.at('t.record_type_id'),
  lineTypeId: number.at('t.id'),
  lineTypeVersion: number.at('t.version'),
  version: number.at('f.version'),
});
export const findLineField = (answer: Answer | undefined): Described<typeof lineField> | null =>
  lineField.find(answer);
export const selectLineField = (tenant: TenantId, id: number): Statement => ({
  text: `select ${lineField.columns} from line_item_field f
         join line_item_type t on t.tenant_id = f.tenant_id and t.id = f.line_item_type_id
         where f.tenant_id = $1 and f.id = $2 and f.delete_after is null`,
  values: [tenant, id],
});

const lineType = row({ recordTypeId: number, version: number });
export const findLineType = (answer: Answer | undefined): VersionedPart | null => lineType.find(answer);
export const selectLineType = (tenant: TenantId, id: number): Statement => ({
  text: `select ${lineType.columns} from line_item_type where tenant_id = $1 and id = $2`,
  values: [tenant, id],
});

const transition = row({
  recordTypeId: number,
  fromStatusId: number.orNull,
  toStatusId: number,
  roleIds: numbers,
  creator: text.as((stored) => stored as CreatorRule),
  conditions: json<readonly unknown[]>(),
  needsComment: flag,
  enabled: flag,
  version: number,
});
export const findTransition = (answer: Answer | undefined): Described<typeof transition> | null =>
  transition.find(answer);
/** Also one that was taken away. */
export const selectTransition = (tenant: TenantId, id: number): Statement => ({
  text: `select ${transition.columns} from status_transition where tenant_id = $1 and id = $2`,
  values: [tenant, id],
});

const inOrder = row({ id: number });
export const readOrder = (answer: Answer | undefined): number[] => inOrder.read(answer).map(({ id }) => id);
export const selectOrder = (tenant: TenantId, entity: PartOfType, typeId: number): Statement => ({
  text: `select ${inOrder.columns} from ${tables[entity]} where tenant_id = $1 and record_type_id = $2
         ${entity === 'field' ? 'and delete_after is null' : ''} order by position, id`,
  values: [tenant, typeId],
});
export const selectLineFieldOrder = (tenant: TenantId, lineTypeId: number): Statement => ({
  text: `select ${inOrder.columns} from line_item_field where tenant_id = $1 and line_item_type_id = $2
         and delete_after is null order by position, id`,
  values: [tenant, lineTypeId],
});

const ofList = row({ listId: number });
export const findListOf = (answer: Answer | undefined): number | null => ofList.find(answer)?.listId ?? null;
export const selectListOf = (tenant: TenantId, valueId: number): Statement => ({
  text: `select ${ofList.columns} from list_value where tenant_id = $1 and id = $2`,
  values: [tenant, valueId],
});
