import type { MenuGroupInput, MenuItemInput, MenuSectionInput } from '@rowhouse/domain/contract.generated.ts';
import type { MenuGroupPart } from '@rowhouse/domain/configuration-file/format.ts';
import { foldName, matchThings, mergeOrder } from '@rowhouse/domain/configuration-file/match.ts';
import { about, missing } from './step.ts';
import type { Step } from './step.ts';
import { matchRoles } from './apply-roles.ts';
import { matchTypes, roleOf } from './apply-types.ts';
import type { Gathered } from './gather.ts';

type SectionPart = NonNullable<MenuGroupPart['sections']>[number];
type ItemPart = NonNullable<SectionPart['items']>[number];
type Made = { readonly id: number; readonly version: number };
type Mutable<One> = { -readonly [Member in keyof One]: One[Member] };

/** Groups that are not chosen stay as they are; so does what the file does not name of others. */
export const applyMenu: Step = async ({ context, now }, plan, saves) => {
  const standing = now.menu.groups.map(showGroup);
  const current = now.configuration.menu;
  const { pairs } = matchThings(['menu'], plan.given.menu ?? [], current, plan.answers);
  if (!pairs.some(({ key }) => plan.isChosen(key))) return;
  const inFile = pairs.flatMap(({ given, current: other, key }) => {
    if (!plan.isChosen(key)) return other === null ? [] : [standing[current.indexOf(other)]!];
    const before = other === null ? null : standing[current.indexOf(other)]!;
    const group: Mutable<MenuGroupInput> = before ?? { ...entryOf(given), sections: [] };
    Object.assign(group, changed(given));
    group.sections = mergeEntries(given.sections, other?.sections, group.sections, (section, old, place) => {
      const into: Mutable<MenuSectionInput> = place ?? { ...entryOf(section), items: [] };
      Object.assign(into, changed(section));
      into.items = mergeEntries(section.items, old?.items, into.items, (item, _old, spot) => ({
        ...(spot ?? entryOf(item)),
        ...changed(item),
        ...(item.icon !== undefined && { icon: item.icon }),
        ...(item.recordType !== undefined && { recordTypeId: typeOf(now, item, given) }),
      }));
      return into;
    });
    return [group];
  });
  // A new one comes where the file has it.
  const groups = mergeOrder(standing, inFile);
  await about('Menu', () =>
    saves.updateCompanyMenu({ data: { version: now.menu.version, groups } }, context),
  );
};

const showGroup = (group: Gathered['menu']['groups'][number]): MenuGroupInput => ({
  ...group,
  sections: group.sections.map((section) => ({
    ...section,
    items: section.items.map((item) => ({ ...item })),
  })),
});

const entryOf = (given: { readonly route: string; readonly name?: string | undefined }) => ({
  name: given.name ?? given.route,
  route: given.route,
  enabled: true,
});

const changed = (given: { readonly name?: string | undefined; readonly enabled?: boolean | undefined }) => ({
  ...(given.name !== undefined && { name: given.name }),
  ...(given.enabled !== undefined && { enabled: given.enabled }),
});

function mergeEntries<Part extends SectionPart | ItemPart, Input extends MenuSectionInput | MenuItemInput>(
  given: readonly Part[] | undefined,
  current: readonly Part[] | undefined,
  standing: readonly Input[],
  write: (given: Part, current: Part | null, standing: Input | null) => Input,
): Input[] {
  const there = current ?? [];
  const { pairs } = matchThings(['menu'], given ?? [], there, new Map());
  const kept = [...standing];
  const wanted = pairs.map(({ given: one, current: other }) => {
    const at = other === null ? -1 : there.indexOf(other);
    const input = write(one, other, at < 0 ? null : (standing[at] ?? null));
    if (at >= 0) kept[at] = input;
    return input;
  });
  return mergeOrder(wanted, kept);
}

function typeOf(now: Gathered, { recordType }: ItemPart, group: MenuGroupPart): number | null {
  if (recordType == null) return null;
  const found = now.recordTypes.find((one) => foldName(one.name) === foldName(recordType));
  if (found === undefined) throw missing(group.name ?? group.route, 'record type', recordType);
  return found.id;
}

