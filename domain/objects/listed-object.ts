import type { StoredListValue, TenantConfig } from '../tenants/tenant-config.ts';
import { displayObject, type PropertyReading } from './display.ts';
import { readObject } from './stored-object.ts';

/** What a value of a list is called: in a list of objects as the object displays, where it displays anything. */
export function listedValueName(
  config: TenantConfig,
  { value, listId, objectValues }: StoredListValue,
  reading: PropertyReading,
): string {
  const definitionId = config.lists.get(listId)?.objectDefinitionId ?? null;
  if (definitionId === null) return value;
  const properties = config.objectProperties.filter(
    ({ objectDefinitionId }) => objectDefinitionId === definitionId,
  );
  return displayObject(properties, readObject(JSON.stringify(objectValues)), reading).text || value;
}
