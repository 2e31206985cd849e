import type { RecordTypeId, RoleId, SessionId, UserId } from '../kernel/ids.ts';
import type { RecordTypeGrant, Viewer } from '../kernel/viewer.ts';
import { closedOnSuperTypes } from '../menu/actions.ts';
import { whyNotShown } from '../menu/rules.ts';
import type { MenuAction } from '../menu/actions.ts';
import type { StoredRole, TenantConfig } from '../tenants/tenant-config.ts';
import { additionalFieldKey } from '../fields/field.ts';
import type { FieldAccess } from './field-access.ts';
import { baseAccessKey } from './decide.ts';

type RolePart = Pick<Viewer, 'recordTypes' | 'fieldAccess' | 'defaultFieldAccess'>;

const rolePartsByStructure = new WeakMap<TenantConfig['roles'], Map<number, RolePart>>();

/** What a role may do, gathered once for each version of the structure. */
function rolePart(config: TenantConfig, role: StoredRole): RolePart {
  let parts = rolePartsByStructure.get(config.roles);
  if (parts === undefined) {
    parts = new Map();
    rolePartsByStructure.set(config.roles, parts);
  }
  let part = parts.get(role.id);
  if (part === undefined) {
    part = {
      recordTypes: gatherRecordTypes(config, role),
      fieldAccess: gatherFieldAccess(role),
      defaultFieldAccess: role.defaultFieldAccess,
    };
    parts.set(role.id, part);
  }
  return part;
}

/** What a super type's menu item says of the records that it shows, wherever they are from. */
const readingActions = ['view', 'line item access', 'export line items'] as const;

/** A super type's menu item opens the types that it gathers, for reading; its own actions stay its own. */
function gatherRecordTypes(config: TenantConfig, role: StoredRole): Map<RecordTypeId, RecordTypeGrant> {
  const grants = new Map<
    RecordTypeId,
    {
      menuItemIds: RecordTypeGrant['menuItemIds'][number][];
      actions: Set<MenuAction>;
      closed: ReadonlySet<MenuAction>;
      isDirect: boolean;
    }
  >();
  const grantOf = (id: RecordTypeId) => {
    const grant = grants.get(id) ?? {
      menuItemIds: [],
      actions: new Set<MenuAction>(),
      closed: config.recordTypes.get(id)?.isSuper === true ? closedOnSuper : nothingClosed,
      isDirect: false,
    };
    grants.set(id, grant);
    return grant;
  };
  for (const group of config.menu) {
    for (const section of group.sections) {
      for (const item of section.items) {
        if (whyNotShown(config, { roleId: role.id }, { group, section, item }) !== null) continue;
        const actions = role.menuActions.get(item.id);
        const type = item.recordTypeId === null ? undefined : config.recordTypes.get(item.recordTypeId);
        if (actions === undefined || type === undefined) continue;
        const grant = grantOf(type.id);
        grant.isDirect = true;
        grant.menuItemIds.push(item.id);
        for (const action of actions) grant.actions.add(action);
        for (const relatedId of type.relatedIds) {
          const related = grantOf(relatedId);
          related.menuItemIds.push(item.id);
          for (const action of readingActions) if (actions.has(action)) related.actions.add(action);
        }
      }
    }
  }
  for (const grant of grants.values()) for (const action of grant.closed) grant.actions.delete(action);
  return grants;
}

const closedOnSuper: ReadonlySet<MenuAction> = new Set(closedOnSuperTypes);
const nothingClosed: ReadonlySet<MenuAction> = new Set();

/** By field key; a field that is not in it has the role's default access. */
export function gatherFieldAccess(role: StoredRole): Map<string, FieldAccess> {
  const access = new Map<string, FieldAccess>();
  for (const line of role.fieldAccess) {
    const key =
      line.fieldId === null
        ? baseAccessKey(line.recordTypeId, line.baseField ?? '')
        : additionalFieldKey(line.fieldId);
    access.set(key, line.enabled ? line.access : 'NotAllowed');
  }
  return access;
}

/** The member as the current configuration knows them, or null when they may not enter. */
export function findViewer(config: TenantConfig, userId: UserId, sessionId: SessionId): Viewer | null {
  const member = config.members.get(userId);
  if (member === undefined || !member.enabled) return null;
  const role = config.roles.get(member.roleId);
  if (role === undefined || !role.enabled) return null;
  return {
    tenantId: config.tenantId,
    userId,
    sessionId,
    roleId: role.id,
    roleName: role.name,
    membershipVersion: member.membershipVersion,
    email: member.email,
    timeZone: member.timeZone,
    administers: role.administers,
    viewing: null,
    ...rolePart(config, role),
  };
}

/** The same person as if they had the other role; null where there is no such role that people could have. */
export function withRole(config: TenantConfig, viewer: Viewer, id: RoleId): Viewer | null {
  const role = config.roles.get(id);
  if (role === undefined || !role.enabled) return null;
  return {
    ...viewer,
    roleId: role.id,
    roleName: role.name,
    administers: role.administers,
    ...rolePart(config, role),
  };
}
