import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authForms, signedInCalls } from '@rowhouse/domain/identity/auth-calls.ts';
import type { AuthCall, AuthRequest } from '@rowhouse/domain/identity/auth-calls.ts';
import { deviceLifetimeMs } from '@rowhouse/domain/identity/limits.ts';
import { sessionEnded, ticketOver } from '@rowhouse/domain/identity/rules.ts';
import { invalid, Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import type { RefusalCode } from '@rowhouse/domain/kernel/refusal.ts';
import { isStorableText } from '@rowhouse/domain/kernel/text-safety.ts';
import type { Caller, Identity, SignedInCaller } from '../../identity/identity.ts';
import type { SessionUse } from '../../identity/session-use.ts';
import type { Tokens } from '../../identity/tokens.ts';
import { logDatabaseLoss } from '../../platform/database/database-lost.ts';
import { isOutOfReach, sayOutOfReach } from '../../platform/database/open-database.ts';
import type { CallBudget } from '../../platform/call-budget.ts';
import { readIdleMs } from '../../platform/idle-header.ts';
import type { Log } from '../../platform/log.ts';
import { noteNotSignedIn } from '../../graphql/note-not-signed-in.ts';
import { eventOfCode } from '../../platform/security-log.ts';
import type { SecurityLog } from '../../platform/security-log.ts';
import { readCookie, redeemCookie, writeCookie } from './cookies.ts';

const statusOf: Readonly<Record<RefusalCode, number>> = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  INVALID: 400,
  CONFLICT: 409,
  LIMITED: 429,
  UNAVAILABLE: 503,
};

/** A ticket or a token of an invitation is the longest that is sent. */
const largestBodyBytes = 8192;
const deviceCookie = 'rh_device';

/**
 * Signing in stands outside GraphQL: most of it needs no token. Only JSON is taken, so that no form of another site can
 * send it, and an answer is never kept by a browser.
 */
export function registerIdentityRoutes(
  app: FastifyInstance,
  options: {
    identity: Identity;
    tokens: Tokens;
    sessionUse: SessionUse;
    calls: CallBudget;
    log: Log;
    securityLog: SecurityLog;
    linkBase: string;
  },
): void {
  const { identity, tokens, sessionUse, calls } = options;
  const isSecure = options.linkBase.startsWith('https:');

  function callerOf(request: FastifyRequest, reply: FastifyReply): Caller {
    const keepCookie = (name: string, value: string, maxAgeMs: number) =>
      writeCookie(reply, { name, value, path: '/auth', sameSite: 'Strict', maxAgeMs, isSecure });
    return {
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? null,
      formerSession: tokens.readOwner(tokenOf(request), null)?.sessionId ?? null,
      device: readCookie(request, deviceCookie, isSecure),
      keepDevice: (token) => keepCookie(deviceCookie, token, deviceLifetimeMs),
      readCookie: (name) => readCookie(request, name, isSecure),
      keepCookie,
    };
  }

  async function signedInCallerOf(request: FastifyRequest, reply: FastifyReply): Promise<SignedInCaller> {
    const claims = tokens.verifyService(tokenOf(request));
    calls.take(claims.userId, null);
    const session = await identity.findSession(claims);
    if (session === null) throw sessionEnded();
    sessionUse.note(session.sessionId, readIdleMs(request.headers));
    return { ...callerOf(request, reply), session };
  }

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string' },
      scope.getDefaultJsonParser('error', 'error'),
    );
    scope.addHook('onRequest', async (_request, reply) => {
      void reply.header('cache-control', 'no-store');
    });

    scope.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
      const refusal = toRefusal(error);
      if (refusal === null && isOutOfReach(error)) {
        logDatabaseLoss(options.log, error);
        return reply.code(503).send({ code: 'UNAVAILABLE', message: sayOutOfReach(error) });
      }
      if (refusal === null) {
        options.log.error({ err: error, route: request.routeOptions.url }, 'a call of signing in failed');
        return reply.code(500).send({ code: 'INTERNAL', message: 'Internal server error.' });
      }
      const { retryAfterMs } = refusal.context.details ?? {};
      if (typeof retryAfterMs === 'number') reply.header('retry-after', Math.ceil(retryAfterMs / 1000));
      const event = refusal.code === 'INVALID' ? 'input-refused' : eventOfCode(refusal.code);
      // What was guessed wrongly is logged where it was looked at.
      const isGuess = refusal.context.field === 'password' || refusal.context.field === 'code';
      const facts = { address: request.ip, route: request.routeOptions.url ?? null };
      if (event === 'not-signed-in' && !isGuess) {
        const credentials = { serviceToken: tokenOf(request), backendToken: null };
        noteNotSignedIn(options.securityLog, tokens, credentials, null, facts);
      } else if (event !== null && !isGuess) options.securityLog.note(event, facts);
      const status = error instanceof Refusal ? statusOf[refusal.code] : (error.statusCode ?? 400);
      return reply.code(status).send({ code: refusal.code, message: refusal.message, ...refusal.context });
    });

    for (const call of Object.keys(authForms) as AuthCall[]) {
      // The table is complete by type; which caller goes with which call is decided by the one list of both sides.
      const answer = identity.calls[call] as (request: unknown, caller: Caller) => Promise<unknown>;
      const needsSession = (signedInCalls as readonly AuthCall[]).includes(call);
      scope.post(`/auth/${call}`, { bodyLimit: largestBodyBytes }, async (request, reply) => {
        // Before the body is looked at: a stranger learns nothing of what it should be.
        const caller = await (needsSession ? signedInCallerOf(request, reply) : callerOf(request, reply));
        const body = readBody(call, request.body);
        if (call === 'redeem') {
          const { ticket } = body as AuthRequest<'redeem'>;
          if (ticket !== readCookie(request, redeemCookie, isSecure)) throw ticketOver();
        }
        return answer(body, caller);
      });
    }
  });
}

const tokenOf = ({ headers }: FastifyRequest): string =>
  headers.authorization?.replace(/^Bearer\s+/i, '') ?? '';

const notThisCall = 'Send what this call takes as JSON, and nothing else.';

function readBody(call: AuthCall, body: unknown): unknown {
  const parsed = authForms[call].safeParse(body);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const field = issue?.path[0];
    throw invalid(field === undefined ? notThisCall : (issue?.message ?? notThisCall), field?.toString());
  }
  for (const [field, value] of Object.entries(parsed.data)) {
    if (typeof value === 'string' && !isStorableText(value))
      throw invalid('The text holds a character that cannot be used.', field);
  }
  return parsed.data;
}

/** What the framework refuses before the route runs: too large, not JSON, not parseable. */
function toRefusal(error: FastifyError | Refusal): Refusal | null {
  if (error instanceof Refusal) return error;
  const status = error.statusCode ?? 500;
  if (status >= 500) return null;
  return invalid(notThisCall);
}
