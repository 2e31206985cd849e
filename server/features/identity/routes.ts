import type { FastifyError, FastifyInstance } from 'fastify';
import { signInForm } from '@rowhouse/domain/identity/rules.ts';
import { invalid, Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import type { RefusalCode } from '@rowhouse/domain/kernel/refusal.ts';
import type { Identity } from '../../platform/identity/identity.ts';
import type { Log } from '../../platform/log.ts';

const statusOf: Readonly<Record<RefusalCode, number>> = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  INVALID: 400,
  CONFLICT: 409,
  LIMITED: 429,
  UNAVAILABLE: 503,
};

const largestBodyBytes = 4096;

/**
 * Signing in stands outside GraphQL: it needs no token. Only JSON is taken, so that no form of another site can send
 * it, and an answer is never kept by a browser.
 */
export function registerIdentityRoutes(
  app: FastifyInstance,
  options: { identity: Identity; log: Log },
): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string' },
      scope.getDefaultJsonParser('error', 'error'),
    );

    scope.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
      const refusal = toRefusal(error);
      if (refusal === null) {
        options.log.error({ error, requestId: request.id }, 'signing in failed');
        return reply.code(500).send({ code: 'INTERNAL', message: 'Internal server error.' });
      }
      const { retryAfterMs } = refusal.context.details ?? {};
      if (typeof retryAfterMs === 'number') reply.header('retry-after', Math.ceil(retryAfterMs / 1000));
      const status = error instanceof Refusal ? statusOf[refusal.code] : (error.statusCode ?? 400);
      return reply.code(status).send({ code: refusal.code, message: refusal.message, ...refusal.context });
    });

    scope.post('/auth/sign-in', { bodyLimit: largestBodyBytes }, async (request, reply) => {
      const parsed = signInForm.safeParse(request.body);
      if (!parsed.success) {
        const issue = parsed.error.issues[0];
        const field = issue?.path[0];
        throw invalid(field === undefined ? notSignIn : (issue?.message ?? notSignIn), field?.toString());
      }
      const { email, password } = parsed.data;
      const issued = await options.identity.signIn(email, password, request.ip);
      return reply
        .header('cache-control', 'no-store')
        .send({ serviceToken: issued.token, expiresAt: issued.expiresAt });
    });
  });
}

const notSignIn = 'Send the email and the password as JSON, and nothing else.';

/** What the framework refuses before the route runs: too large, not JSON, not parseable. */
function toRefusal(error: FastifyError | Refusal): Refusal | null {
  if (error instanceof Refusal) return error;
  const status = error.statusCode ?? 500;
  if (status >= 500) return null;
  return invalid(notSignIn);
}
