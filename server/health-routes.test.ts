import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAnother } from '../testing/record-model/another-application.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';

let apart: TestServer;
let together: TestServer;
beforeAll(async () => {
  apart = await startTestServer({ hasOwnWatchPort: true });
  together = await startTestServer();
});
afterAll(() => Promise.all([apart.close(), together.close()]));

const inside = ['/metrics', '/readyz'];

test('with a port of their own figures and readiness are there and nowhere else', async () => {
  for (const url of inside) {
    expect((await apart.watch?.inject(url))?.statusCode).toBe(200);
    const { statusCode, body } = await apart.app.inject(url);
    expect(statusCode).toBe(404);
    expect(body).not.toMatch(/rowhouse_|"parts"/);
  }
  for (const app of [apart.watch, apart.app]) expect((await app?.inject('/healthz'))?.statusCode).toBe(200);
  // What is asked on the one port is counted on the other, and nothing else is answered there.
  expect((await apart.watch?.inject('/metrics'))?.body).toContain('route="/healthz"');
  expect((await apart.watch?.inject({ method: 'POST', url: '/graphql', payload: {} }))?.statusCode).toBe(404);
});

test('without one they stand with everything else', async () => {
  expect(together.watch).toBeNull();
  for (const url of inside) expect((await together.app.inject(url)).statusCode).toBe(200);
});

test('a look that was begun before a stop does not say ready after it', async () => {
  const other = await startAnother(together);
  try {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    // No connection is free until then.
    const holding = Promise.all(Array.from({ length: 20 }, () => other.database.asHome(() => held)));
    const look = other.app.inject('/readyz');
    const alive = await other.app.inject('/healthz');
    const draining = other.drain(held);
    release();
    expect([alive.statusCode, (await look).json()]).toEqual([200, { status: 'stopping', parts: {} }]);
    await Promise.all([holding, draining]);
  } finally {
    await other.close();
  }
});
