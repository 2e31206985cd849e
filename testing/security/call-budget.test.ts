// A member may not call as often as they like; others, and ordinary work, notice nothing of it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer } from '../test-server.ts';
import type { Credentials, TestServer } from '../test-server.ts';

const perMinute = 30;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ callsPerMinute: perMinute });
});
afterAll(() => server.close());

const ask = ({ service, backend, tenant }: Credentials, document = '{ getSaasUsers { id } }') =>
  server.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: {
      authorization: String(service),
      ...(backend !== undefined && { backend_jwt: backend, tenant_id: String(tenant) }),
    },
    payload: { query: document },
  });

test('is told how long to wait, and answered again after it', async () => {
  const [bob, ana] = [await server.enter('bob', server.north), await server.enter('ana', server.north)];
  const answers = [];
  for (let call = 0; call < perMinute + 5; call += 1) answers.push(await ask(bob));
  const last = answers.at(-1);
  expect(answers[0]?.json()).toHaveProperty('data.getSaasUsers');
  expect(last?.json()).toMatchObject({
    errors: [
      {
        message: expect.stringMatching(/^You send more than 30 calls a minute\. Try again in \d seconds?\.$/),
        extensions: { code: 'LIMITED', details: { retryAfterMs: expect.any(Number) } },
      },
    ],
  });
  const waitS = Number(last?.headers['retry-after']);
  expect(waitS).toBeGreaterThanOrEqual(1);
  expect(waitS).toBeLessThanOrEqual(3);
  // Another session is the same person.
  const again = await server.signIn('bob');
  expect((await ask(again, '{ getUserDetails { id } }')).json()).toMatchObject({
    errors: [{ extensions: { code: 'LIMITED' } }],
  });
  const state = await server.app.inject({
    method: 'POST',
    url: '/auth/security-state',
    headers: { authorization: String(again.service) },
    payload: {},
  });
  expect([state.statusCode, state.headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d$/)]);
  // Others of the company, and of another one, are answered.
  expect((await ask(ana)).json()).toHaveProperty('data.getSaasUsers');
  expect((await ask(await server.enter('sue', server.south))).json()).toHaveProperty('data.getSaasUsers');
  await expect
    .poll(async () => (await ask(bob)).json<{ data?: object }>().data ?? null, {
      timeout: 20_000,
      interval: 500,
    })
    .not.toBeNull();
});

test('counts nobody whose token is not good', async () => {
  for (let call = 0; call < perMinute + 5; call += 1) {
    const answer = await ask({ service: 'forged' }, '{ getUserDetails { id } }');
    expect(answer.json()).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
  }
});
