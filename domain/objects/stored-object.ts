// An object is stored as JSON: texts by the ids of their properties. Nothing is kept of a property without a value.

/** The values of one object by property id, each the text in which it is stored. */
export type PropertyValues = ReadonlyMap<number, string>;

export const noValues: PropertyValues = new Map();

const propertyKey = /^[1-9]\d{0,15}$/;

/** As it was written, or null for what is no object: a number and a flag read as their text. */
export function findObject(text: string): ReadonlyMap<string, unknown> | null {
  if (!text.startsWith('{')) return null;
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? new Map(Object.entries(parsed)) : null;
  } catch {
    return null;
  }
}

/** The values of what is stored; none of what is no object. */
export function readObject(text: string | null | undefined): PropertyValues {
  const found = text == null ? null : findObject(text);
  if (found === null) return noValues;
  return new Map(
    [...found].flatMap(([key, value]) => {
      const written = propertyText(value);
      return propertyKey.test(key) && written !== null && written !== '' ? [[Number(key), written]] : [];
    }),
  );
}

/** What is told of an object that still holds what was deleted; null when nothing is left. */
export const withoutProperties = (
  stored: Readonly<Record<string, unknown>>,
  gone: ReadonlySet<string>,
): Readonly<Record<string, unknown>> | null => {
  const told = Object.entries(stored).filter(([id]) => !gone.has(id));
  return told.length === 0 ? null : Object.fromEntries(told);
};

/** Null for what no property holds. */
export const propertyText = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;

/** In one order whatever the order of the changes; null when nothing is left. */
export function writeObject(values: PropertyValues): string | null {
  const filled = [...values].filter(([, value]) => value !== '');
  if (filled.length === 0) return null;
  return JSON.stringify(
    Object.fromEntries(
      filled.toSorted(([one], [other]) => one - other).map(([id, value]) => [String(id), value]),
    ),
  );
}
