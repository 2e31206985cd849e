import type { ObjectValue } from '../contract.generated.ts';
import type { StoredListValue, TenantConfig } from '../tenants/tenant-config.ts';

/**
 * The object that a list value stands for, in the order of its properties; null when it stands for none. Stored as
 * text by property id. Tags are semicolon-separated, the third part is the property, as in those of fields.
 */
export function objectValueOf(config: TenantConfig, value: StoredListValue): ObjectValue | null {
  const stored = value.objectValues;
  if (typeof stored !== 'object' || stored === null) return null;
  const texts = new Map(Object.entries(stored));
  return {
    id: value.id,
    objectValues: config.objectProperties
      .filter((property) => texts.has(String(property.id)))
      .map(({ id, name, isDisplayable, dataType, order, enabled }) => {
        const text: unknown = texts.get(String(id));
        return {
          value: text == null ? null : String(text),
          tag: `${value.listId};${value.id};${id}`,
          objectProperty: { id, name, isDisplayable, dataType, order, enabled },
        };
      }),
  };
}
