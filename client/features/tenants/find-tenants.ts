export type TenantChoice = {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  readonly accent?: string | null;
  readonly logo?: string | null;
  /** What one should know before choosing it. */
  readonly note?: string | undefined;
};

/** Specification 2: all but the current tenant, by name or url, case-insensitively. */
export function findTenants(
  tenants: readonly TenantChoice[],
  { sought, currentTenantId }: { sought: string; currentTenantId: string | null },
): TenantChoice[] {
  const words = sought.trim().toLowerCase();
  return tenants.filter(
    ({ id, name, url }) =>
      String(id) !== currentTenantId &&
      (name.toLowerCase().includes(words) || url.toLowerCase().includes(words)),
  );
}
