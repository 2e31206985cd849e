import type { BuiltRecordType } from './build-record-type.ts';
import type { Site } from './site.ts';
import { insertRows } from './sql.ts';

type MenuItemSpec = {
  readonly name: string;
  readonly route: string;
  readonly icon?: string;
  readonly recordType?: BuiltRecordType;
  readonly enabled?: boolean;
};

type MenuSectionSpec = {
  readonly name: string;
  readonly route: string;
  readonly enabled?: boolean;
  readonly items: readonly MenuItemSpec[];
};

export type MenuGroupSpec = {
  readonly name: string;
  readonly route: string;
  readonly enabled?: boolean;
  readonly sections: readonly MenuSectionSpec[];
};

/** In the order in which it is given. Answers the items' ids by their names, which must differ. */
export async function buildMenu(
  site: Site,
  groups: readonly MenuGroupSpec[],
): Promise<ReadonlyMap<string, number>> {
  const base = { tenant_id: site.tenantId };
  const place = (spec: { name: string; route: string; enabled?: boolean }, index: number) => ({
    name: spec.name,
    route: spec.route,
    position: index + 1,
    enabled: spec.enabled ?? true,
  });
  const groupIds = await insertRows(
    site.connection,
    'menu_group',
    groups.map((group, index) => ({ ...base, ...place(group, index), tag: group.route })),
  );
  const sections = groups.flatMap((group, index) =>
    group.sections.map((section, position) => ({ section, position, groupId: groupIds[index] ?? 0 })),
  );
  const sectionIds = await insertRows(
    site.connection,
    'menu_section',
    sections.map(({ section, position, groupId }) => ({
      ...base,
      ...place(section, position),
      tag: section.route,
      menu_group_id: groupId,
    })),
  );
  const items = sections.flatMap(({ section }, index) =>
    section.items.map((item, position) => ({ item, position, sectionId: sectionIds[index] ?? 0 })),
  );
  const itemIds = await insertRows(
    site.connection,
    'menu_item',
    items.map(({ item, position, sectionId }) => ({
      ...base,
      ...place(item, position),
      menu_section_id: sectionId,
      icon: item.icon ?? null,
      record_type_id: item.recordType?.id ?? null,
    })),
  );
  const byName = new Map(items.map(({ item }, index) => [item.name, itemIds[index] ?? 0]));
  if (byName.size !== items.length) throw new Error('Two menu items have the same name.');
  return byName;
}
