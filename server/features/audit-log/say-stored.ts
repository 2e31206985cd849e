import { sayStoredName } from '@rowhouse/domain/audit-log/kinds.ts';

/** How many of a list are named; the others are counted. */
const mostNamed = 5;
const longest = 300;

/** What names a thing inside of a stored structure, in the order in which it is looked for. */
const naming = ['name', 'label', 'title', 'value', 'key'] as const;

type Structure = { readonly [key: string]: unknown };
const isStructure = (value: unknown): value is Structure =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A stored structure in words: 'Vendor, Total due, Note and 23 more', 'Operator: equals, Value: 860'. It is for reading
 * and leaves out what is deep: two structures may be said alike.
 * @param nameId names the thing of an id that stands under the key, or null where the key holds no id
 */
export function sayStored(value: unknown, nameId: (key: string, id: number) => string | null): string | null {
  const text = say(value, nameId, 0);
  return text === null || text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}

function say(
  value: unknown,
  nameId: (key: string, id: number) => string | null,
  depth: number,
): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return sayList(value, nameId, depth);
  if (!isStructure(value)) return String(value);
  const parts = Object.entries(value).flatMap(([key, inner]) => {
    const name = typeof inner === 'number' ? nameId(key, inner) : null;
    // An id without a name says nothing to whoever reads.
    if (name === null && /(^ids?|Ids?|_ids?)$/.test(key)) return [];
    const words = name ?? (depth < 2 ? say(inner, nameId, depth + 1) : null);
    return words === null ? [] : [`${sayKey(key)}: ${words}`];
  });
  return parts.length === 0 ? null : parts.join(', ');
}

/** 'fieldId' as 'Field', 'isOn' as 'Is on' */
const sayKey = (key: string): string =>
  sayStoredName(
    key
      .replace(/(Id|_id)$/, '')
      .replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`),
  );

function sayList(
  items: readonly unknown[],
  nameId: (key: string, id: number) => string | null,
  depth: number,
): string | null {
  if (items.length === 0) return null;
  const names = items.map((item) => nameOf(item) ?? (items.length === 1 ? say(item, nameId, depth) : null));
  const named = names.filter((name) => name !== null).slice(0, mostNamed);
  if (named.length === 0) return items.length === 1 ? null : `${items.length} entries`;
  const more = items.length - named.length;
  return more === 0 ? named.join(', ') : `${named.join(', ')} and ${more} more`;
}

function nameOf(item: unknown): string | null {
  if (typeof item === 'string' || typeof item === 'number') return String(item);
  if (!isStructure(item)) return null;
  // What has one of these beside a comparison is a condition and no name.
  if ('operator' in item || 'filterCriteria' in item) return null;
  const name = naming.map((key) => item[key]).find((one) => typeof one === 'string' && one !== '');
  return name === undefined ? null : String(name);
}
