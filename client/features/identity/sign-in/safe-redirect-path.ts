// A remembered path is followed only inside this application: it is read by the same parser that the browser
// will use, so that '//host', '/\host' and tabs in between cannot mean another place.
import { reservedAddresses } from '@rowhouse/domain/tenants/reserved-addresses.ts';

/** The path, or null when following it could leave the own origin or come back to a public page. */
export function findSafeRedirectPath(path: string | null, origin: string): string | null {
  if (path === null || !path.startsWith('/') || hasControlCharacter(path) || path.includes('\\')) return null;
  let address: URL;
  try {
    address = new URL(path, origin);
  } catch {
    return null;
  }
  if (address.origin !== origin || address.username !== '') return null;
  const inside = `${address.pathname}${address.search}${address.hash}`;
  // What dot segments leave behind may read as another host when it is resolved once more.
  if (!/^\/[^/]/.test(inside)) return null;
  return isPublicSegment(firstSegment(inside)) ? null : inside;
}

/** The first segment of a path: the tenant's url, outside of the public pages. */
export function firstSegment(path: string): string {
  return decodeSegment(path.split(/[/?#]/)[1] ?? '');
}

/** Whether a first path segment belongs to the application itself and can be no tenant's (Specification 2). */
export function isPublicSegment(segment: string): boolean {
  return reservedAddresses.has(segment.toLowerCase());
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function hasControlCharacter(text: string): boolean {
  return Array.from(text).some(
    (character) => (character.codePointAt(0) ?? 0) < 0x20 || character === '\u007F',
  );
}
