import type { LeftThing, Link } from '@rowhouse/domain/configuration-file/list-left.ts';
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import { aField, aThing } from '@rowhouse/domain/where-used/thing.ts';
import type { Thing } from '@rowhouse/domain/where-used/thing.ts';
import type { Gathered } from './gather.ts';

type Identified = { readonly id: number | null } | undefined;

/** What is asked for its impact before it is switched off; of the menu the items. What nothing refers to has none. */
export function touchedBy({ part, chain }: LeftThing, here: Gathered): Thing[] {
  const [top, own, inner] = chain;
  if (top === undefined) return [];
  const of = (kind: Parameters<typeof aThing>[0], found: Identified): Thing[] =>
    found?.id == null ? [] : [aThing(kind, found.id)];
  switch (part) {
    case 'lists':
      return own === undefined
        ? of('LIST', here.lists[top.at])
        : of('LIST_VALUE', here.lists[top.at]?.values[own.at]);
    case 'objects':
      return own === undefined
        ? of('OBJECT', here.objects[top.at])
        : of('OBJECT_PROPERTY', here.objects[top.at]?.properties[own.at]);
    case 'recordTypes':
      return ofType(here.recordTypes[top.at], own, inner);
    case 'menu':
      return itemsOf(here.menu.groups[top.at], own, inner).flatMap((item) => of('MENU_ITEM', item));
    case 'roles':
      return of('ROLE', here.roles[top.at]);
    default:
      return [];
  }

  function ofType(
    type: Gathered['recordTypes'][number] | undefined,
    link: Link | undefined,
    line: Link | undefined,
  ): Thing[] {
    if (type === undefined || link === undefined) return of('RECORD_TYPE', type);
    const { member, at } = link;
    if (member === 'statuses') return of('STATUS', type.statuses[at]);
    if (member === 'problemCodes') return of('PROBLEM_CODE', type.problemCodes[at]);
    if (member === 'fields') {
      const field = type.fields[at];
      return field === undefined ? [] : [aField(type.id, additionalFieldKey(field.id))];
    }
    if (member !== 'lineTypes') return [];
    const kind = type.lineTypes[at];
    return line === undefined ? of('LINE_TYPE', kind) : of('LINE_FIELD', kind?.fields[line.at]);
  }
}

type Group = Gathered['menu']['groups'][number];

function itemsOf(
  group: Group | undefined,
  section: Link | undefined,
  item: Link | undefined,
): readonly (Group['sections'][number]['items'][number] | undefined)[] {
  const sections = section === undefined ? group?.sections : [group?.sections[section.at]];
  const items = (sections ?? []).flatMap((one) => one?.items ?? []);
  return item === undefined ? items.filter(({ enabled }) => enabled) : [items[item.at]];
}
