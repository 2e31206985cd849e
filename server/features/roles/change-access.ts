import type { FieldAccess } from '@rowhouse/domain/access/field-access.ts';
import { whyNotConfinement } from '@rowhouse/domain/access/authorised-record-type.ts';
import type {
  ConfinementChange,
  FieldAccessChange,
  MenuActionChange,
  RoleAccessChanges,
  UpdateRoleAccessInput,
} from '@rowhouse/domain/contract.generated.ts';
import type { BaseField } from '@rowhouse/domain/fields/base-fields.ts';
import { findBaseField } from '@rowhouse/domain/fields/base-fields.ts';
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import { menuItemsOf } from '@rowhouse/domain/menu/rules.ts';
import { recordTypeId, roleId } from '@rowhouse/domain/kernel/ids.ts';
import { invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import { actionsOfItem, findMenuAction } from '@rowhouse/domain/menu/actions.ts';
import type { MenuAction } from '@rowhouse/domain/menu/actions.ts';
import type { FilterCriteria } from '@rowhouse/domain/records/filter-rules.ts';
import { mostFilters } from '@rowhouse/domain/records/limits.ts';
import { refuseLosingReach } from '@rowhouse/domain/roles/administration-reach.ts';
import { holds, refuseBreaking } from '@rowhouse/domain/roles/access-tests.ts';
import { accessChangedMeanwhile, requireFewChanges } from '@rowhouse/domain/roles/rules.ts';
import type { StoredRole, TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import { StaleConfiguration } from '../../graphql/member-context.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import {
  allowActions,
  forbidActions,
  lockAdministration,
  putConfinements,
  putFieldLines,
  readAccessTests,
  readActionLines,
  readAdministers,
  readFieldLines,
  readReach,
  selectAccessTests,
  selectActionLines,
  selectAdministers,
  selectFieldLines,
  selectReach,
} from './sql.ts';
import type { ActionLine, FieldLine, StoredAccessTest } from './sql.ts';
import { nameTest } from './name-access-test.ts';

type FieldCell = FieldLine & { readonly change: FieldAccessChange; readonly role: StoredRole };
type ConfinementCell = Omit<FieldLine, 'access'> & {
  readonly change: ConfinementChange;
  readonly role: StoredRole;
  readonly criteria: readonly FilterCriteria[];
};
type ActionCell = ActionLine & { readonly change: MenuActionChange };

/**
 * The cells as they were when the change was made are compared with what they are now: two people who change different
 * ones both have their way, and the second who changes the same is asked.
 */
export async function changeAccess(
  data: UpdateRoleAccessInput,
  { viewer, config, write }: MemberContext,
): Promise<RoleAccessChanges> {
  requireFewChanges(data.fields.length + data.actions.length + data.confinements.length);
  const fields = data.fields.map((change) => parseField(change, config));
  const actions = data.actions.map((change) => parseAction(change, config));
  const confinements = data.confinements.map((change) => parseConfinement(change, config));
  requireEachOnce([...fields.map(keyOfField), ...actions.map(keyOfAction)]);
  requireEachOnce(confinements.map(keyOfField));
  const tenant = viewer.tenantId;
  const roles = [...new Set([...fields, ...actions, ...confinements].map((cell) => cell.roleId))];
  const first = [
    lockAdministration(tenant),
    selectAdministers(tenant, viewer.userId),
    selectReach(tenant),
    selectFieldLines(tenant, roles),
    selectActionLines(tenant, roles),
    selectAccessTests(tenant),
  ];
  return write(first, async (transaction, [, administers, reach, fieldLines, actionLines, tests]) => {
    if (!readAdministers(administers)) throw new StaleConfiguration();
    const lines = readFieldLines(fieldLines);
    const levels = new Map(
      lines.map((line): [string, FieldAccess] => [
        keyOfField(line),
        line.enabled ? line.access : 'NotAllowed',
      ]),
    );
    const allowed = Map.groupBy(
      readActionLines(actionLines).flatMap((line) => {
        const action = line.enabled ? findMenuAction(line.name) : null;
        return action === null ? [] : { ...line, action };
      }),
      keyOfAction,
    );
    const levelOf = (cell: FieldCell) => levels.get(keyOfField(cell)) ?? cell.role.defaultFieldAccess;
    refuseChangedMeanwhile(fields, actions, levelOf, (cell) => allowed.has(keyOfAction(cell)));

    const confined = new Map(
      lines.map((line) => [keyOfField(line), line.enabled ? (line.filterCriteria ?? []) : []]),
    );
    const criteriaOf = (cell: ConfinementCell) => confined.get(keyOfField(cell)) ?? [];
    refuseConfinedMeanwhile(confinements, criteriaOf);

    const put = fields.filter((cell) => levelOf(cell) !== cell.change.after);
    refuseBroken(readAccessTests(tests), put, config);
    const opened = actions.filter((cell) => cell.change.after && !allowed.has(keyOfAction(cell)));
    const closed = actions.flatMap((cell) =>
      cell.change.after ? [] : (allowed.get(keyOfAction(cell)) ?? []),
    );
    const wanted = new Map(fields.map((cell) => [keyOfField(cell), cell.change.after]));
    const bounded = confinements
      .filter((cell) => !isSameJson(criteriaOf(cell), cell.criteria))
      .map((cell) => ({
        ...cell,
        access: wanted.get(keyOfField(cell)) ?? levels.get(keyOfField(cell)) ?? cell.role.defaultFieldAccess,
      }));
    const statements = [
      ...(put.length > 0 ? [putFieldLines(tenant, put)] : []),
      ...(bounded.length > 0 ? [putConfinements(tenant, bounded)] : []),
      ...(opened.length > 0 ? [allowActions(tenant, opened)] : []),
      ...(closed.length > 0 ? [forbidActions(tenant, closed)] : []),
    ];
    const after = (await transaction.run([...statements, selectReach(tenant)])).at(-1);
    refuseLosingReach(readReach(reach), readReach(after));
    await transaction.finish([]);
    const shut = new Set(closed.map(keyOfAction)).size;
    return { changed: put.length + bounded.length + opened.length + shut };
  });
}

export const keyOfField = ({
  roleId: role,
  recordTypeId: type,
  fieldId,
  baseField,
}: Pick<FieldLine, 'roleId' | 'recordTypeId' | 'fieldId' | 'baseField'>): string =>
  `${role} ${type} ${fieldId === null ? baseField : additionalFieldKey(fieldId)}`;

const keyOfAction = ({ roleId: role, menuItemId, action }: ActionLine): string =>
  `${role} ${menuItemId} ${action}`;

function requireEachOnce(keys: readonly string[]): void {
  if (new Set(keys).size < keys.length) throw invalid('Each cell is changed once.', 'fields');
}

function refuseChangedMeanwhile(
  fields: readonly FieldCell[],
  actions: readonly ActionCell[],
  levelOf: (cell: FieldCell) => FieldAccess,
  isAllowed: (cell: ActionCell) => boolean,
): void {
  const isOther = (now: unknown, { before, after }: { before: unknown; after: unknown }) =>
    now !== before && now !== after;
  const changed = {
    fields: fields
      .filter((cell) => isOther(levelOf(cell), cell.change))
      .map((cell) => ({
        roleId: cell.roleId,
        recordTypeId: cell.recordTypeId,
        field: cell.change.field,
        access: levelOf(cell),
      })),
    actions: actions
      .filter((cell) => isOther(isAllowed(cell), cell.change))
      .map((cell) => ({
        roleId: cell.roleId,
        menuItemId: cell.menuItemId,
        action: cell.action,
        allowed: isAllowed(cell),
      })),
  };
  if (changed.fields.length + changed.actions.length > 0) throw accessChangedMeanwhile(changed);
}

function refuseConfinedMeanwhile(
  cells: readonly ConfinementCell[],
  criteriaOf: (cell: ConfinementCell) => readonly unknown[],
): void {
  const changed = cells.filter((cell) => {
    const now = criteriaOf(cell);
    return !isSameJson(now, cell.change.before) && !isSameJson(now, cell.criteria);
  });
  if (changed.length === 0) return;
  throw accessChangedMeanwhile({
    confinements: changed.map((cell) => ({
      roleId: cell.roleId,
      recordTypeId: cell.recordTypeId,
      field: cell.change.field,
      criteria: criteriaOf(cell),
    })),
  });
}

/** Of plain values, whatever the order of their keys and whether what is null is named. */
function isSameJson(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return (one ?? null) === (other ?? null);
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  const at = (value: object, key: string): unknown => (value as Record<string, unknown>)[key];
  return (
    Array.isArray(one) === Array.isArray(other) &&
    [...keys].every((key) => isSameJson(at(one, key), at(other, key)))
  );
}

function parseField(change: FieldAccessChange, config: TenantConfig): FieldCell {
  const { base, field: _, ...cell } = findCell(change, config);
  if (base?.readOnly === true && change.after === 'Editable')
    throw invalid(`${base.label} is never editable.`, 'fields');
  return { ...cell, access: change.after, change };
}

function parseConfinement(change: ConfinementChange, config: TenantConfig): ConfinementCell {
  const { base, field, ...cell } = findCell(change, config);
  const name = base?.label ?? field?.name ?? '';
  const dataType = base?.dataType ?? field?.dataType ?? 'string';
  if (base?.filterable === false) throw invalid(`${name} cannot be filtered.`, 'confinements');
  const criteria = change.after.map(({ operator, value, values }): FilterCriteria => ({
    operator,
    ...(value != null && { value }),
    ...(values != null && { values }),
  }));
  if (criteria.length > mostFilters)
    throw invalid(`At most ${mostFilters} conditions can be applied.`, 'confinements');
  const whyNot = whyNotConfinement({ name, dataType }, criteria);
  if (whyNot !== null) throw invalid(whyNot, 'confinements');
  return { ...cell, change, criteria };
}

/** What a test forbids stays so; a test of a field that is switched off has nothing to hold. */
function refuseBroken(
  tests: readonly StoredAccessTest[],
  put: readonly FieldCell[],
  config: TenantConfig,
): void {
  const ofCell = new Map(put.map((cell) => [keyOfField(cell), cell]));
  const broken = tests.flatMap((test) => {
    const cell = ofCell.get(keyOfField(test));
    return cell === undefined || holds(test.most, cell.change.after) ? [] : (nameTest(test, config) ?? []);
  });
  if (broken.length > 0) throw refuseBreaking(broken);
}

export type CellPlace = Pick<FieldAccessChange, 'roleId' | 'recordTypeId' | 'field'>;

/** The cell of the matrix; refuses what has none. */
export function findCell(place: CellPlace, config: TenantConfig) {
  const role = getRole(place.roleId, config);
  const type = config.recordTypes.get(recordTypeId(place.recordTypeId));
  // A super type has no line of its own: what it shows, the types that it gathers show.
  if (type === undefined || type.isSuper) throw notFound('The record type');
  const base: BaseField | null = findBaseField(place.field);
  const field = type.fields.find((one) => one.enabled && additionalFieldKey(one.id) === place.field);
  if ((base === null || base.name === 'id') && field === undefined) throw notFound('The field');
  return {
    role,
    roleId: role.id,
    recordTypeId: type.id,
    fieldId: base === null ? (field?.id ?? null) : null,
    baseField: base?.name ?? null,
    base,
    field,
  };
}

function parseAction(change: MenuActionChange, config: TenantConfig): ActionCell {
  const role = getRole(change.roleId, config);
  const item = menuItemsOf(config).find(({ id }) => id === change.menuItemId);
  if (item === undefined) throw notFound('The menu item');
  const type = item.recordTypeId === null ? null : (config.recordTypes.get(item.recordTypeId) ?? null);
  const action: MenuAction | null = findMenuAction(change.action);
  if (action === null || !actionsOfItem(type).includes(action)) throw notFound('The action');
  return { roleId: role.id, menuItemId: item.id, action, change };
}

function getRole(id: number, config: TenantConfig): StoredRole {
  const role = config.roles.get(roleId(id));
  if (role === undefined) throw notFound('The role');
  return role;
}
