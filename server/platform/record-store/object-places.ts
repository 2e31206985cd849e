// Where the values of objects stand: under the id of their property, or, of a property that was given another data type, beside
// it, under `b` and the id (decision 122). Statements of objects without such a property stay as they were.
import type { StoredField } from '@rowhouse/domain/tenants/tenant-config.ts';
import { findObject } from '@rowhouse/domain/objects/stored-object.ts';
import { propertiesBeside } from './places.ts';

/** The key of a property's value in an object. */
export const keyInObject = (propertyId: number, isBeside: boolean): string =>
  `${isBeside ? 'b' : ''}${Number(propertyId)}`;

export const bothKeysInObject = (propertyId: number): string =>
  `'{${keyInObject(propertyId, false)},${keyInObject(propertyId, true)}}'::text[]`;

const besideText = (properties: readonly number[]): string => `'{${properties.join(',')}}'`;

/** The object of a field as everybody reads it. */
export function objectExpression(field: StoredField): string {
  const kept = `x -> '${field.id}'`;
  const beside = propertiesBeside(field);
  return beside === null ? `(${kept})` : `shown_object(${kept}, ${besideText(beside)})`;
}

/**
 * What is kept of an object that is written: with it what the record held for nobody to see.
 * @param object an expression of jsonb, null for none
 * @param isNew a new record held nothing
 */
export function objectKept(field: StoredField, object: string, isNew = false): string {
  const beside = propertiesBeside(field);
  if (beside === null) return object;
  return `kept_object(${isNew ? 'null' : `x -> '${field.id}'`}, ${object}, ${besideText(beside)})`;
}

/** The JSON of a new object as it is kept, each value in its place. */
export function objectInPlaces(field: StoredField, object: string): string {
  const beside = propertiesBeside(field);
  const named = beside === null || beside.length === 0 ? null : findObject(object);
  if (beside === null || named === null) return object;
  return JSON.stringify(
    Object.fromEntries(
      [...named].map(([id, value]) => [keyInObject(Number(id), beside.includes(Number(id))), value]),
    ),
  );
}
