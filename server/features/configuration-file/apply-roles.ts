import type {
  ConfinementChange,
  FieldAccessChange,
  MenuActionChange,
} from '@rowhouse/domain/contract.generated.ts';
import type { RolePart } from '@rowhouse/domain/configuration-file/format.ts';
import { isSame } from '@rowhouse/domain/configuration-file/is-same.ts';
import { foldName, matchThings } from '@rowhouse/domain/configuration-file/match.ts';
import { sayKey } from '@rowhouse/domain/configuration-file/words.ts';
import { mostAccessChanges } from '@rowhouse/domain/roles/limits.ts';
import { unsaidHere } from './apply-conditions.ts';
import { nameFields } from './named-fields.ts';
import { readValue } from './read-value.ts';
import { about, missing } from './step.ts';
import type { Plan, Step } from './step.ts';
import { fieldKeyOf, findFieldKey } from './apply-types.ts';
import { keyOfCell, keyOfTest, listPaths } from './gather.ts';
import type { Gathered } from './gather.ts';
import type { StoredDesign } from '../record-types/sql.ts';

export const matchRoles = (plan: Plan, now: Gathered) =>
  matchThings(['roles'], plan.given.roles ?? [], now.configuration.roles, plan.answers)
    .pairs.filter(({ key }) => plan.isChosen(key))
    .map((pair) => ({
      ...pair,
      stored: pair.current === null ? null : now.roles[now.configuration.roles.indexOf(pair.current)]!,
    }));

export const applyRoles: Step = async ({ context, now }, plan, saves) => {
  for (const { given, stored, key } of matchRoles(plan, now)) {
    plan.answers.delete(key);
    await about(given.name, async () => {
      if (stored === null) {
        await saves.createSaasRole(
          {
            data: {
              name: given.name,
              description: given.description ?? null,
              administers: given.administers ?? false,
              defaultFieldAccess: given.otherFields ?? null,
            },
          },
          context,
        );
        return;
      }
      const isOther =
        given.name !== stored.name ||
        (given.description !== undefined && (given.description ?? null) !== stored.description) ||
        (given.administers !== undefined && given.administers !== stored.administers) ||
        (given.enabled === true && !stored.enabled);
      if (!isOther) return;
      await saves.updateSaasRole(
        {
          data: {
            id: stored.id,
            version: stored.version,
            name: given.name,
            ...(given.description !== undefined && { description: given.description ?? '' }),
            ...(given.administers !== undefined && { administers: given.administers }),
            ...(given.enabled === true && { enabled: true }),
          },
        },
        context,
      );
    });
  }
};

/** What roles are called, see and do: all of them at once, so that what is judged together is changed together. */
export const applyAccess: Step = async ({ context, now }, plan, saves) => {
  const roles = matchRoles(plan, now).flatMap(({ given, current, stored }) =>
    current === null || stored === null ? [] : [{ given, current, stored }],
  );
  const aliases = roles.flatMap(({ given, current, stored }) =>
    given.alias === undefined || given.alias === current.alias
      ? []
      : [
          {
            roleId: stored.id,
            alias: given.alias,
            version: now.aliasVersions.get(stored.id) ?? stored.version,
          },
        ],
  );
  if (aliases.length > 0)
    await about('Aliases of roles', () => saves.updateRoleAliases({ data: { aliases } }, context));
  const fields = roles.flatMap(({ given, current, stored }) => planFields(now, given, current, stored.id));
  const confinements = roles.flatMap(({ given, current, stored }) =>
    planConfinements(now, given, current, stored.id),
  );
  const actions = roles.flatMap(({ given, current, stored }) => planActions(now, given, current, stored.id));
  // Confinements first: nobody sees a field for a moment with more records than they should, if ever the parts came apart.
  const save = (data: Parameters<typeof saves.updateRoleAccess>[0]['data']) =>
    about('What roles may see and do', () => saves.updateRoleAccess({ data }, context));
  for (let at = 0; at < confinements.length; at += mostAccessChanges)
    await save({ fields: [], actions: [], confinements: confinements.slice(at, at + mostAccessChanges) });
  for (let at = 0; at < fields.length; at += mostAccessChanges)
    await save({ fields: fields.slice(at, at + mostAccessChanges), actions: [], confinements: [] });
  for (let at = 0; at < actions.length; at += mostAccessChanges)
    await save({ fields: [], actions: actions.slice(at, at + mostAccessChanges), confinements: [] });
};

const findType = (now: Gathered, name: string) =>
  now.recordTypes.find((one) => foldName(one.name) === foldName(name));

