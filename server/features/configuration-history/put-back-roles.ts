// What a role is and may, what somebody is in the company, and the profile of the company.
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import type { FieldAccess } from '@rowhouse/domain/access/field-access.ts';
import type { FilterCriteriaInput } from '@rowhouse/domain/contract.generated.ts';
import { fieldId, roleId } from '@rowhouse/domain/kernel/ids.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import { before, described, Gone, readVersion, type Saves } from './back.ts';
import type { StoredEntry } from './sql.ts';

export async function putBackAccess(entry: StoredEntry, { updateRoleAccess }: Saves, context: MemberContext) {
  const { config } = context;
  const kept = (key: string) => entry.changes[key]?.[1] ?? null;
  const role = config.roles.get(roleId(Number(kept('role_id'))));
  if (role === undefined) throw new Gone();
  if (entry.entity === 'role_menu_item_action') {
    const [was, is] = entry.changes['enabled'] ?? [null, null];
    const action = {
      roleId: role.id,
      menuItemId: entry.entityId,
      action: String(kept('name')),
      before: is === true,
      after: was === true,
    };
    await updateRoleAccess({ data: { fields: [], actions: [action], confinements: [] } }, context);
    return;
  }
  const base = kept('base_field');
  const place = {
    roleId: role.id,
    recordTypeId: Number(kept('record_type_id')),
    field: base === null ? additionalFieldKey(fieldId(Number(kept('field_id')))) : String(base),
  };
  const { access, filter_criteria: confined } = entry.changes;
  const level = (stored: unknown) => (stored ?? role.defaultFieldAccess) as FieldAccess;
  const data = {
    fields: access === undefined ? [] : [{ ...place, before: level(access[1]), after: level(access[0]) }],
    actions: [],
    confinements:
      confined === undefined
        ? []
        : [
            {
              ...place,
              before: criteriaIn(confined[1]),
              after: criteriaIn(confined[0]) as FilterCriteriaInput[],
            },
          ],
  };
  await updateRoleAccess({ data }, context);
}

/** One criterion may stand without its list; none are null. What they say is judged by the save. */
const criteriaIn = (stored: unknown): unknown[] => (stored == null ? [] : [stored].flat());

export async function putBackRole(entry: StoredEntry, { updateSaasRole }: Saves, context: MemberContext) {
  const version = await readVersion('role', entry.entityId, context);
  await updateSaasRole({ data: { id: entry.entityId, version, ...described(before(entry)) } }, context);
}

export async function putBackMember(entry: StoredEntry, { updateSaasMember }: Saves, context: MemberContext) {
  const { role_id: role, enabled } = before(entry);
  const version = await readVersion('membership', entry.entityId, context);
  const given = {
    ...(role !== undefined && { roleId: Number(role) }),
    ...(enabled !== undefined && { enabled: enabled === true }),
  };
  await updateSaasMember({ data: { id: entry.entityId, version, ...given } }, context);
}

export async function putBackCompany(
  entry: StoredEntry,
  { updateTenantProfile }: Saves,
  context: MemberContext,
) {
  const { mfa_required: required, ...was } = before(entry);
  const version = await readVersion('tenant', entry.entityId, context);
  const given = {
    ...Object.fromEntries(Object.entries(was).map(([key, value]) => [key, value ?? ''])),
    ...(required !== undefined && { mfaRequired: required === true }),
  };
  await updateTenantProfile({ data: { version, ...given } }, context);
}
