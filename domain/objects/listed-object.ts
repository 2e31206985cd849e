import { showDisabled } from '../kernel/formats.ts';
import { listValueId } from '../kernel/ids.ts';
import type { StoredListValue, TenantConfig } from '../tenants/tenant-config.ts';
import { displayObject, type PropertyReading } from './display.ts';
import { readObject } from './stored-object.ts';

/** A value that stands for a person is called as the person is. */
export const plainValueName = (config: TenantConfig, { value, userId }: StoredListValue): string =>
  (userId === null ? undefined : config.members.get(userId)?.name) ?? value;

/** How the properties of objects read. */
export const readingOf = (config: TenantConfig, timeZone: string): PropertyReading => ({
  timeZone,
  nameOf(id) {
    const value = config.listValues.get(listValueId(id));
    if (value === undefined) return '';
    const name = plainValueName(config, value);
    return value.enabled ? name : showDisabled(name);
  },
});

/** What a value of a list is called: in a list of objects as the object displays, where it displays anything. */
export function listedValueName(config: TenantConfig, value: StoredListValue, timeZone: string): string {
  const definitionId = config.lists.get(value.listId)?.objectDefinitionId ?? null;
  const name = plainValueName(config, value);
  if (definitionId === null) return name;
  const properties = config.objectProperties.filter(
    ({ objectDefinitionId }) => objectDefinitionId === definitionId,
  );
  const values = readObject(JSON.stringify(value.objectValues));
  return displayObject(properties, values, readingOf(config, timeZone)).text || name;
}
