// The menu as its administrators keep it; what everybody has of it is in operations.ts.
import type { CompanyMenu, MenuGroupInput } from '@rowhouse/domain/contract.generated.ts';
import { invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import {
  findLostWay,
  keepUnnamed,
  lastWayLost,
  listItems,
  menuChangedMeanwhile,
  mostMenuEntries,
  whyNotMenu,
  whyNotMenuEntry,
} from '@rowhouse/domain/menu/edit-menu.ts';
import type { EditedItem, EditedMenu, MenuEntry } from '@rowhouse/domain/menu/edit-menu.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { OperationTable } from '../../graphql/operation.ts';
import { writeOnce } from '../../graphql/write-once.ts';
import type { Answer, Transaction } from '../../platform/database/database.ts';
import {
  changeGroup,
  changeItem,
  changeSection,
  findMenu,
  insertGroup,
  insertItem,
  insertSection,
  lockMenu,
  readId,
  selectMenu,
} from './sql.ts';

type Names = 'getCompanyMenu' | 'updateCompanyMenu';

export const companyMenuOperations: Pick<OperationTable, Names> = {
  async getCompanyMenu(_input, { viewer, config, read }) {
    const { answers } = await read([selectMenu(viewer.tenantId)]);
    return showMenu(answers[0], config);
  },

  async updateCompanyMenu({ data }, context) {
    const { viewer, config } = context;
    const tenant = viewer.tenantId;
    return writeOnce('updateCompanyMenu', data, context, {
      first: [lockMenu(tenant), selectMenu(tenant)],
      async work(transaction, [, found], keep) {
        const current = findMenu(found);
        if (current === null) throw notFound('The menu');
        requireKnown(data.groups, current.groups);
        if (current.version !== data.version) throw menuChangedMeanwhile();
        const wanted = readMenu(data.groups, current.groups, config);
        const lost = findLostWay(current.groups, wanted, listOpenItems(config));
        if (lost !== null) throw lastWayLost(lost);
        await writeMenu(transaction, tenant, current.groups, wanted);
        const answers = await transaction.finish([...keep(tenant), selectMenu(tenant)]);
        return showMenu(answers.at(-1), config);
      },
      findMade: async (_tenant, transaction) => showMenu(await transaction.one(selectMenu(tenant)), config),
    });
  },
};

/** Of another company reads as absent, whatever else is wrong. */
function requireKnown(given: readonly MenuGroupInput[], current: EditedMenu): void {
  const ids = (
    menu: readonly {
      id?: number | null;
      sections: readonly { id?: number | null; items: readonly { id?: number | null }[] }[];
    }[],
  ) => [
    menu.map(({ id }) => id ?? null),
    menu.flatMap(({ sections }) => sections.map(({ id }) => id ?? null)),
    menu.flatMap(({ sections }) => sections.flatMap(({ items }) => items.map(({ id }) => id ?? null))),
  ];
  const known = ids(current);
  ids(given).forEach((level, index) => {
    const there = new Set(known[index]);
    const named = level.filter((id) => id !== null);
    if (new Set(named).size < named.length || named.some((id) => !there.has(id)))
      throw notFound('The entry of the menu');
  });
}

/** Words that stand already are not judged. */
function readMenu(given: readonly MenuGroupInput[], current: EditedMenu, config: TenantConfig): EditedMenu {
  const levels = (menu: EditedMenu) => [
    menu,
    menu.flatMap(({ sections }) => sections),
    listItems(menu).map(({ item }) => item),
  ];
  const read = (entry: Omit<MenuEntry, 'id'> & { id?: number | null }): MenuEntry => ({
    id: entry.id ?? null,
    name: entry.name.trim(),
    route: entry.route.trim().toLowerCase(),
    enabled: entry.enabled,
  });
  const wanted: EditedMenu = given.map(({ sections, ...group }) => ({
    ...read(group),
    sections: sections.map(({ items, ...section }) => ({
      ...read(section),
      items: items.map((item) => ({
        ...read(item),
        icon: item.icon ?? null,
        recordTypeId: item.recordTypeId ?? null,
      })),
    })),
  }));
  const before = levels(current);
  const whole = keepUnnamed(current, wanted);
  levels(whole).forEach((entries, level) => {
    const known = new Map((before[level] ?? []).map((entry) => [entry.id, entry]));
    for (const entry of entries) {
      const old = entry.id === null ? undefined : known.get(entry.id);
      if (old?.name === entry.name && old.route === entry.route) continue;
      const fault = whyNotMenuEntry(entry);
      if (fault !== null) throw invalid(fault.sentence, fault.field);
    }
    if (entries.length > mostMenuEntries) throw invalid(`A menu has at most ${mostMenuEntries} entries.`);
  });
  const kept = new Map(listItems(current).map(({ item }) => [item.id, item]));
  for (const { item } of listItems(whole)) {
    const old = item.id === null ? undefined : kept.get(item.id);
    const isNew = item.recordTypeId !== null && item.recordTypeId !== old?.recordTypeId;
    if (isNew && ![...config.recordTypes.keys()].some((id) => id === item.recordTypeId))
      throw notFound('The record type');
    if (item.icon !== null && !/^[a-z-]{1,30}$/.test(item.icon))
      throw invalid('There is no such icon.', 'icon');
  }
  const whyNot = whyNotMenu(whole);
  if (whyNot !== null) throw invalid(whyNot, 'route');
  return whole;
}

/** Items that a role which administers, and that somebody has who may enter, may open. */
function listOpenItems(config: TenantConfig): ReadonlySet<number> {
  const held = new Set(
    [...config.members.values()].filter(({ enabled }) => enabled).map(({ roleId }) => roleId),
  );
  const open = new Set<number>();
  for (const role of config.roles.values()) {
    if (!role.administers || !role.enabled || !held.has(role.id)) continue;
    for (const [item, actions] of role.menuActions) if (actions.has('view')) open.add(item);
  }
  return open;
}

const ownOfItem = (entry: MenuEntry | EditedItem): unknown[] =>
  'icon' in entry ? [entry.icon, entry.recordTypeId] : [];

/** Only what is new, moved or changed is written. */
async function writeMenu(
  transaction: Transaction,
  tenant: Parameters<typeof selectMenu>[0],
  before: EditedMenu,
  after: EditedMenu,
): Promise<void> {
  const places = new Map<string, string>();
  const place = (kind: string, entry: MenuEntry, parent: number, position: number): string =>
    JSON.stringify([kind, parent, position, entry.name, entry.route, entry.enabled, ...ownOfItem(entry)]);
  before.forEach((group, groupAt) => {
    places.set(`group ${group.id}`, place('group', group, 0, groupAt));
    group.sections.forEach((section, sectionAt) => {
      places.set(`section ${section.id}`, place('section', section, group.id ?? 0, sectionAt));
      section.items.forEach((item, itemAt) =>
        places.set(`item ${item.id}`, place('item', item, section.id ?? 0, itemAt)),
      );
    });
  });
  const isSame = (kind: string, entry: MenuEntry, parent: number, position: number): boolean =>
    places.get(`${kind} ${entry.id}`) === place(kind, entry, parent, position);

  for (const [groupAt, group] of after.entries()) {
    let groupId = group.id ?? 0;
    if (group.id === null) groupId = readId(await transaction.one(insertGroup(tenant, group, groupAt + 1)));
    else if (!isSame('group', group, 0, groupAt))
      await transaction.one(changeGroup(tenant, group, groupAt + 1));
    for (const [sectionAt, section] of group.sections.entries()) {
      let sectionId = section.id ?? 0;
      if (section.id === null)
        sectionId = readId(await transaction.one(insertSection(tenant, groupId, section, sectionAt + 1)));
      else if (!isSame('section', section, groupId, sectionAt))
        await transaction.one(changeSection(tenant, groupId, section, sectionAt + 1));
      for (const [itemAt, item] of section.items.entries()) {
        if (item.id === null) await transaction.one(insertItem(tenant, sectionId, item, itemAt + 1));
        else if (!isSame('item', item, sectionId, itemAt))
          await transaction.one(changeItem(tenant, sectionId, item, itemAt + 1));
      }
    }
  }
}

function showMenu(answer: Answer | undefined, config: TenantConfig): CompanyMenu {
  const found = findMenu(answer);
  if (found === null) throw notFound('The menu');
  return {
    version: found.version,
    // The database gives each its id.
    groups: found.groups as CompanyMenu['groups'],
    recordTypes: [...config.recordTypes.values()]
      .map(({ id, name }) => ({ id, name }))
      .sort((one, other) => one.name.localeCompare(other.name)),
  };
}
