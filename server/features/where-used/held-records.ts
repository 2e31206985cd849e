// Which records hold a thing, type by type: the value of a field, a field that is filled, lines with it.
import { baseFields, type BaseField, type BaseFieldName } from '@rowhouse/domain/fields/base-fields.ts';
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import type { HeldRecords } from '@rowhouse/domain/contract.generated.ts';
import { listValueId, recordTypeId, userId } from '@rowhouse/domain/kernel/ids.ts';
import type { FilterCriteria } from '@rowhouse/domain/records/filter-rules.ts';
import type { StoredField, StoredRecordType, TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import type { Thing, ThingKind } from '@rowhouse/domain/where-used/thing.ts';
import type { Statement } from '../../platform/database/statement-batch.ts';
import type { Answer } from '../../platform/database/database.ts';
import { additionalColumn, baseColumns } from '../../platform/record-store/column.ts';
import { columnOfLine, lineColumn, type LineColumn } from '../../platform/record-store/line-values.ts';
import {
  countHeld,
  countLines,
  countRecords,
  readHeld,
  readLineCount,
  readRecordCount,
  type HeldCondition,
} from './sql.ts';

type Held = {
  readonly type: StoredRecordType;
  readonly what: string;
  readonly filters: HeldRecords['filters'];
  readonly by: HeldCondition;
};
type HeldLines = {
  readonly type: StoredRecordType;
  readonly what: string;
  readonly lineTypeId: number;
  readonly fieldId: number | null;
  readonly valueId: number | null;
};

type Question = {
  readonly statement: Statement;
  readonly read: (answer: Answer | undefined) => readonly Counted[];
  /** The same without their counts. */
  readonly uncounted: readonly HeldRecords[];
};
type Counted = { readonly at: number; readonly count: number };

/** What is asked of the database; one question for a type. */
export function questionsOf(
  config: TenantConfig,
  thing: Thing,
  which: 'holding' | 'empty',
): readonly Question[] {
  const held = finders[thing.kind](config, thing);
  if (which === 'empty')
    return thing.kind === 'FIELD' ? held.flatMap((one) => emptyOf(config.tenantId, one)) : [];
  const byType = Map.groupBy(held, ({ type }) => type);
  const ofRecords = [...byType].map(([type, conditions]): Question => ({
    statement: countHeld(
      config.tenantId,
      type,
      conditions.map(({ by }) => by),
    ),
    read: (answer) => [...readHeld(answer)].map(([at, count]) => ({ at, count })),
    uncounted: conditions.map(({ what, filters }) => toHeld(type, what, filters)),
  }));
  const ofLines = linesHolding(config, thing).map(
    ({ type, what, lineTypeId, fieldId, valueId }): Question => ({
      statement: countLines(config.tenantId, lineTypeId, fieldId, valueId, columnOf(config, fieldId)),
      read: (answer) => [{ at: 0, count: readLineCount(answer) }],
      uncounted: [toHeld(type, what, null)],
    }),
  );
  const type = thing.kind === 'RECORD_TYPE' ? config.recordTypes.get(recordTypeId(thing.id)) : undefined;
  if (type === undefined || type.isSuper) return [...ofRecords, ...ofLines];
  const ofAll: Question = {
    statement: countRecords(config.tenantId, type.id),
    read: (answer) => [{ at: 0, count: readRecordCount(answer) }],
    uncounted: [toHeld(type, 'Records', [])],
  };
  return [ofAll, ...ofRecords, ...ofLines];
}

/** Those that do not hold what others hold in the same field. */
function emptyOf(tenant: TenantConfig['tenantId'], { type, what, by, filters }: Held): Question[] {
  if (!('column' in by) || by.criteria.operator !== 'isNotEmpty') return [];
  const criteria = { operator: 'isEmpty' } as const;
  return [
    {
      statement: countHeld(tenant, type, [{ column: by.column, criteria }]),
      read: (answer) => [...readHeld(answer)].map(([at, count]) => ({ at, count })),
      uncounted: [toHeld(type, what, filters?.map((filter) => ({ ...filter, ...criteria })) ?? null)],
    },
  ];
}

const toHeld = (type: StoredRecordType, what: string, filters: HeldRecords['filters']): HeldRecords => ({
  recordType: { id: type.id, name: type.name },
  what,
  count: null,
  filters,
});

/** Those that hold nothing are left out, unless that could not be counted. */
export const answerQuestions = (
  questions: readonly Question[],
  answers: readonly (Answer | undefined)[] | null,
): HeldRecords[] =>
  questions.flatMap(({ read, uncounted }, at) => {
    if (answers === null) return uncounted;
    const counts = new Map(read(answers[at]).map((one) => [one.at, one.count]));
    return uncounted.flatMap((one, place) => {
      const count = counts.get(place) ?? 0;
      return count === 0 ? [] : [{ ...one, count }];
    });
  });

type Finder = (config: TenantConfig, thing: Thing) => readonly Held[];
const nothing: Finder = () => [];

/** Does not compile while a kind of thing is missing. */
const finders: Readonly<Record<ThingKind, Finder>> = {
  RECORD_TYPE: (config, { id }) => {
    const type = config.recordTypes.get(recordTypeId(id));
    const filters = [{ field: 'level', operator: 'greaterThan' as const, value: '0' }];
    return type === undefined || type.isSuper
      ? []
      : [{ type, what: 'Under another record', filters, by: { under: true } }];
  },
  FIELD: (config, { id, fieldKey }) => {
    const type = config.recordTypes.get(recordTypeId(id));
    if (type === undefined || type.isSuper) return [];
    const base = baseFields.find((one: BaseField) => one.name === fieldKey);
    if (base !== undefined) return filledBase(type, base);
    return type.fields
      .filter((field) => additionalFieldKey(field.id) === fieldKey)
      .map((field) => inField(type, field, filled(field)));
  },
  LINE_TYPE: nothing,
  LINE_FIELD: nothing,
  STATUS: (config, { id }) => ofChoice(config, 'status', config.statuses.get(id)),
  PROBLEM_CODE: (config, { id }) => ofChoice(config, 'problemCode', config.problemCodes.get(id)),
  LIST: (config, { id }) =>
    fieldsWhere(config, ({ listId }) => listId === id).map(({ type, field }) =>
      inField(type, field, filled(field)),
    ),
  LIST_VALUE: (config, { id }) => ofValues(config, [id]),
  OBJECT: (config, { id }) =>
    fieldsWhere(config, ({ objectDefinitionId }) => objectDefinitionId === id).map(({ type, field }) =>
      inField(type, field, filled(field)),
    ),
  OBJECT_PROPERTY: (config, { id }) => {
    const property = config.objectProperties.find((one) => one.id === id);
    return fieldsWhere(
      config,
      ({ objectDefinitionId }) =>
        objectDefinitionId !== null && objectDefinitionId === property?.objectDefinitionId,
    ).map(({ type, field }) => ({
      type,
      what: field.name,
      filters: null,
      by: { object: additionalColumn(field).expression, propertyId: id },
    }));
  },
  ROLE: nothing,
  MENU_ITEM: nothing,
  USER: (config, { id }) => {
    const people = baseFields.filter((base: BaseField) => base.relation === 'user');
    const values = [...config.lists.values()].flatMap((list) =>
      list.values.flatMap((value) => (value.userId === userId(id) ? [value.id] : [])),
    );
    return [
      ...plainTypes(config).flatMap((type) => people.map((base) => inBase(type, base, is(id)))),
      ...ofValues(config, values),
    ];
  },
};

const plainTypes = (config: TenantConfig): StoredRecordType[] =>
  [...config.recordTypes.values()].filter(({ isSuper }) => !isSuper);

const fieldsWhere = (config: TenantConfig, test: (field: StoredField) => boolean) =>
  plainTypes(config).flatMap((type) => type.fields.filter(test).map((field) => ({ type, field })));

const is = (id: number): FilterCriteria => ({ operator: 'is', value: String(id) });
const filled = ({ dataType }: Pick<StoredField, 'dataType'>): FilterCriteria => ({
  operator: valueOf(dataType).family === 'checkbox' ? 'checked' : 'isNotEmpty',
});

/** Fields that every record has are not counted. */
const filledBase = (type: StoredRecordType, base: BaseField): Held[] =>
  baseColumns[base.name as BaseFieldName].nullable || valueOf(base.dataType).family === 'checkbox'
    ? [inBase(type, base, filled(base))]
    : [];

function inBase(type: StoredRecordType, base: BaseField, criteria: FilterCriteria): Held {
  const column = baseColumns[base.name as BaseFieldName];
  const filters = base.filterable === false ? null : [toFilter(base.name, criteria)];
  return { type, what: base.label, filters, by: { column, criteria } };
}

/** The grid finds by no field that is switched off, and by none whose values have no such condition. */
function inField(type: StoredRecordType, field: StoredField, criteria: FilterCriteria): Held {
  const isFound = field.enabled && valueOf(field.dataType).operators.includes(criteria.operator);
  return {
    type,
    what: field.name,
    filters: isFound ? [toFilter(additionalFieldKey(field.id), criteria)] : null,
    by: { column: additionalColumn(field), criteria },
  };
}

const toFilter = (field: string, { operator, value = null }: FilterCriteria) => ({ field, operator, value });

function ofChoice(
  config: TenantConfig,
  name: 'status' | 'problemCode',
  choice: { readonly id: number; readonly recordTypeId: StoredRecordType['id'] } | undefined,
): Held[] {
  const type = choice && config.recordTypes.get(choice.recordTypeId);
  const base = baseFields.find((one) => one.name === name);
  return type === undefined || base === undefined ? [] : [inBase(type, base, is(choice!.id))];
}

/** Several values of one list, as of a person who stands in it twice, are several lines. */
const ofValues = (config: TenantConfig, ids: readonly number[]): Held[] =>
  ids.flatMap((id) => {
    const listId = config.listValues.get(listValueId(id))?.listId;
    return listId === undefined
      ? []
      : fieldsWhere(config, (field) => field.listId === listId).map(({ type, field }) =>
          inField(type, field, is(id)),
        );
  });

function linesHolding(config: TenantConfig, { kind, id }: Thing): HeldLines[] {
  const listId =
    kind === 'LIST'
      ? id
      : kind === 'LIST_VALUE'
        ? (config.listValues.get(listValueId(id))?.listId ?? null)
        : null;
  // The configuration has no field of lines that is switched off; its id is that of no other.
  const isOff = kind === 'LINE_FIELD' && !config.lineItemFields.has(id);
  return [...config.lineItemTypes.values()].flatMap((lineType): HeldLines[] => {
    const type = config.recordTypes.get(lineType.recordTypeId);
    if (type === undefined) return [];
    if (kind === 'LINE_TYPE')
      return lineType.id === id
        ? [{ type, what: 'Lines', lineTypeId: id, fieldId: null, valueId: null }]
        : [];
    if (isOff) return [{ type, what: 'Lines', lineTypeId: lineType.id, fieldId: id, valueId: null }];
    return lineType.fields.flatMap((field) => {
      if (kind === 'LINE_FIELD' ? field.id !== id : listId === null || field.listId !== listId) return [];
      return [
        {
          type,
          what: `Lines, ${field.name}`,
          lineTypeId: lineType.id,
          fieldId: field.id,
          valueId: kind === 'LIST_VALUE' ? id : null,
        },
      ];
    });
  });
}

function columnOf({ lineItemFields }: TenantConfig, fieldId: number | null): LineColumn {
  const field = fieldId === null ? undefined : lineItemFields.get(fieldId);
  return field === undefined ? lineColumn(false) : columnOfLine(field);
}
