// The registration that was made in this browser, or whose password was given in it, until its email is confirmed. The
// link of the mail opens in a tab of its own, so the browser keeps it, not the tab; whoever has it and the code signs in.
const key = 'waiting-registration';
const lifetimeMs = 24 * 3_600_000;

export type WaitingRegistration = { readonly id: string; readonly email: string };

export function rememberRegistration({ id, email }: WaitingRegistration): void {
  try {
    window.localStorage.setItem(key, JSON.stringify({ id, email, until: Date.now() + lifetimeMs }));
  } catch {
    // Without storage the link of the mail asks for the password.
  }
}

export function readRegistration(): WaitingRegistration | null {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(key) ?? 'null');
    return isRegistration(stored) && stored.until > Date.now()
      ? { id: stored.id, email: stored.email }
      : null;
  } catch {
    return null;
  }
}

export function forgetRegistration(): void {
  try {
    window.localStorage.removeItem(key);
  } catch {
    // Nothing could have been stored.
  }
}

function isRegistration(value: unknown): value is WaitingRegistration & { until: number } {
  if (typeof value !== 'object' || value === null) return false;
  const { id, email, until } = value as Record<string, unknown>;
  return typeof id === 'string' && typeof email === 'string' && typeof until === 'number';
}
