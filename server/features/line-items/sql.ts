import { listId } from '@rowhouse/domain/kernel/ids.ts';
import type { TenantId, UserId } from '@rowhouse/domain/kernel/ids.ts';
import type { JudgedLine, LineValues } from '@rowhouse/domain/line-items/rules.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { Answer } from '../../platform/database/database.ts';
import { flag, json, number, row, text } from '../../platform/database/row.ts';
import type { Described } from '../../platform/database/row.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import { newestMonths } from '../../platform/record-store/audit-months.ts';
import { arrayText } from '../../platform/record-store/insert-records.ts';
import { lineValues, type LineFields } from '../../platform/record-store/line-values.ts';
import { ownEntryExpression } from '../../platform/record-store/own-entries.ts';
import { bucketsOfType } from '../../platform/record-store/places.ts';
import { settleGathered, type SettledType } from '../../platform/record-store/settle-records.ts';

export type NewLineItem = {
  readonly recordId: number;
  /** Of one record, lines stand by it, whatever the numbers are. */
  readonly position: number;
  /** By field id, each value as its text; fields without a value are left out (Specification 5). */
  readonly values: JudgedLine;
};

/** A kind of lines, where their values stand, and the records that they belong to. */
export type LineOwner = SettledType & {
  readonly tenantId: TenantId;
  readonly lineTypeId: number;
  readonly places: LineFields;
};

/** Of a kind of lines that the configuration has. */
export function findLineOwner(config: TenantConfig, lineTypeId: number): LineOwner | null {
  const lineType = config.lineItemTypes.get(lineTypeId);
  const type = lineType && config.recordTypes.get(lineType.recordTypeId);
  return type === undefined
    ? null
    : { tenantId: config.tenantId, lineTypeId, places: config, type, buckets: bucketsOfType(type) };
}

const madeLine = row({ id: number });

/** The ids, in the order of the lines. */
export const readMadeLineIds = (answer: Answer | undefined): number[] =>
  madeLine.read(answer).map(({ id }) => id);

export function getLineOwner(config: TenantConfig, lineTypeId: number): LineOwner {
  const owner = findLineOwner(config, lineTypeId);
  if (owner === null) throw new Error('Lines are written of a kind that is not there.');
  return owner;
}

/** The first answers the ids, in the order of the lines; what their records gather is computed by the others. */
export const insertLineItems = (owner: LineOwner, lines: readonly NewLineItem[]): Statement[] => [
  insertBeforeRecords(owner, lines),
  ...settleGathered(owner, [...new Set(lines.map(({ recordId }) => recordId))]),
];

const nothing = `'{}'::jsonb`;

/** For records that are made after their lines, and gather them then. Answers the ids, in the order of the lines. */
export function insertBeforeRecords(
  { tenantId, lineTypeId: lineItemTypeId, places }: Pick<LineOwner, 'tenantId' | 'lineTypeId' | 'places'>,
  lines: readonly NewLineItem[],
): Statement {
  return {
    text: `insert into line_item (tenant_id, line_item_type_id, record_id, position, field_values, beside_values)
           select $1::int, $2::bigint, u.record_id, u.position, ${lineValues('u.field_values', nothing, places)},
             ${lineValues(nothing, 'u.field_values', places)}
           from unnest($3::bigint[], $4::int[], $5::jsonb[]) with ordinality as u(record_id, position, field_values, place)
           order by u.place returning ${madeLine.columns}`,
    values: [
      tenantId,
      lineItemTypeId,
      arrayText(lines, (line) => line.recordId),
      arrayText(lines, (line) => line.position),
      arrayText(lines, (line) => JSON.stringify(line.values)),
    ],
  };
}

const importedField = row({
  typeId: number.at('t.id'),
  typeName: text.at('t.name'),
  id: number.at('f.id'),
  name: text.at('f.name'),
  dataType: text.at('f.data_type'),
  required: flag.at('f.required'),
  listId: number.as(listId).at('f.list_id').orNull,
  formula: text.at('f.formula').orNull,
});
export const readLineItemFields = (answer: Answer | undefined) => importedField.read(answer);

/** Of a record type, the fields of each type of its lines. */
export const selectLineItemFields = (recordTypeId: number): Statement => ({
  text: `select ${importedField.columns}
         from line_item_type t
         join line_item_field f on f.tenant_id = t.tenant_id and f.line_item_type_id = t.id and f.enabled
         where t.record_type_id = $1 and t.enabled order by t.id, f.position, f.id`,
  values: [recordTypeId],
});

