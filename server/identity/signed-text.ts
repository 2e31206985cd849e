import { createHmac, timingSafeEqual } from 'node:crypto';

const mac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** `text.signature`, the signature in base64url. */
export const signText = (key: Buffer, text: string): string =>
  `${text}.${mac(key, text).toString('base64url')}`;

/** What stands before the signature, or null when the signature is not ours. */
function verifyText(key: Buffer, signed: string): string | null {
  const dot = signed.lastIndexOf('.');
  if (dot < 0) return null;
  const text = signed.slice(0, dot);
  const expected = mac(key, text);
  const given = Buffer.from(signed.slice(dot + 1), 'base64url');
  // One spelling only: base64url decoding forgives stray characters.
  if (given.length !== expected.length || given.toString('base64url') !== signed.slice(dot + 1)) return null;
  return timingSafeEqual(given, expected) ? text : null;
}

/** The same, signed with any of the keys. */
export function verifyTextOf(keys: readonly Buffer[], signed: string): string | null {
  for (const key of keys) {
    const text = verifyText(key, signed);
    if (text !== null) return text;
  }
  return null;
}

export const encodeJson = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');

export function decodeJson(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
