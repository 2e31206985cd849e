import type { FastifyInstance, FastifyReply } from 'fastify';
import { redeemLifetimeMs } from '@rowhouse/domain/identity/limits.ts';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import type { RedirectSignIn } from '../../identity/identity.ts';
import { redirectStartPath } from '../../identity/calls/sign-in-calls.ts';
import type { Log } from '../../platform/log.ts';
import { seal, unseal } from '../../platform/secret.ts';
import type { Secret } from '../../platform/secret.ts';
import { readCookie, redeemCookie, writeCookie } from './cookies.ts';

const cookieName = 'rh_oidc';
const cookieLifetimeMs = 10 * 60_000;
const callbackPath = '/auth/oidc/callback';

/**
 * The way to the provider's own pages and back. What must come back with the answer waits in a sealed cookie of this
 * browser; what comes of it goes to the client in the fragment of its address, which no log holds.
 */
export function registerOidcRoutes(
  app: FastifyInstance,
  options: { redirect: RedirectSignIn | null; secret: Secret; linkBase: string; log: Log },
): void {
  const { redirect, secret, linkBase, log } = options;
  if (redirect === null) return;
  const isSecure = linkBase.startsWith('https:');

  const keep = (reply: FastifyReply, value: string, maxAgeMs: number) =>
    writeCookie(reply, {
      name: cookieName,
      value,
      path: '/auth/oidc',
      // It comes back with a navigation that began at the provider.
      sameSite: 'Lax',
      maxAgeMs,
      isSecure,
    });

  function sendBack(reply: FastifyReply, error: unknown): FastifyReply {
    if (!(error instanceof Refusal)) log.error({ err: error }, 'signing in by a provider failed');
    const sentence = error instanceof Refusal ? error.message : 'Internal server error.';
    return reply.redirect(`/login#refused=${encodeURIComponent(sentence)}`);
  }

  void app.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      void reply.header('cache-control', 'no-store');
    });

    scope.get(redirectStartPath, async (_request, reply) => {
      try {
        const { url, kept } = await redirect.begin(`${linkBase}${callbackPath}`);
        keep(reply, seal(secret, 'oidc cookie', kept), cookieLifetimeMs);
        return reply.redirect(url);
      } catch (error) {
        return sendBack(reply, error);
      }
    });

    scope.get(callbackPath, async (request, reply) => {
      const sealed = readCookie(request, cookieName, isSecure);
      keep(reply, '', 0);
      try {
        const kept = sealed === null ? null : unseal(secret, 'oidc cookie', sealed);
        if (kept === null) throw begunElsewhere();
        const ticket = await redirect.finish(`${linkBase}${request.url}`, kept);
        // A link with somebody else's ticket would sign a person in as another.
        writeCookie(reply, {
          name: redeemCookie,
          value: ticket,
          path: '/auth/redeem',
          sameSite: 'Strict',
          maxAgeMs: redeemLifetimeMs,
          isSecure,
        });
        return reply.redirect(`/login#ticket=${ticket}`);
      } catch (error) {
        return sendBack(reply, error);
      }
    });
  });
}

const begunElsewhere = () =>
  new Refusal(
    'UNAUTHENTICATED',
    'This sign-in was begun in another browser, or too long ago. Please sign in again.',
  );
