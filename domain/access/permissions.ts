import type { MenuAction } from '../menu/actions.ts';

/**
 * What an operation asks before anything of it runs.
 * - 'signed in': a valid service token; no tenant is entered.
 * - 'member': a valid backend token as well; what rows and fields come out is decided by the feature's rules.
 * - { action }: a member whose role has the action on the record type that the operation names or finds.
 */
export type Grant = 'signed in' | 'member' | { readonly action: MenuAction };

/**
 * Closed by default: the gate's table of operations must have exactly these names, so an operation without
 * a line here does not compile, and a line without an operation neither.
 */
export const permissions = {
  getUserDetails: 'signed in',
  SaasUserLogin: 'signed in',
  SaasTenantLogin: 'signed in',
  SaasUserLogout: 'signed in',

  SaasMenu: 'member',
  SaasMyRoleMenuItemActions: 'member',
  getSaasUsers: 'member',
  getRoleAccessToRecordFields: 'member',
  findRoleAccessToRecordFields: 'member',
  getRecordStatusByRecordType: 'member',
  findListValues: 'member',
  findObjectProperty: 'member',
  getMyRecordFileById: 'member',
  findRecordHeader: 'member',

  findRecordType: { action: 'view' },
  getSaasRecordFieldsByRecordTypes: { action: 'view' },
  findProblemCodeByRecordType: { action: 'view' },
  findRecordStatusByRecordType: { action: 'view' },
  getTargetTenantsByRecordType: { action: 'view' },
  filterAndSortRecordHeader: { action: 'view' },
  exportRecordHeaders: { action: 'view' },
  registerRecordHeader: { action: 'create records' },
  updateRecordHeader: { action: 'view' },
} as const satisfies Record<string, Grant>;

export type OperationName = keyof typeof permissions;
