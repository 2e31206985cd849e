// A menu as its administrators write it: groups of sections of items, each in its order.
import { Refusal } from '../kernel/refusal.ts';

export type MenuEntry = {
  /** Null for a new one. */
  readonly id: number | null;
  readonly name: string;
  readonly route: string;
  readonly enabled: boolean;
};
export type EditedItem = MenuEntry & { readonly icon: string | null; readonly recordTypeId: number | null };
export type EditedSection = MenuEntry & { readonly items: readonly EditedItem[] };
export type EditedGroup = MenuEntry & { readonly sections: readonly EditedSection[] };
export type EditedMenu = readonly EditedGroup[];

export const longestMenuName = 60;
export const longestMenuRoute = 60;
export const mostMenuEntries = 500;

/** Why the entry's own words cannot stand, or null. */
export function whyNotMenuEntry({
  name,
  route,
}: Pick<MenuEntry, 'name' | 'route'>): { field: 'name' | 'route'; sentence: string } | null {
  if (name.trim() === '') return { field: 'name', sentence: 'Name is a required field' };
  if (name.trim().length > longestMenuName)
    return { field: 'name', sentence: `The name has at most ${longestMenuName} characters.` };
  if (!/^[a-z0-9][a-z0-9-]*$/.test(route) || route.length > longestMenuRoute)
    return {
      field: 'route',
      sentence: `A route has at most ${longestMenuRoute} small letters, digits and hyphens.`,
    };
  return null;
}

/** These stand outside of group and section. */
const wholePaths: ReadonlySet<string> = new Set([
  'tenant-profile-settings',
  'portal',
  'dynamic-portals',
  'dashboard',
]);

export const pathOfItem = (group: MenuEntry, section: MenuEntry, item: MenuEntry): string =>
  wholePaths.has(item.route)
    ? item.route
    : [group.route, section.route, item.route].filter(Boolean).join('/');

/** Why the whole cannot stand, or null. Only what is enabled is at an address. */
export function whyNotMenu(menu: EditedMenu): string | null {
  const taken = new Map<string, string>();
  for (const { group, section, item } of listItems(menu)) {
    if (!isReachable(group, section, item)) continue;
    const path = pathOfItem(group, section, item);
    const other = taken.get(path);
    if (other !== undefined)
      return `'${other}' and '${item.name}' have the same address, ${path}. Change the route of one.`;
    taken.set(path, item.name);
  }
  return null;
}

/** The pages without which nobody could bring anything back. */
export const lastWays = [
  { route: 'users', name: 'Users' },
  { route: 'roles', name: 'Roles' },
  { route: 'menus', name: 'Menus' },
] as const;

/**
 * Which of those pages nobody could reach any more, though somebody could before; null when none is lost.
 * @param open items that a role which administers, and that somebody has, may open
 */
export function findLostWay(before: EditedMenu, after: EditedMenu, open: ReadonlySet<number>): string | null {
  const reaches = (menu: EditedMenu, route: string): boolean =>
    listItems(menu).some(
      ({ group, section, item }) =>
        item.route === route &&
        item.recordTypeId === null &&
        isReachable(group, section, item) &&
        (item.id === null || open.has(item.id)),
    );
  return lastWays.find(({ route }) => reaches(before, route) && !reaches(after, route))?.name ?? null;
}

export const lastWayLost = (name: string) =>
  new Refusal(
    'INVALID',
    `This is the last way to the page ${name}, and nobody could bring it back. Leave it, its section and its group active.`,
  );

export const menuChangedMeanwhile = () =>
  new Refusal('CONFLICT', 'Another administrator has changed the menu since you opened this page.');

/** What is not named stays as it is, after the others of its section or group, or at the end. */
export function keepUnnamed(before: EditedMenu, after: EditedMenu): EditedMenu {
  const named = (entries: readonly MenuEntry[]) => new Set(entries.map(({ id }) => id));
  const groups = named(after);
  const sections = named(after.flatMap((group) => group.sections));
  const items = named(listItems(after).map(({ item }) => item));
  const oldSections = before.flatMap((group) => group.sections);
  const restOfSection = (section: EditedSection): EditedSection => ({
    ...section,
    items: section.items.filter(({ id }) => !items.has(id)),
  });
  const restOfGroup = (group: EditedGroup | undefined) =>
    (group?.sections ?? []).filter(({ id }) => !sections.has(id)).map(restOfSection);
  const whole = after.map((group) => ({
    ...group,
    sections: [
      ...group.sections.map((section) => ({
        ...section,
        items: [
          ...section.items,
          ...(oldSections.find(({ id }) => id !== null && id === section.id)?.items ?? []).filter(
            ({ id }) => !items.has(id),
          ),
        ],
      })),
      ...restOfGroup(before.find(({ id }) => id !== null && id === group.id)),
    ],
  }));
  const rest = before.filter(({ id }) => !groups.has(id));
  return [...whole, ...rest.map((group) => ({ ...group, sections: restOfGroup(group) }))];
}

export function listItems(menu: EditedMenu) {
  return menu.flatMap((group) =>
    group.sections.flatMap((section) => section.items.map((item) => ({ group, section, item }))),
  );
}

const isReachable = (...entries: readonly MenuEntry[]): boolean => entries.every(({ enabled }) => enabled);
