// Where what is configured is kept: in which typed column the values of a field stand, in which partition the records of a
// type. The configuration does not say it, for no rule asks; whoever loads or builds a configuration tells it here.
import type {
  StoredField,
  StoredLineItemField,
  StoredRecordType,
} from '@rowhouse/domain/tenants/tenant-config.ts';
import type { Slot } from './slots.ts';

type TypePlace = {
  readonly bucket: number;
  /** The bucket that its records are leaving, while they move. */
  readonly movingFrom: number | null;
};

const slots = new WeakMap<StoredField, Slot | null>();
const typePlaces = new WeakMap<StoredRecordType, TypePlace>();

/** Keeps the place by the object: a copy of the field has none. */
export function keepSlot<Field extends StoredField>(field: Field, slot: Slot | null): Field {
  slots.set(field, slot);
  return field;
}

/** Null where its values stand in the overflow. */
export function slotOf(field: StoredField): Slot | null {
  const slot = slots.get(field);
  if (slot === undefined) throw new Error(`It is not known where ${field.name} is kept.`);
  return slot;
}

const linesBeside = new WeakSet<StoredLineItemField>();

export function keepLinePlace(field: StoredLineItemField, standsBeside: boolean): StoredLineItemField {
  if (standsBeside) linesBeside.add(field);
  return field;
}

/** Whether lines have its values in `beside_values`, for its data type was changed. */
export const standsBeside = (field: StoredLineItemField): boolean => linesBeside.has(field);

const objectsBeside = new WeakMap<StoredField, readonly number[]>();

/** @param properties of its objects those that stand beside; kept only where objects may hold values in two places */
export function keepObjectPlaces<Field extends StoredField>(
  field: Field,
  properties: readonly number[],
): Field {
  objectsBeside.set(field, properties);
  return field;
}

/** Null where its objects hold each value in one place, under the id of its property. */
export const propertiesBeside = (field: StoredField): readonly number[] | null =>
  objectsBeside.get(field) ?? null;

export function keepTypePlace(type: StoredRecordType, place: TypePlace): StoredRecordType {
  typePlaces.set(type, place);
  return type;
}

/** Where new records of the type go, and where others may still stand. */
export function placeOfType(type: StoredRecordType): TypePlace {
  const place = typePlaces.get(type);
  if (place === undefined) throw new Error(`It is not known where ${type.name} is kept.`);
  return place;
}

/** Every bucket in which records of the type may stand. */
export function bucketsOfType(type: StoredRecordType): readonly number[] {
  const { bucket, movingFrom } = placeOfType(type);
  return movingFrom === null ? [bucket] : [bucket, movingFrom];
}
