import type { ObjectValue, ObjectValueEntry } from '../contract.generated.ts';
import type { StoredListValue, TenantConfig } from '../tenants/tenant-config.ts';

/**
 * The object that a list value stands for, in the order of its properties; null when it stands for none. Stored as
 * text by property id. Tags are semicolon-separated, the third part is the property, as in those of fields.
 */
export function objectValueOf(config: TenantConfig, value: StoredListValue): ObjectValue | null {
  const stored = value.objectValues;
  if (typeof stored !== 'object' || stored === null) return null;
  return { id: value.id, objectValues: objectEntriesOf(config, stored, `${value.listId};${value.id}`) };
}

/**
 * The entries of an object that is stored as text by property id, in the order of its properties.
 * @param tag what stands before the property in each entry's tag
 */
export function objectEntriesOf(config: TenantConfig, stored: object, tag: string): ObjectValueEntry[] {
  const texts = new Map<string, unknown>(Object.entries(stored));
  return config.objectProperties
    .filter((property) => texts.has(String(property.id)))
    .map(({ id, name, isDisplayable, dataType, order, enabled }) => {
      const text = texts.get(String(id));
      return {
        value: text == null ? null : String(text),
        tag: `${tag};${id}`,
        objectProperty: { id, name, isDisplayable, dataType, order, enabled },
      };
    });
}