const line = row({
  id: number,
  recordId: number,
  typeId: number.at('line_item_type_id'),
  enabled: flag,
  version: number,
  values: json<LineValues>().at('standing_values'),
  createdAt: text,
  updatedAt: text,
  /** Among the lines of its record and type, from 1; 0 when it is deleted, or was not asked for. */
  index: number.at('index'),
});

export type StoredLine = Described<typeof line>;

const unplaced = (config: LineFields) =>
  `*, ${lineValues('field_values', 'beside_values', config)} as standing_values, 0 as index`;
const placed = (
  config: LineFields,
) => `*, ${lineValues('field_values', 'beside_values', config)} as standing_values,
  case when enabled
  then row_number() over (partition by record_id, line_item_type_id, enabled order by position, id) else 0 end as index`;

type Company = Pick<TenantConfig, 'tenantId' | 'lineItemFields'>;

type LineChoice = {
  /** Null for all of them. */
  readonly rowIds: readonly number[] | null;
  readonly withDeleted: boolean;
};

/** Record by record, the lines in their order. */
export function selectLines(
  config: Company,
  records: readonly number[],
  { rowIds, withDeleted }: LineChoice,
): Statement {
  const from = `from line_item
    where tenant_id = $1 and record_id = any($2::bigint[])${withDeleted ? '' : ' and enabled'}`;
  const order = 'order by record_id, line_item_type_id, position, id';
  if (rowIds === null)
    return {
      text: `select ${line.columns} from (select ${placed(config)} ${from}) line ${order}`,
      values: [config.tenantId, records],
      // One record at a time is what its page asks for.
      ...(records.length === 1 && { isPrepared: true as const }),
    };
  // Where a line stands is counted among all of them.
  return {
    text: `select ${line.columns} from (select ${placed(config)} ${from}) line where id = any($3::bigint[]) ${order}`,
    values: [config.tenantId, records, rowIds],
  };
}

/** As they stand among all the lines of their records. */
export const selectSavedLines = (
  config: Company,
  records: readonly number[],
  ids: readonly number[],
): Statement => ({
  text: `select ${line.columns} from (select ${placed(config)} from line_item where tenant_id = $1 and record_id = any($2::bigint[])) line
         where id = any($3::bigint[])`,
  values: [config.tenantId, records, ids],
});

/** In the order of their ids, so that two who hold several wait for one another and not in a ring. */
export const holdLines = (config: Company, ids: readonly number[]): Statement => ({
  text: `select ${line.columns} from (select ${unplaced(config)} from line_item
           where tenant_id = $1 and id = any($2::bigint[]) order by id for update) line`,
  values: [config.tenantId, ids],
});

export const readLines = (answer: Answer | undefined): StoredLine[] => line.read(answer);

/** Of a record and a line type: the first and the last position, and how many lines are not deleted. */
const ends = row({
  recordId: number,
  typeId: number.at('line_item_type_id'),
  first: number.at('min(position)'),
  last: number.at('max(position)'),
  count: number.at('count(*) filter (where enabled)'),
});

export const selectLineEnds = (tenant: TenantId, records: readonly number[]): Statement => ({
  text: `select ${ends.columns}
         from line_item where tenant_id = $1 and record_id = any($2::bigint[]) group by record_id, line_item_type_id`,
  values: [tenant, records],
});

export type LineEnds = Described<typeof ends>;

export const readLineEnds = (answer: Answer | undefined): LineEnds[] => ends.read(answer);

export type ChangedLine = {
  readonly line: Pick<StoredLine, 'id' | 'recordId' | 'typeId'>;
  readonly values: JudgedLine;
  readonly enabled: boolean;
};

/** Of lines that are held; what their records gather is computed after it. */
export function updateLines(config: TenantConfig, lines: readonly ChangedLine[]): Statement[] {
  if (lines.length === 0) return [];
  const byType = Map.groupBy(lines, ({ line: { typeId } }) => typeId);
  const gathered = [...byType].flatMap(([typeId, changed]) => {
    const owner = findLineOwner(config, typeId);
    return owner === null
      ? []
      : settleGathered(owner, [...new Set(changed.map(({ line: { recordId } }) => recordId))]);
  });
  return [updateLinesAlone(config, lines), ...gathered];
}

