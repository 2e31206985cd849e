// What the choices of a record or a line fill by what is configured. The browser is told it, and does not carry this.
import type { DataType } from '../fields/data-types.ts';
import { isComputed } from '../formulas/computed-fields.ts';
import { listValueId } from '../kernel/ids.ts';
import { readObject } from '../objects/stored-object.ts';
import { whyNotListValue } from '../records/choices.ts';
import type { StoredListValue, TenantConfig } from '../tenants/tenant-config.ts';
import type { FieldFill } from './field-fill.ts';
import { toFilled, type Filling } from './fill-from.ts';
import { canFill, whyNotFill } from './why-not-fill.ts';

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
