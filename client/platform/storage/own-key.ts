// Under which key something is kept for a person in this browser. It outlives the session, so it names the person by
// number: whoever sits down here next reads no address of those before.
import { getSession } from '../session.ts';

const prefixes = ['own:', 'recent-places:', 'release-notes-read:'] as const;
type Prefix = (typeof prefixes)[number];

/** Null while nobody is signed in: then nothing is kept. */
export function findOwnKey(prefix: Prefix, ...names: readonly string[]): string | null {
  const { personId, tenantId } = getSession();
  if (personId === null) return null;
  const ofCompany = prefix === 'release-notes-read:' ? [] : [tenantId ?? ''];
  return prefix + [...ofCompany, String(personId), ...names].map(encodeURIComponent).join(':');
}

/** Before, the keys held the address. What is of the current person goes on under the number; the rest goes. */
export function leaveAddresses(): void {
  try {
    const { email, personId } = getSession();
    for (const key of Object.keys(window.localStorage)) {
      if (!prefixes.some((prefix) => key.startsWith(prefix)) || !key.includes('%40')) continue;
      const address = encodeURIComponent(email ?? '');
      const own = [address, address.toLowerCase()].find((one) => one !== '' && key.includes(one));
      const value = window.localStorage.getItem(key);
      window.localStorage.removeItem(key);
      if (own === undefined || personId === null || value === null) continue;
      const renamed = key.replace(own, String(personId));
      if (window.localStorage.getItem(renamed) === null) window.localStorage.setItem(renamed, value);
    }
  } catch {
    // Nothing could have been stored.
  }
}

leaveAddresses();
