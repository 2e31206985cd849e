import type { MenuAction } from '../menu/actions.ts';

/**
 * What an operation asks before anything of it runs.
 * - 'anyone': no token at all. Alone in its request, and limited by account and address.
 * - 'signed in': a valid service token; no tenant is entered.
 * - 'member': a valid backend token as well; what rows and fields come out is decided by the feature's rules.
 * - 'administers': a member whose role administers the company.
 * - { action }: a member whose role has the action on the record type that the operation names or finds.
 */
export type Grant = 'anyone' | 'signed in' | 'member' | 'administers' | { readonly action: MenuAction };

/**
 * Closed by default: the gate's table of operations must have exactly these names, so an operation without
 * a line here does not compile, and a line without an operation neither.
 */
export const permissions = {
  getUserDetails: 'signed in',
  SaasUserLogin: 'signed in',
  SaasTenantLogin: 'signed in',
  SaasUserLogout: 'signed in',
  findUser: 'signed in',
  findUserRoleByTenants: 'signed in',
  SaasUserSignUp: 'anyone',

  SaasMenu: 'member',
  SaasMyRoleMenuItemActions: 'member',
  getSaasUsers: 'member',
  findSaasUser: 'member',
  UserFind: 'member',
  findSaasMembers: 'administers',
  updateSaasMember: 'administers',
  findInvitations: 'administers',
  inviteUser: 'administers',
  resendInvitation: 'administers',
  revokeInvitation: 'administers',
  getRoleAccessToRecordFields: 'member',
  findRoleAccessToRecordFields: 'member',
  getRecordStatusByRecordType: 'member',
  findListValues: 'member',
  findObjectProperty: 'member',
  getMyRecordFileById: 'member',
  getRecordAttachment: 'member',
  findRecordHeader: 'member',

  findRecordType: { action: 'view' },
  getSaasRecordFieldsByRecordTypes: { action: 'view' },
  findProblemCodeByRecordType: { action: 'view' },
  findRecordStatusByRecordType: { action: 'view' },
  getTargetTenantsByRecordType: { action: 'view' },
  filterAndSortRecordHeader: { action: 'view' },
  exportRecordHeaders: { action: 'view' },
  getZipFileSignedUrl: { action: 'bulk download' },
  registerRecordHeader: { action: 'create records' },
  updateRecordHeader: { action: 'view' },
  startFileUpload: { action: 'view' },
  updateBulkRecordHeader: { action: 'view' },
  previewBulkChange: { action: 'view' },
  startBulkChange: { action: 'view' },
  findMyBulkChanges: { action: 'view' },
  findBulkChange: 'member',
  findBulkChangeRecords: 'member',
  stopBulkChange: 'member',
  undoBulkChange: 'member',

  findAllLineItemsByType: { action: 'line item access' },
  findLineItems: { action: 'line item access' },
  filterAuditLogsForLineItems: { action: 'line item access' },
  createLineItems: { action: 'edit line items' },
  updateLineItems: { action: 'edit line items' },
  createOrUpdateManyLineItems: { action: 'edit line items' },
  reorderLineItems: { action: 'edit line items' },

  findUserGridPreferences: 'member',
  SaasMyGridPreferences: { action: 'view' },
  getDefaultUserGridPreference: { action: 'view' },
  SaasMyRoleGridPreferences: 'member',
  findRolesForGridPreferences: 'member',
  registerUserGridPreferences: { action: 'grid preferences' },
  updateUserGridPreferences: { action: 'grid preferences' },
  updateManyUserGridPreferences: { action: 'grid preferences' },
  deleteUserGridPreferences: { action: 'grid preferences' },
  registerUserGridPreferencesDefault: { action: 'grid preferences' },
  updateUserGridPreferencesDefault: { action: 'grid preferences' },
} as const satisfies Record<string, Grant>;

export type OperationName = keyof typeof permissions;
