import fastifyMultipart from '@fastify/multipart';
import { readClientSource } from '@rowhouse/domain/audit-log/change-source.ts';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../platform/log.ts';
import type { Graphql } from './create-graphql.ts';
import { graphqlLimits } from './documents.ts';
import type { ExecutionContext } from './execute.ts';
import { readMultipart } from './multipart.ts';
import { readIdleMs } from '../platform/idle-header.ts';
import { chooseAnswerType, responseJson } from './request-form.ts';

const header = (request: FastifyRequest, name: string): string | null => {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

/**
 * The three headers of Specification 7, the service token with or without the word Bearer; and beside them the screen
 * that asks and why it changes what is set up, which the audit log keeps.
 */
function contextOf(request: FastifyRequest, reply: FastifyReply, log: Log): ExecutionContext {
  const left = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) left.abort();
  });
  const tenant = header(request, 'tenant_id');
  return {
    credentials: {
      serviceToken: header(request, 'authorization')?.replace(/^Bearer\s+/i, '') ?? null,
      backendToken: header(request, 'backend_jwt'),
    },
    facts: {
      address: request.ip,
      tenantHeader: tenant === null ? null : /^[1-9]\d{0,8}$/.test(tenant) ? Number(tenant) : 0,
      source: readClientSource(header(request, 'change_source'), header(request, 'change_reason')),
      idleMs: readIdleMs(request.headers),
      log,
      left: left.signal,
    },
  };
}

/** What a form of another site cannot send: the browser asks first whether it may, and is told no. */
const couldNotBeAForm = ({ credentials }: ExecutionContext): boolean =>
  credentials.serviceToken !== null && credentials.backendToken !== null;

const notSignedIn = {
  message: 'You are not signed in. Please log in.',
  extensions: { code: 'UNAUTHENTICATED' },
};

const tooLarge = { message: 'The request is too large.', extensions: { code: 'INVALID' } };

/**
 * JSON, and multipart/form-data with a file in it for who sends both tokens: a form of another site can send nothing
 * here, as neither content type nor headers are its to choose.
 */
export function registerGraphqlRoute(
  app: FastifyInstance,
  graphql: Graphql,
  options: {
    explorer: boolean;
    log: Log;
    /** Whether the tokens are genuine, and of one company. */
    isMember(context: ExecutionContext): boolean;
  },
): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The endpoint parses the body itself; here it is only read.
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    void scope.register(fastifyMultipart, { throwFileSizeLimit: false });

    scope.post('/graphql', { bodyLimit: graphqlLimits.bodyBytes }, async (request, reply) => {
      const context = contextOf(request, reply, options.log);
      const type = chooseAnswerType(request.headers.accept);
      void reply
        .header('content-type', `${type}; charset=utf-8`)
        .header('cache-control', 'no-store')
        .header('vary', 'accept');
      if (!request.isMultipart()) return answer(request.body as string, context, reply);
      if (!couldNotBeAForm(context)) return reply.code(415).send({ data: null, errors: [notSignedIn] });
      const multipart = await readMultipart(request);
      if (multipart instanceof Refusal) {
        const { code, message } = multipart;
        return reply.code(400).send({ code, message });
      }
      const facts = { ...context.facts, takeFile: multipart.takeFile };
      try {
        return await answer(multipart.body, { ...context, facts }, reply);
      } finally {
        await multipart.finish();
      }
    });

    async function answer(
      body: string,
      context: ExecutionContext,
      reply: FastifyReply,
    ): Promise<FastifyReply> {
      if (body.length > graphqlLimits.strangerBodyBytes && !options.isMember(context))
        return reply.code(413).send(JSON.stringify({ errors: [tooLarge] }));
      const answered = await graphql(body, context);
      if ('unreadable' in answered)
        return reply
          .code(400)
          .send(
            JSON.stringify({ errors: [{ message: answered.unreadable, extensions: { code: 'INVALID' } }] }),
          );
      const { retryAfterMs, giveBack } = answered;
      if (giveBack !== undefined) reply.raw.once('close', giveBack);
      if (retryAfterMs !== undefined) void reply.header('retry-after', Math.ceil(retryAfterMs / 1000));
      const isOfDraft = String(reply.getHeader('content-type')).startsWith(responseJson);
      return reply.code(!answered.hasRun && isOfDraft ? 400 : 200).send(answered.json);
    }
    if (options.explorer) {
      // Its page is a package of its own size, which a server in production has no use for.
      const { registerExplorer } = await import('./explorer.ts');
      registerExplorer(scope);
    }
  });
}
