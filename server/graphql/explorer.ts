import fastifyStatic from '@fastify/static';
import { getDistDirectory, renderAltair } from 'altair-static';
import type { FastifyInstance } from 'fastify';

// The page builds its styles and its scripts of requests as it goes; it may ask this server and no other.
const contentSecurityPolicy = "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:";

/** A page to try the contract with, in development: at /graphql, its files beside it, all from this server. */
export function registerExplorer(app: FastifyInstance): void {
  const page = renderAltair({
    baseURL: '/explorer/',
    endpointURL: '/graphql',
    disableAccount: true,
    initialSettings: { disablePushNotification: true },
  });
  void app.register(fastifyStatic, { root: getDistDirectory(), prefix: '/explorer/', decorateReply: false });
  app.get('/graphql', (_request, reply) =>
    reply
      .header('content-security-policy', contentSecurityPolicy)
      .type('text/html; charset=utf-8')
      .send(page),
  );
}
