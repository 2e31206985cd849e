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
import { aField, keyOfThing } from '@rowhouse/domain/where-used/thing.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import { readForms, selectForms } from '../order-entry/sql.ts';
import { readMappings, readOffers, selectMappings, selectOffers } from '../transmissions/sql.ts';

const keyOf = (typeId: number, fieldId: number): string =>
  keyOfThing(aField(typeId, additionalFieldKey(fieldId)));

const naming = (places: readonly Place[], key: string): string[] =>
  places.filter(({ mentions }) => mentions.has(key)).map(({ name }) => name);

/** Those that the configuration knows, by their names. */
export function decidingPlaces(config: TenantConfig, typeId: number, fieldId: number): string[] {
  const key = keyOf(typeId, fieldId);
  const sought = { ...config, sought: new Set([key]) };
  return [confinementsOf, formulasIn, fillsIn, transitionsIn, fieldConditionsIn].flatMap((find) =>
    naming(find(sought), key),
  );
}

/** Whether a formula computes with the values of the field. */
export function isComputedWith(config: TenantConfig, typeId: number, fieldId: number): boolean {
  const key = keyOf(typeId, fieldId);
  return naming(formulasIn({ ...config, sought: new Set([key]) }), key).length > 0;
}

/** With those that are kept beside it: order forms, and mappings to and from other companies. */
export async function allDecidingPlaces(
  { config, viewer, read }: Pick<MemberContext, 'config' | 'viewer' | 'read'>,
  typeId: number,
  fieldId: number,
): Promise<string[]> {
  const key = keyOf(typeId, fieldId);
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
  return [...decidingPlaces(config, typeId, fieldId), ...naming(kept, key)];
}
