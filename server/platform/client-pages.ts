import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { SignInMethods } from '@rowhouse/domain/identity/auth-calls.ts';
import { isPageAddress, leadsToSignIn } from '@rowhouse/domain/tenants/page-addresses.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const builtClient = fileURLToPath(new URL('../../client/dist', import.meta.url));

/**
 * No inline code but that of the page, by its hash, and no inline style but by the nonce of the response. Frames are of the
 * servers alone that may be embedded, which the page also asks whether they answer; files it sends to the storage itself.
 */
const contentSecurityPolicy = (
  nonce: string,
  scripts: readonly string[],
  embedOrigins: readonly string[],
  uploadOrigins: readonly string[],
): string =>
  [
    "default-src 'none'",
    ['script-src', "'self'", ...scripts].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "font-src 'self'",
    ["connect-src 'self'", ...embedOrigins, ...uploadOrigins].join(' '),
    ...(embedOrigins.length === 0 ? [] : [['frame-src', ...embedOrigins].join(' ')]),
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/**
 * Of every answer; what has a policy of its own, or may be kept by the browser, says so in their place.
 * @param isHttps people come by https: their browsers never come by anything else again
 */
export function setSecurityHeaders(reply: FastifyReply, isHttps: boolean): void {
  void reply.headers({
    'cache-control': 'no-store',
    'content-security-policy': "frame-ancestors 'none'",
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000' }),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    'x-frame-options': 'DENY',
  });
}

type ClientPages = {
  dist?: string | undefined;
  embedOrigins?: readonly string[] | undefined;
  /** Of the file storage, where browsers send files straight to it. */
  uploadOrigin?: string | undefined;
  /** Without them the page asks for them, and shows its form when they have come. */
  signInMethods?: SignInMethods;
};

/** The built client: its files for a year, for their names change with their content; its page for every other path. */
export function registerClientPages(
  app: FastifyInstance,
  { dist = builtClient, embedOrigins = [], uploadOrigin, signInMethods }: ClientPages = {},
): void {
  const page = join(dist, 'index.html');
  if (!existsSync(page)) {
    app.setNotFoundHandler((_request, reply) =>
      reply.code(404).send({ code: 'NOT_FOUND', message: 'The client is not built: run npm run build.' }),
    );
    return;
  }
  const html = readFileSync(page, 'utf8').replace('__SIGN_IN_METHODS__', () =>
    escapeAttribute(JSON.stringify(signInMethods ?? null)),
  );
  void app.register(fastifyStatic, {
    root: dist,
    index: false,
    cacheControl: false,
    // Its own route reads the names of a file's whole folder for each that it serves, and there are seven hundred.
    serve: false,
    // What tools/compress-files.ts has laid beside each file.
    preCompressed: true,
    setHeaders: (response, path) => {
      // A worker is held by the policy of its own file, not by that of the page: the one that reads documents of
      // strangers runs no text as code and reaches no other origin.
      if (/\.mjs(\.br|\.gz)?$/.test(path)) void response.header('content-security-policy', workerPolicy);
      void response.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
    },
  });
  app.get<{ Params: { '*': string } }>('/assets/*', ({ params }, reply) =>
    reply.sendFile(`assets${posix.normalize(`/${params['*']}`)}`),
  );
  app.get('/favicon.ico', (_request, reply) => reply.sendFile('favicon.ico'));
  const scripts = hashInlineScripts(html);
  const uploadOrigins = uploadOrigin === undefined ? [] : [uploadOrigin];
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64');
    const place = leadsToSignIn(pathOf(request)) ? 'sign-in' : '';
    const content = Buffer.from(html.replaceAll('__CSP_NONCE__', nonce).replace('__PLACE__', place));
    const takesBrotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '');
    if (takesBrotli) void reply.header('content-encoding', 'br');
    return reply
      .header('content-security-policy', contentSecurityPolicy(nonce, scripts, embedOrigins, uploadOrigins))
      .header('vary', 'accept-encoding')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(takesBrotli ? brotliCompressSync(content, quickly) : content);
  };
  for (const path of ['/', '/index.html']) app.get(path, sendPage);
  // Decision 032: whoever asks for a page gets it, whatever is said to be accepted; for what is not there people get
  // the page that says so, and programs a sentence.
  app.setNotFoundHandler((request, reply) => {
    const pathname = pathOf(request);
    const mayBePage = request.method === 'GET' || request.method === 'HEAD';
    if (mayBePage && isPageAddress(pathname)) return sendPage(request, reply);
    void reply.code(404);
    const isForPeople = (request.headers.accept ?? '').includes('text/html') && !isForPrograms(pathname);
    return mayBePage && isForPeople
      ? sendPage(request, reply)
      : reply.send({ code: 'NOT_FOUND', message: 'There is nothing at this address.' });
  });
}

/** The page is another for each answer, by its nonce: some 8 kB, in less than a millisecond. */
const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const hashInlineScripts = (html: string): string[] =>
  [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? '/';

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const programsAddresses = new Set(['graphql', 'auth', 'files', 'exports', 'socket', 'assets', 'metrics']);

const isForPrograms = (path: string): boolean => programsAddresses.has(path.split('/')[1] ?? '');
