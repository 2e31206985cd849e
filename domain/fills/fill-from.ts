// What a choice fills: the one rule, asked by the server on every way of writing and by the browser while somebody chooses.
// A choice fills when it changes, where the person may write and the same change says nothing (decision 147).
import type { DataType } from '../fields/data-types.ts';
import { isComputed } from '../formulas/computed-fields.ts';
import { listValueId } from '../kernel/ids.ts';
import { readObject } from '../objects/stored-object.ts';
import { whyNotListValue } from '../records/choices.ts';
import type { StoredListValue, TenantConfig } from '../tenants/tenant-config.ts';
import { valueOf } from '../values/values.ts';
import { whyNotValue } from '../values/why-not-value.ts';
import type { FieldFill } from './field-fill.ts';
import { canFill, whyNotFill } from './why-not-fill.ts';

export type Filling = {
  /** The pairs of a choice, by the key of the field that is filled. */
  readonly fillsOf: (key: string) => readonly { readonly key: string; readonly propertyId: number }[];
  /**
   * What is filled in, as the field keeps it; '' where what is chosen has nothing that the field takes, null where that is
   * not known here, and left to the server.
   */
  readonly read: (key: string, chosen: string, propertyId: number) => string | null;
  /** Whether the field may be written here, and nothing is said of it. */
  readonly isOpen: (key: string) => boolean;
};

/**
 * By key what the choices fill. What a filled field chooses fills in its turn; each field is filled once.
 * @param chosen by key the choices that became others; of none nothing is filled
 */
export function fillFrom(
  chosen: Iterable<readonly [key: string, value: string]>,
  { fillsOf, read, isOpen }: Filling,
): ReadonlyMap<string, string> {
  const filled = new Map<string, string>();
  const choices = [...chosen];
  const own = new Set(choices.map(([key]) => key));
  for (const [from, value] of choices) {
    if (value === '') continue;
    for (const { key, propertyId } of fillsOf(from)) {
      if (filled.has(key) || own.has(key) || !isOpen(key)) continue;
      const text = read(key, value, propertyId);
      if (text === null) continue;
      filled.set(key, text);
      choices.push([key, text]);
    }
  }
  return filled;
}

/** A text of a property as the field keeps it; '' for what the field does not take. */
export function toFilled(dataType: DataType, text: string): string {
  const type = valueOf(dataType);
  if (type.isEmpty(text) || whyNotValue({ name: '', dataType, required: false }, text) !== null) return '';
  return type.toKept(text);
}

type FillField = {
  readonly id: number;
  readonly name: string;
  readonly dataType: DataType;
  readonly listId: StoredListValue['listId'] | null;
  readonly currency: string | null;
  readonly formula: string | null;
  readonly fills: readonly FieldFill[];
  /** Absent: one that is switched off is not among its kind. */
  readonly enabled?: boolean;
};

const noFills: readonly FieldFill[] = [];

/** The pairs that fill: what is switched off, or does not fit any more, rests until it does again. */
export function standingFills(
  field: FillField,
  fields: readonly FillField[],
  config: Pick<TenantConfig, 'lists' | 'objectProperties'>,
): readonly FieldFill[] {
  if (field.fills.length === 0) return noFills;
  const list = field.listId === null ? undefined : config.lists.get(field.listId);
  if (!canFill(field.dataType, list)) return noFills;
  return field.fills.filter(({ fieldId, propertyId }) => {
    const filled = fields.find(({ id, enabled }) => id === fieldId && enabled !== false);
    const property = config.objectProperties.find(
      ({ id, objectDefinitionId, enabled }) =>
        id === propertyId && enabled && objectDefinitionId === list?.objectDefinitionId,
    );
    return (
      filled !== undefined &&
      filled !== field &&
      property !== undefined &&
      whyNotFill({ ...filled, isComputed: isComputed(filled) }, property) === null
    );
  });
}

/** Keys are the ids of the fields. */
export function fillingOf(
  fields: readonly FillField[],
  config: TenantConfig,
  isOpen: (fieldId: number) => boolean,
): Filling {
  const byKey = new Map(fields.map((field) => [String(field.id), field]));
  return {
    fillsOf(key) {
      const field = byKey.get(key);
      return field === undefined
        ? []
        : standingFills(field, fields, config).map(({ fieldId, propertyId }) => ({
            key: String(fieldId),
            propertyId,
          }));
    },
    read(key, chosen, propertyId) {
      const field = byKey.get(key);
      const value = config.listValues.get(listValueId(Number(chosen)));
      const text = readObject(JSON.stringify(value?.objectValues ?? null)).get(propertyId) ?? '';
      const filled = field === undefined ? '' : toFilled(field.dataType, text);
      // A choice that is no longer one fills nothing.
      return field === undefined || filled === '' || whyNotListValue(config, field, filled, []) === null
        ? filled
        : '';
    },
    isOpen: (key) => isOpen(Number(key)),
  };
}

/** Whether a choice of one of the fields fills anything at all: most companies have none. */
export const hasFills = (fields: readonly Pick<FillField, 'fills'>[]): boolean =>
  fields.some(({ fills }) => fills.length > 0);