export const applyPortals: Step = async ({ context, now }, plan, saves) => {
  const current = now.configuration.portals;
  const { pairs } = matchThings(['portals'], plan.given.portals ?? [], current, plan.answers);
  for (const { given, current: other, key } of pairs) {
    if (!plan.isChosen(key)) continue;
    plan.answers.delete(key);
    const roleIds = given.roles?.map((role) => roleOf(now, role, given.name));
    const stored = other === null ? null : now.portals[current.indexOf(other)]!;
    await about(given.name, async () => {
      const own =
        stored ??
        ((await saves.createPortal(
          {
            data: {
              name: given.name,
              address: given.address ?? '',
              roleIds: roleIds ?? [],
              ...(given.icon !== undefined && { icon: given.icon }),
            },
          },
          context,
        )) as Made);
      if (stored === null && given.enabled !== false) return;
      const { address, icon, enabled } = given;
      await saves.updatePortal(
        {
          data: {
            id: own.id,
            version: own.version,
            name: given.name,
            ...(address !== undefined && { address }),
            ...(icon !== undefined && { icon }),
            ...(enabled !== undefined && { enabled }),
            ...(roleIds !== undefined && { roleIds }),
          },
        },
        context,
      );
    });
  }
};

export const applyForms: Step = async ({ context, now }, plan, saves) => {
  const current = now.configuration.orderForms;
  const { pairs } = matchThings(['orderForms'], plan.given.orderForms ?? [], current, plan.answers);
  for (const { given, current: other, key } of pairs) {
    if (!plan.isChosen(key)) continue;
    plan.answers.delete(key);
    const stored = other === null ? null : now.orderForms[current.indexOf(other)]!;
    const name = given.recordType ?? other?.recordType ?? '';
    const type = now.recordTypes.find((one) =>
      stored === null ? foldName(one.name) === foldName(name) : one.id === stored.recordTypeId,
    );
    if (type === undefined) throw missing(given.name, 'record type', name);
    const code = given.problemCode === undefined ? other?.problemCode : given.problemCode;
    const problemCodeId =
      code == null
        ? null
        : (type.problemCodes.find((one) => foldName(one.name) === foldName(code))?.id ?? null);
    if (code != null && problemCodeId === null) throw missing(given.name, 'problem code', code);
    const design = {
      name: given.name,
      parts: given.parts ?? other?.parts ?? [],
      problemCodeId,
      takesLines: given.takesLines ?? other?.takesLines ?? false,
    };
    await about(given.name, async () => {
      const own =
        stored ??
        ((await saves.createOrderForm({ data: { ...design, recordTypeId: type.id } }, context)) as Made);
      const enabled = given.enabled ?? stored?.enabled ?? true;
      if (stored === null && enabled) return;
      await saves.updateOrderForm(
        { data: { ...design, id: own.id, version: own.version, enabled } },
        context,
      );
    });
  }
};

/** Last, so that whatever names a thing found it switched on. */
export const switchOff: Step = async ({ context, now }, plan, saves) => {
  for (const { given, stored, key } of matchTypes(plan, now)) {
    if (given.enabled !== false || stored?.enabled !== true || !plan.isChosen(key)) continue;
    const { id, version } = stored;
    await about(given.name, () => saves.updateRecordType({ data: { id, version, enabled: false } }, context));
  }
  for (const { given, stored } of matchRoles(plan, now)) {
    if (given.enabled !== false || stored?.enabled !== true) continue;
    const { id, version } = stored;
    await about(given.name, () => saves.updateSaasRole({ data: { id, version, enabled: false } }, context));
  }
  const lists = matchThings(['lists'], plan.given.lists ?? [], now.configuration.lists, plan.answers);
  for (const { given, current, key } of lists.pairs) {
    if (given.enabled !== false || current === null || !plan.isChosen(key)) continue;
    const { id, version, enabled, backofficeManaged } = now.lists[now.configuration.lists.indexOf(current)]!;
    if (!enabled || backofficeManaged) continue;
    await about(given.name, () => saves.updateList({ data: { id, version, enabled: false } }, context));
  }
  const objects = matchThings(['objects'], plan.given.objects ?? [], now.configuration.objects, plan.answers);
  for (const { given, current, key } of objects.pairs) {
    if (given.enabled !== false || current === null || !plan.isChosen(key)) continue;
    const { id, version, enabled } = now.objects[now.configuration.objects.indexOf(current)]!;
    if (!enabled) continue;
    await about(given.name, () =>
      saves.updateObjectDefinition({ data: { id, version, enabled: false } }, context),
    );
  }
};
