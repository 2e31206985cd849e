// Turning the mails off needs no sign-in: the link in the mail carries a grant for this alone. Opening it only asks, because
// programs open links of mails by themselves; it is done by the form, or by the mail program (RFC 8058). Doing it again
// changes nothing.
import { randomBytes } from 'node:crypto';
import { tenantId, userId } from '@rowhouse/domain/kernel/ids.ts';
import { notificationTopics } from '@rowhouse/domain/notifications/mail-choices.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Grants } from '../../identity/grants.ts';
import type { Database } from '../../platform/database/database.ts';
import { keepMailChoices } from './sql.ts';
import type { Addressee } from './sql.ts';

const purpose = 'unsubscribe';
const path = '/unsubscribe';
/** For as long as somebody may find the mail. */
const lifetimeMs = 2 * 365 * 86_400_000;

export const unsubscribeLink = (linkBase: string, grants: Grants, addressee: Addressee): string =>
  `${linkBase}${path}?grant=${grants.signGrant(purpose, { ...addressee }, lifetimeMs)}`;

export function registerUnsubscribeRoute(
  app: FastifyInstance,
  { database, grants }: { database: Database; grants: Grants },
): void {
  const find = (query: unknown): Addressee | null => {
    const given = (query as { grant?: unknown }).grant;
    const payload = typeof given === 'string' ? grants.verifyGrant(purpose, given)?.payload : undefined;
    if (payload === undefined) return null;
    return { tenantId: tenantId(Number(payload['tenantId'])), userId: userId(Number(payload['userId'])) };
  };

  void app.register(async (route) => {
    // Nothing of the body is needed, in whichever form a mail program sends it.
    route.removeAllContentTypeParsers();
    route.addContentTypeParser('*', { bodyLimit: 10_000, parseAs: 'string' }, (_request, _body, done) =>
      done(null, null),
    );
    route.get(path, async (request, reply) =>
      find(request.query) === null ? answer(reply, 404, unknownLink) : answer(reply, 200, question),
    );
    route.post(path, async (request, reply) => {
      const addressee = find(request.query);
      if (addressee === null) return answer(reply, 404, unknownLink);
      const off = notificationTopics.map((topic) => ({ topic, mail: 'OFF' as const }));
      await database.withTenant(addressee, (transaction) =>
        transaction.run([keepMailChoices(addressee.tenantId, addressee.userId, off)]),
      );
      return answer(reply, 200, done);
    });
  });
}

const question = `<h1>Turn off these mails?</h1>
<p>You are still told in the application, and can turn the mails on again in your account.</p>
<form method="post"><button type="submit">Turn off the mails</button></form>`;

const done = `<h1>The mails are off</h1>
<p>You get no more mails of notifications from this company. You can turn them on again in your account.</p>
<p><a href="/account">Open your account</a></p>`;

const unknownLink = `<h1>This link does not work</h1>
<p>It is not whole, or it is too old. You choose what you hear by mail in your account.</p>
<p><a href="/account">Open your account</a></p>`;

function answer(reply: FastifyReply, status: number, content: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  return reply
    .code(status)
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    )
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mails · Rowhouse</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`);
}

const style = `
:root { color-scheme: light dark; --link: light-dark(#0b57a4, #8ab8ff); --page: light-dark(#f6f7f9, #14171c); }
body { margin: 4rem auto; max-width: 26rem; padding: 0 1rem; background: var(--page);
  font: 1rem/1.55 system-ui, sans-serif; }
h1 { font-size: 1.5rem; line-height: 1.25; }
a { color: var(--link); }
button { padding: .625rem 1.25rem; color: #1f2937; background: #ffc107; border: 0; border-radius: 4px; font: 600 1rem/1.5 system-ui, sans-serif; cursor: pointer; }
`;