/** For whoever computes their records afterwards. */
export const updateLinesAlone = (config: Company, lines: readonly ChangedLine[]): Statement => ({
  text: `update line_item l set field_values = ${lineValues('u.field_values', 'l.field_values', config)},
           beside_values = ${lineValues('l.beside_values', 'u.field_values', config)}, enabled = u.enabled, version = l.version + 1, updated_at = now()
         from unnest($2::bigint[], $3::jsonb[], $4::boolean[]) as u(id, field_values, enabled)
         where l.tenant_id = $1 and l.id = u.id`,
  values: [
    config.tenantId,
    arrayText(lines, ({ line: { id } }) => id),
    arrayText(lines, ({ values }) => JSON.stringify(values)),
    arrayText(lines, ({ enabled }) => String(enabled)),
  ],
});

const positioned = row({ id: number, typeId: number.at('line_item_type_id'), position: number });

/** All that stand in a record, with their positions, held to the end of the transaction. */
export const holdOrder = (tenant: TenantId, record: number): Statement => ({
  text: `select ${positioned.columns} from line_item
         where tenant_id = $1 and record_id = $2 and enabled order by id for update`,
  values: [tenant, record],
});

export type PositionedLine = Described<typeof positioned>;

/** In their order. */
export const readOrder = (answer: Answer | undefined): PositionedLine[] =>
  positioned.read(answer).sort((one, other) => one.position - other.position || one.id - other.id);

export const updatePositions = (
  tenant: TenantId,
  lines: readonly { readonly id: number; readonly position: number }[],
): Statement => ({
  text: `update line_item l set position = u.position from unnest($2::bigint[], $3::int[]) as u(id, position)
         where l.tenant_id = $1 and l.id = u.id and l.position <> u.position`,
  values: [tenant, arrayText(lines, (line) => line.id), arrayText(lines, (line) => line.position)],
});

const keyOperation = 'createLineItems';

const keptLine = row({
  key: text,
  id: number.at('record_id'),
  body: text.at('body_hash').orNull,
  auditEntryId: json<number>().at('answer').orNull,
});

/** The lines that were made or changed for these keys. */
export const findLineKeys = (user: UserId, keys: readonly string[]): Statement => ({
  text: `select ${keptLine.columns} from idempotency_key where operation = '${keyOperation}' and user_id = $1 and key = any($2::text[])`,
  values: [user, keys],
  isPrepared: true,
});

export type KeptLine = Described<typeof keptLine>;
export const readLineKeys = (answer: Answer | undefined): Map<string, KeptLine> =>
  new Map(keptLine.read(answer).map((one) => [one.key, one]));

export const keepLineKeys = (
  tenant: TenantId,
  user: UserId,
  made: readonly { readonly key: string; readonly body: string; readonly id: number }[],
): Statement => ({
  text: `insert into idempotency_key (tenant_id, user_id, operation, key, body_hash, record_id, answer)
         select $1, $2, '${keyOperation}', u.key, u.body, u.id, to_jsonb(${ownEntryExpression('line_item', 'u.id', '$6')})
         from unnest($3::text[], $4::text[], $5::bigint[]) as u(key, body, id)`,
  values: [
    tenant,
    user,
    made.map(({ key }) => key),
    made.map(({ body }) => body),
    made.map(({ id }) => id),
    newestMonths(),
  ],
  isPrepared: true,
});

const ofRecord = `tenant_id = $1 and record_id = $2 and entity in ('line_item', 'line_item_order')`;

const total = row({ count: number.at('count(*)') });
export const readHistoryCount = (answer: Answer | undefined): number => total.get(answer).count;

export const countHistory = (tenant: TenantId, record: number): Statement => ({
  text: `select ${total.columns} from audit_log where ${ofRecord}`,
  values: [tenant, record],
});

const historyEntry = row({
  id: number,
  action: text,
  at: text,
  userId: number.orNull,
  /** Null: it is about the order of several. */
  lineId: number.at(`case when entity = 'line_item' then entity_id end`).orNull,
  changes: json<Readonly<Record<string, readonly [unknown, unknown]>>>().at(`coalesce(changes, '{}')`),
});

export type HistoryEntry = Described<typeof historyEntry>;

export const selectHistory = (
  tenant: TenantId,
  record: number,
  { offset, limit }: { offset: number; limit: number },
): Statement => ({
  text: `select ${historyEntry.columns}
         from audit_log where ${ofRecord} order by id desc offset $3 limit $4`,
  values: [tenant, record, offset, limit],
});

export const readHistory = (answer: Answer | undefined): HistoryEntry[] => historyEntry.read(answer);
