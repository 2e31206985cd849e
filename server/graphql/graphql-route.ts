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
      tenantHeader: tenant === null ? null : /^[1-9]\d{0,8}$/.test(tenant) ? Number(tenant) : 0,
      log,
    },
    answer: { json: null },
  };
}

/** JSON only: a form of another site can send nothing here. */
export function registerGraphqlRoute(
  app: FastifyInstance,
  graphql: ReturnType<typeof createGraphql>,
  options: { explorer: boolean; log: Log },
): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The endpoint parses the body itself; here it is only read.
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post('/graphql', { bodyLimit: graphqlLimits.bodyBytes }, async (request, reply) => {
      const context = contextOf(request, options.log);
      void reply
        .header('content-type', 'application/json; charset=utf-8')
        .header('cache-control', 'no-store');
      if (await graphql.answerKnown(request.body as string, context)) return reply.send(context.answer.json);
      const response = await graphql.fetch(
        'http://rowhouse/graphql',
        {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json' },
          body: request.body as string,
        },
        context,
      );
      return reply.code(response.status).send(context.answer.json ?? (await response.text()));
    });
    if (options.explorer) {
      scope.get('/graphql', async (request, reply) => {
        const response = await graphql.fetch(
          `http://rowhouse${request.url}`,
          { headers: { accept: request.headers.accept ?? 'text/html' } },
          contextOf(request, options.log),
        );
        response.headers.forEach((value, name) => void reply.header(name, value));
        return reply.code(response.status).send(await response.text());
      });
    }
  });
}
