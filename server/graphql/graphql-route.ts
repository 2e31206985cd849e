import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Log } from '../platform/log.ts';
import type { createGraphql } from './create-graphql.ts';
import { graphqlLimits } from './create-graphql.ts';
import type { ExecutionContext } from './execute.ts';

const header = (request: FastifyRequest, name: string): string | null => {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

/** The three headers of Specification 7; the service token with or without the word Bearer. */
function contextOf(request: FastifyRequest, log: Log): ExecutionContext {
  const tenant = header(request, 'tenant_id');
  return {
    credentials: {
      serviceToken: header(request, 'authorization')?.replace(/^Bearer\s+/i, '') ?? null,
      backendToken: header(request, 'backend_jwt'),
    },
    facts: {
      address: request.ip,
      tenantHeader: tenant !== null && /^[1-9]\d{0,8}$/.test(tenant) ? Number(tenant) : null,
      log,
    },
  };
}

/** JSON only: a form of another site can send nothing here. */
export function registerGraphqlRoute(
  app: FastifyInstance,
  graphql: ReturnType<typeof createGraphql>,
  options: { explorer: boolean; log: Log },
): void {
  app.route({
    url: '/graphql',
    method: options.explorer ? ['GET', 'POST'] : ['POST'],
    bodyLimit: graphqlLimits.bodyBytes,
    handler: async (request, reply) => {
      const isJson = /^application\/json\b/i.test(request.headers['content-type'] ?? '');
      if (request.method === 'POST' && !isJson) {
        return reply.code(415).send({ code: 'INVALID', message: 'Send the request as application/json.' });
      }
      const response = await graphql.fetch(
        `http://rowhouse${request.url}`,
        request.method === 'POST'
          ? {
              method: 'POST',
              headers: { 'content-type': 'application/json', accept: 'application/json' },
              body: JSON.stringify(request.body),
            }
          : { headers: { accept: request.headers.accept ?? 'text/html' } },
        contextOf(request, options.log),
      );
      response.headers.forEach((value, name) => void reply.header(name, value));
      return reply
        .code(response.status)
        .header('cache-control', 'no-store')
        .send(await response.text());
    },
  });
}
