/** A key that nobody else makes; also on plain http, where browsers keep randomUUID back. */
export function makeRandomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
