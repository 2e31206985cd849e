// What every answer carries, whatever was asked: nothing is guessed to be another type, framed, told to other sites or read by
// them, and no method answers that is not meant to.
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../test-server.ts';

let server: TestServer;
let url: string;
beforeAll(async () => {
  server = await startTestServer({ publicUrl: 'https://rows.example' });
  url = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

const asked = [
  ['GET', '/login'],
  ['GET', '/no/such/place'],
  ['GET', '/healthz'],
  ['GET', '/metrics'],
  ['GET', '/auth/methods'],
  ['POST', '/auth/sign-in'],
  ['POST', '/graphql'],
  ['GET', '/files/made-up'],
  ['GET', '/exports/made-up'],
  ['PUT', '/uploads/made-up'],
  ['GET', '/socket/?EIO=4&transport=polling'],
] as const;

async function ask(method: string, path: string) {
  const sending = request(url + path, {
    method,
    headers: { origin: 'https://elsewhere.example', 'content-type': 'application/json' },
  });
  sending.end(method === 'GET' || method === 'TRACE' ? undefined : '{}');
  const [answer] = (await once(sending, 'response')) as [IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts).toString() };
}

describe('an answer of the application', () => {
  test.each(asked.filter(([, path]) => !path.startsWith('/socket')))('%s %s', async (method, path) => {
    const { headers } = await ask(method, path);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': expect.stringMatching(/^(same-origin|no-referrer)$/),
      'content-security-policy': expect.stringMatching(/frame-ancestors 'none'/),
      'x-frame-options': 'DENY',
      'strict-transport-security': 'max-age=31536000',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['content-type']).toMatch(/charset=utf-8/);
  });

  test('is not bound to https where people do not come by it', async () => {
    const plain = await startTestServer();
    expect((await plain.app.inject('/healthz')).headers['strict-transport-security']).toBeUndefined();
    await plain.close();
  });
});

test.each(asked)('no other site reads the answer to %s %s', async (method, path) => {
  const { headers } = await ask(method, path);
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
});

test.each([
  ['two lengths', 'content-length: 2\r\ncontent-length: 3\r\n\r\n{}'],
  ['a length and chunks', 'content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['chunks that are not the last coding', 'transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n'],
  ['a header that goes on in the next line', 'x-one: 1\r\n two\r\ncontent-length : 2\r\n\r\n{}'],
])('a message is refused whose end can be read in two ways: %s', async (_what, rest) => {
  const { port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  const parts: Buffer[] = [];
  socket.write(
    `POST /auth/sign-in HTTP/1.1\r\nhost: rows.example\r\ncontent-type: application/json\r\n${rest}`,
  );
  for await (const part of socket) parts.push(part as Buffer);
  const answer = Buffer.concat(parts).toString();
  expect(answer.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 400']);
});

test('TRACE tells nobody what was sent', async () => {
  const { status, body } = await ask('TRACE', '/graphql');
  expect(status).toBeGreaterThanOrEqual(400);
  expect(body).not.toContain('elsewhere.example');
});
