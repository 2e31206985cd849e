import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { deriveKey } from '../secret.ts';
import type { Secret } from '../secret.ts';
import type { KeptMail, Mailbox } from './mailbox.ts';
import { escapeHtml } from './escape-html.ts';

export const mailboxPath = '/mailbox';

/** Of one installation, and the same after each start: made from its secret, so nobody else can know it. */
export const mailboxKey = (secret: Secret): string => deriveKey(secret, 'mailbox').toString('base64url');

/**
 * The mails of an installation without a mail server, for whoever was told its address: the start prints it, with a key that
 * cannot be guessed. Where a request comes from proves nothing: a proxy on this machine speaks for everybody. Without the key
 * the page is not there.
 */
export function registerMailboxRoute(
  app: FastifyInstance,
  { mailbox, base, key }: { mailbox: Mailbox | null; base: string; key: string },
): void {
  if (mailbox === null) return;
  app.get<{ Params: { key: string } }>(`${mailboxPath}/:key`, (request, reply) => {
    if (!isSame(request.params.key, key)) return reply.callNotFound();
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
      )
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(mailboxPage(mailbox.list(), base.replace(/\/$/, ''), nonce));
  });
}

/** In the same time, however much of it is right. */
const isSame = (given: string, key: string): boolean =>
  timingSafeEqual(createHash('sha256').update(given).digest(), createHash('sha256').update(key).digest());

const mailboxPage = (mails: readonly KeptMail[], base: string, nonce: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mailbox · Rowhouse</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<header>
<h1>Mailbox</h1>
<p>This installation has no mail server, so its mails stay here. Whoever has this address sees them, until the server stops. Set <code>SMTP_URL</code> to send them.</p>
<p><a href="">Look again</a></p>
</header>
<main>
${mails.length === 0 ? '<p>No mail yet.</p>' : mails.map((mail) => mailArticle(mail, base)).join('\n')}
</main>
</body>
</html>
`;

const mailArticle = ({ to, subject, text, at }: KeptMail, base: string): string => `<article>
<h2>${escapeHtml(subject)}</h2>
<p class="about">To ${escapeHtml(to)}, <time datetime="${at.toISOString()}">${at.toISOString().slice(0, 19).replace('T', ' ')} UTC</time></p>
<div class="text">${withLinks(text, base)}</div>
</article>`;

/** Only addresses of this installation become links. */
const withLinks = (text: string, base: string): string =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part) =>
      part.startsWith(`${base}/`)
        ? `<a href="${escapeHtml(part)}" rel="noreferrer">${escapeHtml(part)}</a>`
        : escapeHtml(part),
    )
    .join('');

const style = `
:root { color-scheme: light dark; --line: light-dark(#d5d9e0, #3b4252); --soft: light-dark(#57606a, #a7b0be);
  --link: light-dark(#0b57a4, #8ab8ff); --page: light-dark(#f6f7f9, #14171c); --paper: light-dark(#fff, #1c2027); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 46rem; padding: 1.5rem 1rem 4rem; background: var(--page);
  font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.25; }
h2 { margin: 0; font-size: 1.0625rem; line-height: 1.35; }
a { color: var(--link); display: inline-block; padding: .125rem 0; }
header p, .about { color: var(--soft); }
.about { margin: .125rem 0 .75rem; font-size: .875rem; }
article { margin-top: 1rem; padding: 1rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--paper); }
.text { white-space: pre-wrap; }
`;
