import type { ListValueInput, ObjectPropertyDraftInput } from '@rowhouse/domain/contract.generated.ts';
import type { ListPart, ObjectPart } from '@rowhouse/domain/configuration-file/format.ts';
import { foldName, matchThings, mergeOrder } from '@rowhouse/domain/configuration-file/match.ts';
import { readIds } from '@rowhouse/domain/kernel/formats.ts';
import { readObject } from '@rowhouse/domain/objects/stored-object.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { about } from './step.ts';
import type { Plan, Saves, Step } from './step.ts';
import type { Gathered } from './gather.ts';
import type { Moment } from './one-transaction.ts';

export const findListId = (now: Gathered, name: string | null | undefined): number | null =>
  name == null ? null : (now.lists.find((list) => foldName(list.name) === foldName(name))?.id ?? null);

export const findObjectId = (now: Gathered, name: string | null | undefined): number | null =>
  name == null ? null : (now.objects.find((one) => foldName(one.name) === foldName(name))?.id ?? null);

/** The names of values as the ids by which a field keeps them. */
export function readChoice(
  now: Gathered,
  dataType: string,
  listId: number | null,
  given: string | readonly string[] | null | undefined,
): string | null | undefined {
  const { choosing } = valueOf(dataType as never);
  if (given == null || choosing === null)
    return typeof given === 'string' || given == null ? given : JSON.stringify(given);
  const values = now.lists.find(({ id }) => id === listId)?.values ?? [];
  const idOf = (name: string) =>
    (
      values.find((one) => one.enabled && foldName(one.value) === foldName(name)) ??
      values.find((one) => foldName(one.value) === foldName(name))
    )?.id ?? 0;
  if (typeof given === 'string')
    return choosing === 'one' ? String(idOf(given)) : JSON.stringify([idOf(given)]);
  return choosing === 'one' ? String(idOf(given[0] ?? '')) : JSON.stringify(given.map(idOf));
}

const matchLists = (plan: Plan, now: Gathered) =>
  matchThings(['lists'], plan.given.lists ?? [], now.configuration.lists, plan.answers).pairs.filter(
    ({ key }) => plan.isChosen(key),
  );

const storedList = (now: Gathered, current: ListPart) => now.lists[now.configuration.lists.indexOf(current)]!;

async function applyList(
  moment: Moment,
  plan: Plan,
  saves: Saves,
  isWanted: (list: ListPart) => boolean,
): Promise<void> {
  const { context, now } = moment;
  for (const { given, current, key } of matchLists(plan, now)) {
    if (!isWanted(current ?? given)) continue;
    plan.answers.delete(key);
    await about(given.name, async () => {
      if (current === null) {
        await saves.createList(
          {
            data: {
              name: given.name,
              // A list must say what it is for.
              description: given.description?.trim() || given.name,
              backofficeManaged: given.backofficeManaged ?? false,
              listType: given.kind ?? 'Value',
              objectDefinitionId: findObjectId(now, given.object),
            },
          },
          context,
        );
        return;
      }
      const stored = storedList(now, current);
      if (stored.backofficeManaged) return;
      const isOther =
        given.name !== stored.name ||
        (given.description !== undefined && given.description !== stored.description) ||
        (given.enabled === true && !stored.enabled);
      if (!isOther) return;
      await saves.updateList(
        {
          data: {
            id: stored.id,
            version: stored.version,
            name: given.name,
            description: given.description ?? null,
            enabled: given.enabled === true ? true : null,
          },
        },
        context,
      );
    });
  }
}

export const applyValueLists: Step = (moment, plan, saves) =>
  applyList(moment, plan, saves, ({ kind }) => kind !== 'Object');
export const applyObjectLists: Step = (moment, plan, saves) =>
  applyList(moment, plan, saves, ({ kind }) => kind === 'Object');

/** Twice: a property may choose from a list of objects, which is made of an object that stands. */
export const applyObjects: Step = async ({ context, now }, plan, saves) => {
  const matched = matchThings(['objects'], plan.given.objects ?? [], now.configuration.objects, plan.answers);
  for (const { given, current, key } of matched.pairs) {
    if (!plan.isChosen(key)) continue;
    plan.answers.delete(key);
    const stored = current === null ? null : now.objects[now.configuration.objects.indexOf(current)]!;
    const properties = planProperties(now, given, current, stored?.properties ?? []);
    await about(given.name, async () => {
      if (stored === null) {
        await saves.createObjectDefinition(
          { data: { name: given.name, properties: properties.map(({ id: _, ...made }) => made) } },
          context,
        );
        return;
      }
      const isSameProperties =
        properties.length === stored.properties.length &&
        properties.every((one, at) => {
          const own = stored.properties[at];
          return (
            own !== undefined &&
            one.id === own.id &&
            one.name === own.name &&
            one.dataType === own.dataType &&
            one.isRequired === own.isRequired &&
            one.isDisplayable === own.isDisplayable &&
            one.enabled === own.enabled &&
            (one.listId ?? null) === own.listId
          );
        });
      const isOther = given.name !== stored.name || (given.enabled === true && !stored.enabled);
      if (isSameProperties && !isOther) return;
      await saves.updateObjectDefinition(
        {
          data: {
            id: stored.id,
            version: stored.version,
            name: given.name,
            enabled: given.enabled === true ? true : null,
            ...(!isSameProperties && { properties }),
          },
        },
        context,
      );
    });
  }
};

