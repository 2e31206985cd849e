// Where something is decided, computed or sent by the values of a field: there a field of another type would decide otherwise.
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import {
  confinementsOf,
  fieldConditionsIn,
  fillsIn,
  formulasIn,
  transitionsIn,
} from '@rowhouse/domain/where-used/configured-places.ts';
import type { Place } from '@rowhouse/domain/where-used/place.ts';
import { mappingPlace, offerPlace, orderFormPlace } from '@rowhouse/domain/where-used/stored-places.ts';
import { aField, aThing, keyOfThing } from '@rowhouse/domain/where-used/thing.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import { readForms, selectForms } from '../order-entry/sql.ts';
import { readMappings, readOffers, selectMappings, selectOffers } from '../transmissions/sql.ts';

type Decided = { readonly typeId: number; readonly lineTypeId: number | null; readonly fieldId: number };

const keyOf = ({ typeId, lineTypeId, fieldId }: Decided): string =>
  keyOfThing(
    lineTypeId === null ? aField(typeId, additionalFieldKey(fieldId)) : aThing('LINE_FIELD', fieldId),
  );

const naming = (places: readonly Place[], key: string): string[] =>
  places.filter(({ mentions }) => mentions.has(key)).map(({ name }) => name);

/** Those that the configuration knows, by their names. */
export function decidingPlaces(config: TenantConfig, field: Decided): string[] {
  const key = keyOf(field);
  const sought = { ...config, sought: new Set([key]) };
  return [confinementsOf, formulasIn, fillsIn, transitionsIn, fieldConditionsIn].flatMap((find) =>
    naming(find(sought), key),
  );
}

/** Choices that fill fields with values of the property: a field takes what is of its type. */
export function placesFilledBy(config: TenantConfig, propertyId: number): string[] {
  const key = keyOfThing(aThing('OBJECT_PROPERTY', propertyId));
  return naming(fillsIn({ ...config, sought: new Set([key]) }), key);
}

/** Whether a formula computes with the values of the field. */
export function isComputedWith(config: TenantConfig, field: Decided): boolean {
  const key = keyOf(field);
  return naming(formulasIn({ ...config, sought: new Set([key]) }), key).length > 0;
}

/** With those that are kept beside it: order forms, and mappings to and from other companies. */
export async function allDecidingPlaces(
  { config, viewer, read }: Pick<MemberContext, 'config' | 'viewer' | 'read'>,
  field: Decided,
): Promise<string[]> {
  const key = keyOf(field);
  const sought = { ...config, sought: new Set([key]) };
  const tenant = viewer.tenantId;
  const { answers } = await read([
    selectForms(tenant),
    selectMappings(tenant, null),
    selectOffers(tenant, null),
  ]);
  const kept = [
    ...readForms(answers[0]).map((one) => orderFormPlace(sought, one)),
    ...readMappings(answers[1]).map((one) => mappingPlace(sought, one)),
    ...readOffers(answers[2]).flatMap((one) => offerPlace(sought, one)),
  ];
  return [...decidingPlaces(config, field), ...naming(kept, key)];
}
