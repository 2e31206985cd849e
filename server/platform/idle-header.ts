import type { IncomingHttpHeaders } from 'node:http';
import { idleHeader } from '@rowhouse/domain/identity/limits.ts';

/** For how long nobody has touched the page that asks, as it says itself; 0 when it says nothing that can be read. */
export function readIdleMs(headers: IncomingHttpHeaders): number {
  const said = headers[idleHeader];
  return typeof said === 'string' && /^\d{1,7}$/.test(said) ? Number(said) * 1000 : 0;
}