function planProperties(
  now: Gathered,
  given: ObjectPart,
  current: ObjectPart | null,
  stored: Gathered['objects'][number]['properties'],
): ObjectPropertyDraftInput[] {
  const there = current?.properties ?? [];
  const { pairs } = matchThings(['properties'], given.properties ?? [], there, new Map());
  const draft = (one: (typeof stored)[number]): ObjectPropertyDraftInput => ({
    id: one.id,
    name: one.name,
    dataType: one.dataType,
    isRequired: one.isRequired,
    isDisplayable: one.isDisplayable,
    enabled: one.enabled,
    listId: one.listId,
  });
  const standing = stored.map(draft);
  const wanted = pairs.flatMap(({ given: own, current: other }): ObjectPropertyDraftInput[] => {
    const before = other === null ? undefined : standing[there.indexOf(other)];
    const listId = own.list === undefined ? (before?.listId ?? null) : findListId(now, own.list);
    // Its list is made by a later step.
    if (own.list != null && listId === null) return before === undefined ? [] : [before];
    const draftOf = {
      name: own.name,
      dataType: own.dataType ?? before?.dataType ?? 'string',
      isRequired: own.required ?? before?.isRequired ?? false,
      isDisplayable: own.displayed ?? before?.isDisplayable ?? false,
      enabled: own.enabled ?? before?.enabled ?? true,
      listId,
    };
    if (before === undefined) return [draftOf];
    return [Object.assign(before, draftOf)];
  });
  return mergeOrder(wanted, standing);
}

/** Values that the file does not name stay as they are, where they stood. */
export const applyValues: Step = async ({ context, now }, plan, saves) => {
  for (const { given, current } of matchLists(plan, now)) {
    if (current === null || given.values === undefined) continue;
    const stored = storedList(now, current);
    if (stored.backofficeManaged || stored.listType === 'User') continue;
    const there = current.values ?? [];
    const { pairs } = matchThings(['values'], given.values, there, new Map());
    const standing = stored.values.map(({ id, value, enabled }): ListValueInput => ({ id, value, enabled }));
    let isOther = false;
    const wanted = pairs.map(({ given: own, current: other }): ListValueInput => {
      const at = other === null ? -1 : there.indexOf(other);
      const before = standing[at];
      const properties =
        own.properties === undefined || stored.listType !== 'Object'
          ? null
          : readProperties(now, stored, own.properties);
      const isSameObject =
        properties === null ||
        (before !== undefined && isSameProperties(properties, stored.values[at]?.objectText ?? null));
      const input = {
        ...(stored.listType !== 'Object' && { value: own.name }),
        enabled: own.enabled ?? before?.enabled ?? true,
        ...(!isSameObject && { objectValues: properties }),
      };
      if (before === undefined) {
        isOther = true;
        return input;
      }
      if (!isSameObject || input.enabled !== before.enabled || (input.value ?? before.value) !== before.value)
        isOther = true;
      return Object.assign(before, input);
    });
    const values = mergeOrder(wanted, standing);
    const isMoved = values.some((value, at) => value.id !== stored.values[at]?.id);
    if (!isOther && !isMoved) continue;
    await about(given.name, () =>
      saves.updateListValues(
        { data: { listId: stored.id, valuesVersion: stored.valuesVersion, values } },
        context,
      ),
    );
  }
};

function readProperties(
  now: Gathered,
  list: Gathered['lists'][number],
  given: Readonly<Record<string, string>>,
) {
  const own = now.objects.find(({ id }) => id === list.objectDefinition?.id)?.properties ?? [];
  return Object.entries(given).flatMap(([name, value]) => {
    const property = own.find((one) => one.enabled && foldName(one.name) === foldName(name));
    if (property === undefined) return [];
    const { choosing } = valueOf(property.dataType as never);
    const written = choosing === 'many' ? (parseNames(value) ?? value) : value;
    return [
      {
        propertyId: property.id,
        value: readChoice(now, property.dataType, property.listId, written) ?? null,
      },
    ];
  });
}

function parseNames(text: string): string[] | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed.map(String) : null;
  } catch {
    return null;
  }
}

function isSameProperties(
  given: readonly { readonly propertyId: number; readonly value: string | null }[],
  objectText: string | null,
): boolean {
  const before = readObject(objectText);
  const same = (value: string | null, stored: string | undefined) =>
    value === (stored ?? null) ||
    (value !== null &&
      stored !== undefined &&
      readIds(value).length > 0 &&
      readIds(value).join() === readIds(stored).join());
  return (
    given.length === before.size &&
    given.every(({ propertyId, value }) => same(value, before.get(propertyId)))
  );
}
