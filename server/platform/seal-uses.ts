/**
 * For what is sealed in the database: whose it is stands in it, so that a value that is copied into another row opens
 * nothing. Resealing goes by the same names.
 */
export const sealUses = {
  totp: (authUserId: string): string => `totp ${authUserId}`,
  backupCodeKey: (authUserId: string): string => `backup code key ${authUserId}`,
  providerTokens: (authUserId: string): string => `provider tokens ${authUserId}`,
  dashboardKey: (tenantId: number): string => `dashboard of ${tenantId}`,
};

/** The key of backup codes that were made before each person had one of their own. */
export const backupCodesUse = 'backup codes';
