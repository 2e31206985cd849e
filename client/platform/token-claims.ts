/** What the browser reads of a token. It is never trusted for a decision: the server checks each call. */
export type TokenClaims = Readonly<Record<string, unknown>>;

/** The claims of a JSON Web Token, or null when the token is of another kind. */
export function readClaims(token: string): TokenClaims | null {
  const payload = token.split('.')[1];
  if (payload === undefined) return null;
  try {
    const base64 = payload.replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof claims === 'object' && claims !== null ? (claims as TokenClaims) : null;
  } catch {
    return null;
  }
}

/** The number of the person whose token it is, or null when it does not say. */
export function findPersonId(token: string): number | null {
  const subject = readClaims(token)?.['sub'];
  return typeof subject === 'number' && Number.isSafeInteger(subject) ? subject : null;
}

/** Seconds since 1970 at which the token ends, or null when it does not say. */
export function findExpiry(token: string): number | null {
  const exp = readClaims(token)?.['exp'];
  return typeof exp === 'number' && Number.isFinite(exp) ? exp : null;
}

/** Specification 4: expired when the current time in seconds reaches the exp claim. */
export function isExpired(token: string, nowMs: number = Date.now()): boolean {
  const expiry = findExpiry(token);
  return expiry !== null && Math.floor(nowMs / 1000) >= expiry;
}
