// Who is signed in, as this tab knows it. It is read from local storage once and written through: two tabs may
// stand in two tenants, and neither must send the other's tenant with its calls. Signing out in one tab
// signs out all, and a new session of the same person in one tab is taken up by the others. A session that ends
// over unsaved work, or over rows that are selected, is held: the page stays, and its calls wait, until the same person is in the same tenant again.
import {
  clearOnSignOut,
  onStoredElsewhere,
  readStored,
  removeStored,
  writeStored,
} from './storage/local-storage.ts';
import { forgetTabTenant, readTabTenant, writeTabTenant } from './storage/tab-tenant.ts';
import { findPersonId } from './token-claims.ts';
import { hasUnsavedWork, isPageHeld } from './unsaved-work.ts';

export type Session = {
  readonly serviceToken: string | null;
  readonly backendToken: string | null;
  readonly tenantId: string | null;
  /** '/' and the tenant's url. */
  readonly tenantPath: string | null;
  readonly email: string | null;
  /** What is kept in this browser is kept under it: an address would stand there after the session. */
  readonly personId: number | null;
  /** The server or the clock has ended the session, and the person has not been told yet. */
  readonly expired: boolean;
  /** Without a token the person, with one only the tenant has to come back before calls go out again. */
  readonly held: boolean;
  /** The person signed out; the place that was left is then not returned to. */
  readonly leftOnPurpose: boolean;
  /** The server lets this session into the tenant only with a second factor. */
  readonly secondFactorDemanded: boolean;
};

const nobody: Session = {
  serviceToken: null,
  backendToken: null,
  tenantId: null,
  tenantPath: null,
  email: null,
  personId: null,
  expired: false,
  held: false,
  leftOnPurpose: false,
  secondFactorDemanded: false,
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
  storeToken(serviceToken, email);
  change({ ...nobody, serviceToken, email, personId: findPersonId(serviceToken) });
}

/** A new session of the same person. The page stands; its tenant has to be entered anew. */
export function renewSession(serviceToken: string): void {
  storeToken(serviceToken, session.email ?? '');
  change(renewed(serviceToken));
}

export function enterTenant(tenant: { id: number; url: string }, backendToken: string): void {
  const tenantId = String(tenant.id);
  const tenantPath = `/${tenant.url}`;
  writeStored('backend_jwt', backendToken);
  writeStored('tenant_id', tenantId);
  writeStored('tenantPath', tenantPath);
  writeStored('tenantSelected', 'true');
  if (session.email !== null) writeTabTenant({ email: session.email, tenantId, tenantPath });
  change({
    ...session,
    backendToken,
    tenantId,
    tenantPath,
    held: session.held && session.expired,
    secondFactorDemanded: false,
  });
}

/** The company in which this tab stands has another address now. */
export function moveTenant(url: string): void {
  const tenantPath = `/${url}`;
  writeStored('tenantPath', tenantPath);
  const { email, tenantId } = session;
  if (email !== null && tenantId !== null) writeTabTenant({ email, tenantId, tenantPath });
  change({ ...session, tenantPath });
}

/** The person is not let into the tenant any more, and has to choose another. */
export function leaveTenant(): void {
  for (const key of ['backend_jwt', 'tenant_id', 'tenantPath', 'tenantSelected'] as const) removeStored(key);
  forgetTabTenant();
  change({ ...session, backendToken: null, tenantId: null, tenantPath: null, held: false });
}

/** Leads to /setupmfa, until the factor is set up, another tenant is entered, or the person turns away. */
export function demandSecondFactor(): void {
  if (!session.secondFactorDemanded) change({ ...session, secondFactorDemanded: true });
}

export function dropSecondFactorDemand(): void {
  if (session.secondFactorDemanded) change({ ...session, secondFactorDemanded: false });
}

export function endSession(reason: 'signed out' | 'over'): void {
  isLeaving = false;
  clearOnSignOut();
  if (reason === 'over' && session.held) {
    change({ ...session, serviceToken: null, backendToken: null });
    return;
  }
  forgetTabTenant();
  change({ ...nobody, expired: session.expired, leftOnPurpose: reason === 'signed out' });
}

let isLeaving = false;

/** The person logs out: the server is told first, and until it has answered its refusals are no news. */
export function beginSignOut(): void {
  isLeaving = true;
}

/** Raises the 'Session Expired' modal. The flag is stored, as Specification 8 has it. */
export function expireSession(): void {
  // Whoever logs out is told of the end by what was still under way; it is what they asked for.
  if (session.expired || isLeaving || session.leftOnPurpose) return;
  writeStored('serviceTokenExpired', 'true');
  change({ ...session, expired: true, held: session.held || isPageHeld() });
}

/** The person has read the modal: the session ends when the stored flag says so. */
export function acknowledgeExpiry(): void {
  const flagged = readStored('serviceTokenExpired') === 'true';
  removeStored('serviceTokenExpired');
  if (!flagged && session.serviceToken !== null) {
    change({ ...session, expired: false, held: false });
    return;
  }
  clearOnSignOut();
  change(session.held ? { ...session, serviceToken: null, backendToken: null, expired: false } : nobody);
}

/** Resolves when calls may go out; rejects as a fetch does when the signal is aborted meanwhile. */
export function whenReleased(signal?: AbortSignal): Promise<void> {
  if (!session.held) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const stop = subscribeToSession(() => {
      if (session.held) return;
      settle();
      resolve();
    });
    const abort = () => {
      settle();
      reject(signal?.reason instanceof Error ? signal.reason : new Error('The call was given up.'));
    };
    const settle = () => {
      stop();
      signal?.removeEventListener('abort', abort);
    };
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
  });
}

/** For tests: forgets what this tab holds and reads the storage again. */
export function reloadSession(): void {
  change(readSession());
}

/** The token last: another tab that hears of it reads the others. */
function storeToken(serviceToken: string, email: string): void {
  removeStored('serviceTokenExpired');
  removeStored('backend_jwt');
  writeStored('userEmail', email);
  writeStored('serviceToken', serviceToken);
}

const renewed = (serviceToken: string): Session => ({
  ...session,
  serviceToken,
  backendToken: null,
  expired: false,
  held: session.tenantId !== null,
  leftOnPurpose: false,
  secondFactorDemanded: false,
});

function readSession(): Session {
  const email = readStored('userEmail');
  const stored = {
    backendToken: readStored('backend_jwt'),
    tenantId: readStored('tenant_id'),
    tenantPath: readStored('tenantPath'),
  };
  const own = readTabTenant();
  // What is stored may be of another tab's tenant: then this one enters its own again.
  const isOfOtherTab = own !== null && own.email === email && own.tenantId !== stored.tenantId;
  const serviceToken = readStored('serviceToken');
  return {
    ...nobody,
    serviceToken,
    email,
    personId: serviceToken === null ? null : findPersonId(serviceToken),
    ...(isOfOtherTab ? { backendToken: null, tenantId: own.tenantId, tenantPath: own.tenantPath } : stored),
  };
}

function change(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

onStoredElsewhere('serviceToken', (serviceToken) => {
  if (serviceToken === session.serviceToken) return;
  if (serviceToken !== null) {
    const isSamePerson = session.email !== null && session.email === readStored('userEmail');
    change(isSamePerson ? renewed(serviceToken) : readSession());
  } else if (session.held || hasUnsavedWork()) {
    change({ ...session, serviceToken: null, backendToken: null, expired: true, held: true });
  } else {
    change(nobody);
  }
});
