import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

const builtClient = fileURLToPath(new URL('../../client/dist', import.meta.url));

/** No inline code and no inline style but by the nonce of the response; nothing of ours may be framed. */
const contentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

export function setSecurityHeaders(reply: FastifyReply): void {
  void reply.headers({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    'x-frame-options': 'DENY',
  });
}

/** The built client: its files for a year, for their names change with their content; its page for every other path. */
export function registerClientPages(app: FastifyInstance, dist = builtClient): void {
  const page = join(dist, 'index.html');
  if (!existsSync(page)) {
    app.setNotFoundHandler((_request, reply) =>
      reply.code(404).send({ code: 'NOT_FOUND', message: 'The client is not built: run npm run build.' }),
    );
    return;
  }
  const html = readFileSync(page, 'utf8');
  void app.register(fastifyStatic, {
    root: dist,
    index: false,
    cacheControl: false,
    setHeaders: (response, path) => {
      void response.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
    },
  });
  const sendPage = (reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header('content-security-policy', contentSecurityPolicy(nonce))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html.replaceAll('__CSP_NONCE__', nonce));
  };
  for (const path of ['/', '/index.html']) app.get(path, (_request, reply) => sendPage(reply));
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
    return wantsPage
      ? sendPage(reply)
      : reply.code(404).send({ code: 'NOT_FOUND', message: 'There is nothing at this address.' });
  });
}
