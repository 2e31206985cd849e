import type { FastifyInstance } from 'fastify';
import { eventOfStatus } from './security-log.ts';
import type { SecurityLog } from './security-log.ts';

/**
 * Logs what is refused outside of the operations: links that open nothing, bodies that are too large or of a type that no
 * page of ours sends. Signing in and the operations log their own, with more than a status; a page that is not there is
 * nobody's attempt.
 */
export function logRefusedRequests(app: FastifyInstance, securityLog: SecurityLog): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url;
    if (route === undefined || logsItself(route, reply.statusCode)) return;
    const event = eventOfStatus(reply.statusCode);
    if (event !== null) securityLog.note(event, { address: request.ip, route, status: reply.statusCode });
  });
}

const logsItself = (route: string, status: number): boolean =>
  (route.startsWith('/auth/') && !route.startsWith('/auth/oidc/')) ||
  (route === '/graphql' && status === 400);
