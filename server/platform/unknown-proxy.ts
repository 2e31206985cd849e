import type { FastifyInstance } from 'fastify';
import type { Log } from './log.ts';

const forwardingHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'] as const;

/**
 * Says once that a proxy stands before the server which PROXY_HOPS does not know of: everybody then has the proxy's address,
 * and whoever guesses passwords through it shuts the sign-in for all.
 */
export function warnOfUnknownProxy(app: FastifyInstance, log: Log): void {
  let isSaid = false;
  app.addHook('onRequest', async ({ headers }) => {
    if (isSaid) return;
    const header = forwardingHeaders.find((name) => headers[name] !== undefined);
    if (header === undefined) return;
    isSaid = true;
    log.warn(
      { header },
      'a request came through a proxy, but PROXY_HOPS is 0: everybody has the address of the proxy, and fifty wrong guesses of anybody shut the sign-in for all. Set PROXY_HOPS to the number of proxies, and restart',
    );
  });
}
