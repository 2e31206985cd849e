import type { IncomingMessage } from 'node:http';

/**
 * Whether a page of another site asks. A browser names the origin of the page in every WebSocket and in every POST;
 * what has no origin is no page, or a GET of our own.
 */
export function isOfOwnOrigin({ headers }: IncomingMessage, publicUrl: string | undefined): boolean {
  if (headers['sec-fetch-site'] === 'cross-site') return false;
  const { origin } = headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  return host === headers.host || (publicUrl !== undefined && host === new URL(publicUrl).host);
}
