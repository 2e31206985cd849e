// In which tenant this tab stands. Local storage knows the tenant that was entered last in any tab: a reload would
// otherwise move one tab into the other's.
const key = 'tabTenant';

export type TabTenant = { readonly email: string; readonly tenantId: string; readonly tenantPath: string };

export function readTabTenant(): TabTenant | null {
  try {
    const value: unknown = JSON.parse(window.sessionStorage.getItem(key) ?? 'null');
    if (typeof value !== 'object' || value === null) return null;
    const { email, tenantId, tenantPath } = value as Record<string, unknown>;
    return typeof email === 'string' && typeof tenantId === 'string' && typeof tenantPath === 'string'
      ? { email, tenantId, tenantPath }
      : null;
  } catch {
    return null;
  }
}

export function writeTabTenant(tenant: TabTenant): void {
  try {
    window.sessionStorage.setItem(key, JSON.stringify(tenant));
  } catch {
    // Without storage a reload asks the address which tenant is meant.
  }
}

export function forgetTabTenant(): void {
  try {
    window.sessionStorage.removeItem(key);
  } catch {
    // Nothing could have been stored.
  }
}
