import type { Option } from '../../ui/inputs/option.ts';

type Named = {
  readonly id: number;
  readonly name: string;
  readonly enabled: boolean;
  readonly recordType: { readonly id: number };
};
export type NamedType = { readonly id: number; readonly name: string };

const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/**
 * Specification 7: the lists of a super type's related types are merged and sorted by name. Names that several types have
 * are told apart by the type's.
 */
export function mergeByName(lists: readonly (readonly Named[])[], types: readonly NamedType[]): Option[] {
  const items = [...new Map(lists.flat().map((item) => [item.id, item])).values()];
  const times = new Map<string, number>();
  for (const { name } of items) times.set(name.toLowerCase(), (times.get(name.toLowerCase()) ?? 0) + 1);
  const nameOf = ({ name, recordType }: Named): string => {
    const type = types.find(({ id }) => id === recordType.id);
    return type !== undefined && (times.get(name.toLowerCase()) ?? 0) > 1 ? `${name} (${type.name})` : name;
  };
  return items
    .map((item) => ({ id: String(item.id), name: nameOf(item), enabled: item.enabled }))
    .toSorted((one, other) => byName.compare(one.name, other.name));
}
