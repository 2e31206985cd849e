// The only door to the browser's local storage. The keys are those of Specification 3; a browser that refuses
// storage (private windows, policies) gets a store that lasts as long as the page.

export const storageKeys = [
  'tenant_id',
  'tenantPath',
  'serviceToken',
  'backend_jwt',
  'serviceTokenExpired',
  'grid_density_factor',
  'bulk-download-data',
  'shouldSkipSetupMFA',
  'associateSoftwareToken',
  'userEmail',
  'tenantSelected',
  'berry-config',
] as const;

export type StorageKey = (typeof storageKeys)[number];

/** Specification 3: what signing out takes away. All other keys outlive the session. */
export const keysClearedOnSignOut = [
  'backend_jwt',
  'shouldSkipSetupMFA',
  'associateSoftwareToken',
  'userEmail',
  'tenantSelected',
  'tenantPath',
  'tenant_id',
  'serviceToken',
] as const satisfies readonly StorageKey[];

const substitute = new Map<string, string>();

export function readStored(key: StorageKey): string | null {
  return readAny(key);
}

export function writeStored(key: StorageKey, value: string): void {
  writeAny(key, value);
}

export function removeStored(key: StorageKey): void {
  substitute.delete(key);
  try {
    window.localStorage.removeItem(key);
  } catch {
    // Nothing could have been stored.
  }
}

/** The value under the key when it is JSON that the check accepts, else null. */
export function readStoredJson<Value>(
  key: StorageKey,
  accepts: (value: unknown) => value is Value,
): Value | null {
  const text = readStored(key);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return accepts(value) ? value : null;
  } catch {
    return null;
  }
}

export function writeStoredJson(key: StorageKey, value: unknown): void {
  writeStored(key, JSON.stringify(value));
}

export function clearOnSignOut(): void {
  for (const key of keysClearedOnSignOut) removeStored(key);
}

/** Calls back when another tab changes the key. Answers how to stop. */
export function onStoredElsewhere(key: StorageKey, tell: (value: string | null) => void): () => void {
  const listen = (event: StorageEvent) => {
    // A null key means that another tab emptied the whole store.
    if (event.key === key || event.key === null) tell(event.key === null ? null : event.newValue);
  };
  // Tests of what is shown load this where there is no browser.
  if (typeof window === 'undefined') return () => undefined;
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}

/** "Don't show this again" is kept for each tenant, section, record type and action (Specification 9). */
export type RememberedQuestion = {
  tenant: string;
  section: string;
  recordType: string;
  action: string;
};

export function isQuestionSettled(question: RememberedQuestion): boolean {
  return readAny(questionKey(question)) === 'true';
}

export function settleQuestion(question: RememberedQuestion): void {
  writeAny(questionKey(question), 'true');
}

function questionKey({ tenant, section, recordType, action }: RememberedQuestion): string {
  return `dont-show-again:${[tenant, section, recordType, action].map(encodeURIComponent).join(':')}`;
}

function readAny(key: string): string | null {
  try {
    return window.localStorage.getItem(key) ?? substitute.get(key) ?? null;
  } catch {
    return substitute.get(key) ?? null;
  }
}

function writeAny(key: string, value: string): void {
  try {
    window.localStorage.setItem(key, value);
    substitute.delete(key);
  } catch {
    substitute.set(key, value);
  }
}