/** Cells of types and fields that are not here, or switched off, wait until they are. */
function planFields(now: Gathered, given: RolePart, current: RolePart, roleId: number): FieldAccessChange[] {
  const before = new Map((current.access ?? []).map((one) => [foldName(one.recordType), one.fields]));
  return (given.access ?? []).flatMap(({ recordType, fields }) => {
    const type = findType(now, recordType);
    const there = new Map(
      Object.entries(before.get(foldName(recordType)) ?? {}).map(([name, level]) => [foldName(name), level]),
    );
    if (type === undefined) return [];
    return Object.entries(fields).flatMap(([name, after]): FieldAccessChange[] => {
      const level = there.get(foldName(name));
      const field = findFieldKey(type, name);
      if (level === undefined || field === null || level === after) return [];
      const isStored = now.stored.has(keyOfCell(roleId, type.id, field));
      return [{ roleId, recordTypeId: type.id, field, before: isStored ? 'Editable' : level, after }];
    });
  });
}

function planConfinements(
  now: Gathered,
  given: RolePart,
  current: RolePart,
  roleId: number,
): ConfinementChange[] {
  return (given.confinements ?? []).flatMap(({ recordType, field, criteria }): ConfinementChange[] => {
    const type = findType(now, recordType);
    if (type === undefined) throw missing(given.name, 'record type', recordType);
    const written =
      (current.confinements ?? []).find(
        (one) => foldName(one.recordType) === foldName(recordType) && foldName(one.field) === foldName(field),
      )?.criteria ?? [];
    if (isSame(written, criteria)) return [];
    const place = `${given.name} › ${type.name} › ${sayKey(field)}`;
    const key = fieldKeyOf(type, field);
    const before = now.confinements.get(keyOfCell(roleId, type.id, key)) ?? [];
    if (written.length === 0 && before.length > 0) throw unsaidHere(place);
    return [
      {
        roleId,
        recordTypeId: type.id,
        field: key,
        before: before as never,
        after: readCriteria(place, criteria, type, key, now),
      },
    ];
  });
}

function readCriteria(
  place: string,
  criteria: NonNullable<RolePart['confinements']>[number]['criteria'],
  type: StoredDesign,
  key: string,
  now: Gathered,
): ConfinementChange['after'] {
  const field = nameFields(type, now).find((one) => one.key === key);
  if (field === undefined) throw missing(place, 'field', key);
  return criteria.map(({ operator, value, values }) => ({
    operator: operator as never,
    ...(value != null && { value: readValue(place, value, field) }),
    ...(values != null && { values: values.map((one) => readValue(place, one, field)) }),
  }));
}

function planActions(now: Gathered, given: RolePart, current: RolePart, roleId: number): MenuActionChange[] {
  const items = new Map(listPaths(now.menu.groups).map(({ path, item }) => [path, item]));
  return Object.entries(given.actions ?? {}).flatMap(([path, wanted]) => {
    const item = items.get(path);
    const held = current.actions?.[path];
    if (item?.id == null || held === undefined) return [];
    const menuItemId = item.id;
    const change = (action: string, after: boolean): MenuActionChange => ({
      roleId,
      menuItemId,
      action,
      before: !after,
      after,
    });
    return [
      ...wanted.filter((action) => !held.includes(action)).map((action) => change(action, true)),
      ...held.filter((action) => !wanted.includes(action)).map((action) => change(action, false)),
    ];
  });
}

/** A test that may be anything is none: so an undo takes one away. */
export const applyTests: Step = async ({ context, now }, plan, saves) => {
  for (const { given, stored } of matchRoles(plan, now))
    for (const { recordType, field, most } of given.mustNot ?? []) {
      const type = findType(now, recordType);
      if (type === undefined || stored === null) throw missing(given.name, 'record type', recordType);
      const id = now.tests.get(keyOfTest(stored.name, type.name, field));
      const standing = now.configuration.roles
        .find((one) => one.name === stored.name)
        ?.mustNot?.find(
          (one) =>
            foldName(one.recordType) === foldName(recordType) && foldName(one.field) === foldName(field),
        );
      if (standing?.most === most || (id === undefined && most === 'Editable')) continue;
      await about(given.name, async () => {
        if (id !== undefined) await saves.deleteAccessTest({ data: { id } }, context);
        if (most !== 'Editable')
          await saves.createAccessTest(
            { data: { roleId: stored.id, recordTypeId: type.id, field: fieldKeyOf(type, field), most } },
            context,
          );
      });
    }
};
