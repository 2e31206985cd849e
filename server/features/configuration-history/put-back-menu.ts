// Groups, sections and items of the menu, with their places.
import type { MenuGroupInput } from '@rowhouse/domain/contract.generated.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import { findMenu, selectMenu } from '../menu/sql.ts';
import { before, Gone, type Saves } from './back.ts';
import type { StoredEntry } from './sql.ts';

type Entry = { readonly id: number | null };
type Section = Entry & { readonly items: readonly Entry[] };
type Group = Entry & { readonly sections: readonly Section[] };

export async function putBackMenu(entry: StoredEntry, { updateCompanyMenu }: Saves, context: MemberContext) {
  const menu = findMenu((await context.read([selectMenu(context.viewer.tenantId)])).answers[0]);
  if (menu === null) throw new Gone();
  const { position, menu_group_id, menu_section_id, ...was } = before(entry);
  const parent = menu_group_id ?? menu_section_id;
  const to = position === undefined && parent === undefined ? null : { position, parent };
  let isThere = false;
  const back = <Part extends Entry>(parts: readonly Part[], entity: string, of: number | null): Part[] => {
    if (entity !== entry.entity) return [...parts];
    const found = partOf(menu.groups, entry) as Part | null;
    if (found === null) return [...parts];
    const changed = { ...found, ...was };
    const at = parts.findIndex(({ id }) => id === entry.entityId);
    const isHere = parent === undefined ? at >= 0 : of === Number(parent);
    isThere ||= isHere;
    if (to === null) return at < 0 ? [...parts] : parts.with(at, changed);
    const others = parts.filter(({ id }) => id !== entry.entityId);
    // Places count from one; it stands last where so many are not there any more.
    const place = position === undefined ? Math.max(at, 0) : Number(position) - 1;
    return isHere ? others.toSpliced(place, 0, changed) : others;
  };
  const groups: MenuGroupInput[] = back(menu.groups, 'menu_group', null).map((group) => ({
    ...group,
    sections: back(group.sections, 'menu_section', group.id).map((section) => ({
      ...section,
      items: back(section.items, 'menu_item', section.id),
    })),
  }));
  if (!isThere) throw new Gone();
  await updateCompanyMenu({ data: { version: menu.version, groups } }, context);
}

/** The group, section or item that the entry is of. */
const partOf = (groups: readonly Group[], { entity, entityId }: StoredEntry): Entry | null => {
  const sections = groups.flatMap((group) => group.sections);
  const all =
    entity === 'menu_group'
      ? groups
      : entity === 'menu_section'
        ? sections
        : sections.flatMap(({ items }) => items);
  return all.find(({ id }) => id === entityId) ?? null;
};
