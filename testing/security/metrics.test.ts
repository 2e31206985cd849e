// What /metrics tells is read by whoever watches the machine: no company, person, grant or key may stand in it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('labels name routes, never addresses', async () => {
  const marks = ['acme-trading', 'grant-4711', 'key-4711', 'person%40example.com', 'made-up-4711'];
  const [company, grant, key, person, madeUp] = marks;
  for (const url of [
    `/${company}/purchasing/orders?search=${person}`,
    `/files/${grant}`,
    `/exports/${grant}`,
    `/mailbox/${key}`,
    `/auth/${madeUp}`,
    `/${madeUp}/${madeUp}/${madeUp}/${madeUp}/${madeUp}`,
  ])
    await server.app.inject({ url, headers: { accept: 'text/html' } });
  await server.app.inject({ method: 'PUT', url: `/uploads/${grant}`, payload: 'x' });
  await server.app.inject({ method: 'POST', url: '/graphql', payload: { query: `{ ${'madeUp4711'} }` } });
  const { statusCode, body } = await server.app.inject('/metrics');
  expect(statusCode).toBe(200);
  for (const mark of [...marks, 'person@example.com', 'madeUp4711']) expect(body).not.toContain(mark);
  const routes = new Set(
    [...body.matchAll(/^rowhouse_http_request_seconds_count\{.*route="([^"]*)"/gm)].map(([, route]) => route),
  );
  expect([...routes].toSorted()).toEqual(['/exports/*', '/files/*', '/graphql', '/uploads/*', 'page']);
});
