import { roleId } from '../kernel/ids.ts';
import { Refusal, invalid } from '../kernel/refusal.ts';
import type { StoredRole, TenantConfig } from '../tenants/tenant-config.ts';

/** A role that a person may be given: of this company, and enabled. */
export function requireGivableRole(config: TenantConfig, id: number, field = 'roleId'): StoredRole {
  const role = config.roles.get(roleId(id));
  if (role === undefined || !role.enabled) throw invalid('Choose one of the roles of this company.', field);
  return role;
}

/** What decides about a change of a member, as the database has it while it holds the members still. */
export type MemberChange = {
  readonly isOwn: boolean;
  readonly enabledAfter: boolean;
  readonly administersBefore: boolean;
  readonly administersAfter: boolean;
  /** Administrators who may enter, beside this member. */
  readonly otherAdministrators: number;
};

/** Nobody shuts themselves out, and a company is never left without somebody who can let people in. */
export function refuseLosingAdministrators(change: MemberChange): void {
  if (change.isOwn && !change.enabledAfter) {
    throw new Refusal(
      'FORBIDDEN',
      'You cannot disable your own access. Ask another administrator to do it.',
      {
        field: 'enabled',
      },
    );
  }
  if (change.administersBefore && !change.administersAfter && change.otherAdministrators === 0) {
    throw new Refusal(
      'FORBIDDEN',
      'This is the last administrator of this company. Make somebody else one first.',
      { field: change.enabledAfter ? 'roleId' : 'enabled' },
    );
  }
}

export const memberChangedMeanwhile = (current: Readonly<Record<string, unknown>>) =>
  new Refusal('CONFLICT', 'Somebody else changed this member since you opened the list.', {
    details: { current },
  });

export const refuseEndingOwnSessions = () =>
  new Refusal('FORBIDDEN', 'End your own sessions on your profile page.');

const noReset = {
  own: 'Change your own two-factor authentication on your profile page.',
  elsewhere:
    'This person belongs to other companies too, which their two-factor authentication protects as well. Ask whoever runs this installation to reset it.',
} as const;

/** Why a member's second factor is not reset. */
export const refuseSecondFactorReset = (why: keyof typeof noReset) => new Refusal('FORBIDDEN', noReset[why]);
