// A stand-in for S3, in memory, that looks at signatures as the documentation of Signature Version 4 has them: what it takes
// is signed by the secret, for this method, this address and these headers, and in time. How a real one answers is tried by
// hand: docs/operating.md.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export const s3Keys = { accessKeyId: 'STANDIN', secretAccessKey: 'the secret of the stand-in' };

/** What it does in place of what was asked: answers nothing, a fault, or that it is done when it is not. */
export type S3Fault = 'silent' | 'down' | 'lying';

type Stored = { readonly content: Buffer; readonly type: string };

export async function startS3Server({ bucket = 'files' } = {}) {
  const objects = new Map<string, Stored>();
  const state: {
    /** The one origin that the bucket's rules let send. */
    allowedOrigin: string | null;
    fault: (method: string, key: string) => S3Fault | null;
    /** Called when a copy is asked for, before it is made. */
    beforeCopy: (() => void) | null;
  } = { allowedOrigin: null, fault: () => null, beforeCopy: null };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', endpoint);
    const method = request.method ?? 'GET';
    const refuse = (status: number, code: string) =>
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
    const [, named, ...rest] = url.pathname.split('/');
    const key = decodeURIComponent(rest.join('/'));
    const origin = request.headers.origin;
    if (origin !== undefined && origin === state.allowedOrigin)
      response.setHeader('access-control-allow-origin', origin);
    if (method === 'OPTIONS') {
      if (origin !== state.allowedOrigin || request.headers['access-control-request-method'] !== 'PUT')
        return void refuse(403, 'AccessForbidden');
      response.setHeader('access-control-allow-methods', 'PUT');
      response.setHeader('access-control-allow-headers', 'content-type');
      return void response.end();
    }
    const fault = state.fault(method, key);
    if (fault === 'silent') return;
    const body = await buffer(request);
    if (fault === 'down') return void refuse(503, 'ServiceUnavailable');
    const whyNot = whyNotSigned(request, url, body);
    if (whyNot !== null) return void refuse(403, whyNot);
    if (named !== bucket) return void refuse(404, 'NoSuchBucket');
    if (fault === 'lying') return void response.writeHead(200, { etag: '"0"', 'content-length': 0 }).end();
    if (key === '') return void (method === 'GET' ? list(url, response) : response.end());
    if (method === 'DELETE') {
      objects.delete(key);
      return void response.writeHead(204).end();
    }
    if (method === 'PUT') {
      const source = request.headers['x-amz-copy-source'];
      if (source !== undefined) state.beforeCopy?.();
      const copied =
        source === undefined
          ? { content: body }
          : objects.get(
              decodeURIComponent(String(source))
                .split('/')
                .slice(source[0] === '/' ? 2 : 1)
                .join('/'),
            );
      if (copied === undefined) return void refuse(404, 'NoSuchKey');
      objects.set(key, { content: copied.content, type: request.headers['content-type'] ?? '' });
      const etag = etagOf(copied.content);
      return void response
        .writeHead(200, { etag, 'content-type': 'application/xml' })
        .end(source === undefined ? '' : `<CopyObjectResult><ETag>${etag}</ETag></CopyObjectResult>`);
    }
    const stored = objects.get(key);
    if (stored === undefined) return void refuse(404, 'NoSuchKey');
    const { content, type } = stored;
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (first !== undefined && Number(first) >= content.length) return void refuse(416, 'InvalidRange');
    const part = first === undefined ? content : content.subarray(Number(first), Number(last) + 1);
    response.writeHead(first === undefined ? 200 : 206, {
      etag: etagOf(content),
      'content-type': type,
      'content-length': part.length,
      ...(first !== undefined && {
        'content-range': `bytes ${first}-${Number(first) + part.length - 1}/${content.length}`,
      }),
    });
    response.end(method === 'HEAD' ? undefined : part);
  }

  function list(url: URL, response: ServerResponse): void {
    const prefix = url.searchParams.get('prefix') ?? '';
    const found = [...objects.keys()].filter((key) => key.startsWith(prefix)).slice(0, 1000);
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(
        `<ListBucketResult><KeyCount>${found.length}</KeyCount>${found.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')}</ListBucketResult>`,
      );
  }

  return {
    endpoint,
    bucket,
    objects,
    state,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
export type S3Server = Awaited<ReturnType<typeof startS3Server>>;

const etagOf = (content: Buffer): string => `"${createHash('md5').update(content).digest('hex')}"`;

/** Why the signature is not good for the request; null when it is. */
function whyNotSigned(request: IncomingMessage, url: URL, body: Buffer): string | null {
  const query = new URLSearchParams(url.search);
  const isInQuery = query.has('X-Amz-Signature');
  const header = /Credential=([^,]+),\s*SignedHeaders=([^,]+),\s*Signature=([0-9a-f]+)/.exec(
    request.headers.authorization ?? '',
  );
  const [credential, names, given] = isInQuery
    ? ['X-Amz-Credential', 'X-Amz-SignedHeaders', 'X-Amz-Signature'].map((name) => query.get(name) ?? '')
    : (header?.slice(1) ?? []);
  const instant = (isInQuery ? query.get('X-Amz-Date') : request.headers['x-amz-date']) ?? '';
  if (credential === undefined || names === undefined || given === undefined) return 'AccessDenied';
  const [accessKeyId, day = '', region = '', service = '', ending = ''] = credential.split('/');
  if (accessKeyId !== s3Keys.accessKeyId) return 'InvalidAccessKeyId';
  const begunMs = Date.parse(
    String(instant).replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
  const lifeMs = isInQuery ? Number(query.get('X-Amz-Expires')) * 1000 : 15 * 60_000;
  if (!(Date.now() < begunMs + lifeMs) || !String(instant).startsWith(day)) return 'AccessDenied';
  const payload = isInQuery ? 'UNSIGNED-PAYLOAD' : String(request.headers['x-amz-content-sha256']);
  const isWhole = /^[0-9a-f]{64}$/.test(payload);
  if (isWhole && payload !== createHash('sha256').update(body).digest('hex'))
    return 'XAmzContentSHA256Mismatch';
  query.delete('X-Amz-Signature');
  const escape = (text: string) =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  const canonical = [
    request.method,
    url.pathname,
    [...query]
      .map(([name, value]) => `${escape(name)}=${escape(value)}`)
      .toSorted()
      .join('&'),
    ...names.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}`),
    '',
    names,
    payload,
  ].join('\n');
  const text = [
    'AWS4-HMAC-SHA256',
    instant,
    [day, region, service, ending].join('/'),
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n');
  let key: Buffer | string = `AWS4${s3Keys.secretAccessKey}`;
  for (const part of [day, region, service, ending, text])
    key = createHmac('sha256', key).update(part).digest();
  const right = Buffer.from(key).toString('hex');
  return right.length === given.length && timingSafeEqual(Buffer.from(right), Buffer.from(given))
    ? null
    : 'SignatureDoesNotMatch';
}
