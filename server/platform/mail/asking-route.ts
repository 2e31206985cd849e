// A link in a mail that stops mails without a sign-in. Opening it only asks, because programs open links of mails by themselves;
// it is done by the form, or by the mail program (RFC 8058). Doing it again changes nothing.
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { escapeHtml } from './escape-html.ts';

type Page = { readonly title: string; readonly body: string };
/** The address stands in the words: whoever opens the link of a mail that was passed on sees whose mails it stops. */
type PageFor = { readonly title: string; readonly body: (to: string) => string };

type Asking<Asked> = {
  readonly path: string;
  /** What the link names; null of one that does not work. */
  readonly find: (query: unknown) => Asked | null;
  readonly findAddress: (asked: Asked) => Promise<string | null>;
  readonly stop: (asked: Asked) => Promise<void>;
  readonly question: PageFor & { readonly button: string };
  readonly done: PageFor;
  readonly unknownLink: Page;
};

export function registerAskingRoute<Asked>(app: FastifyInstance, asking: Asking<Asked>): void {
  const { path, find, findAddress, stop, question, done, unknownLink } = asking;
  const pageFor = async ({ title, body }: PageFor, asked: Asked): Promise<Page> => ({
    title,
    body: body(escapeHtml((await findAddress(asked)) ?? 'its reader')),
  });
  void app.register(async (route) => {
    // Nothing of the body is needed, in whichever form a mail program sends it.
    route.removeAllContentTypeParsers();
    route.addContentTypeParser('*', { bodyLimit: 10_000, parseAs: 'string' }, (_request, _body, ready) =>
      ready(null, null),
    );
    route.get(path, async (request, reply) => {
      const asked = find(request.query);
      if (asked === null) return answer(reply, 404, withAccount(unknownLink));
      return answer(
        reply,
        200,
        `${wordsOf(await pageFor(question, asked))}
<form method="post"><button type="submit">${question.button}</button></form>`,
      );
    });
    route.post(path, async (request, reply) => {
      const asked = find(request.query);
      if (asked === null) return answer(reply, 404, withAccount(unknownLink));
      await stop(asked);
      return answer(reply, 200, withAccount(await pageFor(done, asked)));
    });
  });
}

const wordsOf = ({ title, body }: Page): string => `<h1>${title}</h1>
<p>${body}</p>`;
const withAccount = (page: Page): string => `${wordsOf(page)}
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
body { margin: 0; padding: 12vh 1rem 1rem; background: var(--page);
  font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 26rem; padding: 2rem; margin: 0 auto; background: light-dark(#fff, #1b2027);
  border: 1px solid light-dark(#dde2ea, #343b46); border-radius: 4px; }
main > :first-child { margin-top: 0; }
main > :last-child { margin-bottom: 0; }
h1 { font-size: 1.5rem; line-height: 1.25; }
a { color: var(--link); }
button { padding: .625rem 1.25rem; color: #1f2937; background: #ffc107; border: 0; border-radius: 4px; font: 600 1rem/1.5 system-ui, sans-serif; cursor: pointer; }
`;
