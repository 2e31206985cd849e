// Who is signed in, as this tab knows it. It is read from local storage once and written through: two tabs may
// stand in two tenants, and neither must send the other's tenant with its calls. Signing out in one tab
// signs out all.
import {
  clearOnSignOut,
  onStoredElsewhere,
  readStored,
  removeStored,
  writeStored,
} from './storage/local-storage.ts';

export type Session = {
  readonly serviceToken: string | null;
  readonly backendToken: string | null;
  readonly tenantId: string | null;
  /** '/' and the tenant's url. */
  readonly tenantPath: string | null;
  readonly email: string | null;
  /** The server or the clock has ended the session, and the person has not been told yet. */
  readonly expired: boolean;
  /** The person signed out; the place that was left is then not returned to. */
  readonly leftOnPurpose: boolean;
};

const nobody: Session = {
  serviceToken: null,
  backendToken: null,
  tenantId: null,
  tenantPath: null,
  email: null,
  expired: false,
  leftOnPurpose: false,
};

let session: Session = readSession();
const listeners = new Set<() => void>();

export function getSession(): Session {
  return session;
}

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function startSession(serviceToken: string, email: string): void {
  removeStored('serviceTokenExpired');
  writeStored('serviceToken', serviceToken);
  writeStored('userEmail', email);
  change({ ...nobody, serviceToken, email });
}

export function enterTenant(tenant: { id: number; url: string }, backendToken: string): void {
  const tenantId = String(tenant.id);
  const tenantPath = `/${tenant.url}`;
  writeStored('backend_jwt', backendToken);
  writeStored('tenant_id', tenantId);
  writeStored('tenantPath', tenantPath);
  writeStored('tenantSelected', 'true');
  change({ ...session, backendToken, tenantId, tenantPath });
}

export function endSession(reason: 'signed out' | 'over'): void {
  clearOnSignOut();
  change({ ...nobody, expired: session.expired, leftOnPurpose: reason === 'signed out' });
}

/** Raises the 'Session Expired' modal. The flag is stored, as Specification 8 has it. */
export function expireSession(): void {
  if (session.expired) return;
  writeStored('serviceTokenExpired', 'true');
  change({ ...session, expired: true });
}

/** The person has read the modal: the session ends when the stored flag says so. */
export function acknowledgeExpiry(): void {
  const flagged = readStored('serviceTokenExpired') === 'true';
  removeStored('serviceTokenExpired');
  if (flagged) clearOnSignOut();
  change(flagged ? nobody : { ...session, expired: false });
}

/** For tests: forgets what this tab holds and reads the storage again. */
export function reloadSession(): void {
  change(readSession());
}

function readSession(): Session {
  return {
    serviceToken: readStored('serviceToken'),
    backendToken: readStored('backend_jwt'),
    tenantId: readStored('tenant_id'),
    tenantPath: readStored('tenantPath'),
    email: readStored('userEmail'),
    expired: false,
    leftOnPurpose: false,
  };
}

function change(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

onStoredElsewhere('serviceToken', (serviceToken) => {
  if (serviceToken === session.serviceToken) return;
  change(serviceToken === null ? nobody : readSession());
});
