import type { PartName } from './format.ts';

const words: Readonly<Record<PartName, readonly [one: string, many: string]>> = {
  lists: ['list', 'lists'],
  objects: ['custom object', 'custom objects'],
  recordTypes: ['record type', 'record types'],
  menu: ['menu group', 'menu groups'],
  roles: ['role', 'roles'],
  portals: ['page of another server', 'pages of other servers'],
  orderForms: ['order form', 'order forms'],
  dashboards: ['shared dashboard', 'shared dashboards'],
  views: ['saved view of a role', 'saved views of roles'],
};

/** '3 lists, 1 role': what a file holds, without what it has none of. */
export function sayParts(parts: readonly { readonly part: string; readonly count: number }[]): string {
  const said = parts.flatMap(({ part, count }) => {
    const [one, many] = words[part as PartName] ?? [part, part];
    return count === 0 ? [] : [`${count.toLocaleString('en-US')} ${count === 1 ? one : many}`];
  });
  return said.length === 0 ? 'nothing is set up' : said.join(', ');
}

const titles: Readonly<Record<PartName, string>> = {
  lists: 'Lists',
  objects: 'Custom objects',
  recordTypes: 'Record types',
  menu: 'Menu',
  roles: 'Roles',
  portals: 'Pages of other servers',
  orderForms: 'Order forms',
  dashboards: 'Shared dashboards',
  views: 'Saved views of roles',
};

export const titleOfPart = (part: string): string => titles[part as PartName] ?? part;
