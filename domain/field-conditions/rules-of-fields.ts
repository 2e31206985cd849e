// The conditions of a type's fields, and of the fields of its lines, as one person meets them.
import type { DataType } from '../fields/data-types.ts';
import type { RecordTypeId } from '../kernel/ids.ts';
import type { Viewer } from '../kernel/viewer.ts';
import {
  listConditionFields,
  listLineConditionFields,
  readConditions,
  toRecordConditions,
  wordsOfConditions,
  type ConditionField,
} from '../records/kept-conditions.ts';
import type { RecordCondition } from '../records/meets.ts';
import type { StoredLineItemType, TenantConfig } from '../tenants/tenant-config.ts';
import type { ConditionKind, FieldCondition } from './field-condition.ts';

/**
 * - READABLE: by the person, who is told the condition in words.
 * - HIDDEN: it asks for something that the person may not see.
 * - BROKEN: nobody can read it.
 */
export type ConditionReading = 'READABLE' | 'HIDDEN' | 'BROKEN';

export type FieldRule = {
  readonly id: number;
  /** The key of the field that it is about. */
  readonly field: string;
  readonly name: string;
  readonly dataType: DataType;
  readonly kind: ConditionKind;
  readonly reading: ConditionReading;
  /** Null where they are broken, and in the browser where they are hidden. */
  readonly conditions: readonly RecordCondition[] | null;
  /** In words; '' where they are not readable. */
  readonly words: string;
};

/**
 * Of the fields that the person sees; what is hidden from them is not asked of them either, or a refusal would tell
 * whether it is empty.
 * @param viewer null for what nobody does, which sees everything
 */
export function findFieldRules(
  config: TenantConfig,
  viewer: Viewer | null,
  typeId: RecordTypeId,
): readonly FieldRule[] {
  const kept = config.fieldConditions.get(typeId) ?? [];
  if (kept.length === 0) return [];
  const all = listConditionFields(config, null, typeId);
  const seen = viewer === null ? all : listConditionFields(config, viewer, typeId);
  return kept.flatMap((one) => toRule(one, { all, seen }, config, viewer));
}

/** Of the fields of a kind of lines: who sees the lines sees all of their fields. */
export function findLineRules(
  config: TenantConfig,
  viewer: Viewer | null,
  type: StoredLineItemType,
): readonly FieldRule[] {
  const kept = config.fieldConditions.get(type.recordTypeId) ?? [];
  if (kept.length === 0) return [];
  const all = listLineConditionFields(type);
  return kept.flatMap((one) => toRule(one, { all, seen: all }, config, viewer));
}

type Fields = ReadonlyMap<string, ConditionField>;

/** Nothing where its field is not among them. */
function toRule(
  { id, field: key, kind, conditions }: FieldCondition,
  { all, seen }: { readonly all: Fields; readonly seen: Fields },
  config: TenantConfig,
  viewer: Viewer | null,
): FieldRule[] {
  const field = seen.get(key);
  if (field === undefined) return [];
  const own = readConditions(conditions, seen);
  const read = own ?? readConditions(conditions, all);
  const reading = own !== null ? 'READABLE' : read !== null ? 'HIDDEN' : 'BROKEN';
  return [
    {
      id,
      field: key,
      name: field.name,
      dataType: field.dataType,
      kind,
      reading,
      conditions: read && toRecordConditions(read, config, viewer),
      words: own === null ? '' : wordsOfConditions(own, config),
    },
  ];
}
