// Requests that no client of ours makes: wrong in their form, before any operation runs.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Credentials } from '../test-server.ts';
import { expectFairAnswer } from './fair-answer.ts';
import { outcomeOf, sendBody, startGuardedServer } from './guarded-server.ts';
import type { GuardedServer } from './guarded-server.ts';

let server: GuardedServer;
let mia: Credentials;
const lag = monitorEventLoopDelay({ resolution: 5 });

beforeAll(async () => {
  server = await startGuardedServer();
  mia = await server.enter('mia', server.north);
  lag.enable();
});
afterAll(async () => {
  lag.disable();
  console.info(`The event loop stood still for at most ${Math.round(lag.max / 1e6)} ms.`);
  await server.close();
});

const expectAlive = async () => {
  const { statusCode } = await server.app.inject('/healthz');
  expect(statusCode).toBe(200);
};

const users = '{ getSaasUsers { id } }';
const json = (value: unknown) => JSON.stringify(value);

describe('a body that is no request is refused', () => {
  const bodies: Readonly<Record<string, string | Buffer>> = {
    nothing: '',
    'no JSON': 'query { getSaasUsers { id } }',
    'half of it': '{"query":"{ getSaasU',
    null: 'null',
    'a number': '1e400',
    'a text': json(users),
    'an object without a query': '{}',
    'a query that is no text': json({ query: { getSaasUsers: true } }),
    'a query of a list': json({ query: [users] }),
    'a query that is empty': json({ query: '' }),
    'a batch in a batch': json([[{ query: users }]]),
    'a batch with what is no request': json([{ query: users }, null]),
    'a batch of twenty-one': json(Array.from({ length: 21 }, () => ({ query: users }))),
    'an empty batch': '[]',
    'a batch of a thousand': json(Array.from({ length: 1000 }, () => ({ query: users }))),
    'variables that are a list': json({ query: users, variables: [1] }),
    'variables that are a text': json({ query: users, variables: 'x' }),
    'an operation name that is no text': json({ query: users, operationName: { $ne: 1 } }),
    'an operation that is not there': json({ query: `query A ${users}`, operationName: 'B' }),
    'several operations and no name': json({ query: `query A ${users} query B ${users}` }),
    'a subscription': json({ query: 'subscription { getSaasUsers { id } }' }),
    'a persisted query': json({ extensions: { persistedQuery: { version: 1, sha256Hash: 'x' } } }),
    'bytes that are no UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc0, 0x80, 0x22, 0x7d]),
    'a NUL in the document': json({ query: '{ getSaasUsers { id \u0000 } }' }),
    'half of a surrogate pair in the document': `{"query":"{ getSaasUsers { id \\ud800 } }"}`,
    'a field that is not there': json({ query: '{ getSaasUser { id } }' }),
    'a list nested a hundred thousand deep': `{"query":${json(users)},"variables":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    'an input nested a hundred thousand deep': `{"query":"query($data: FilterAndSortInput!) { filterAndSortRecordHeader(data: $data) { total } }","variables":{"data":${'{"data":'.repeat(100_000)}1${'}'.repeat(100_000)}}}`,
  };
  test.each(Object.entries(bodies))('%s', async (_, body) => {
    const answer = await sendBody(server, body, mia);
    expectFairAnswer(answer, body.slice(0, 100));
    expect(answer.body).not.toMatch(/"id"/);
    await expectAlive();
  });

  test('keys of the prototype are keys like any other', async () => {
    for (const key of ['__proto__', 'constructor', 'prototype', 'toString']) {
      const polluting = `{"query":${json(users)},"variables":{"${key}":{"isAdmin":true,"administers":true}},"${key}":{"isAdmin":true}}`;
      expectFairAnswer(await sendBody(server, polluting, mia), key);
      const inside = `{"query":"query($data: FindListValuesInput!) { findListValues(data: $data) { id } }","variables":{"data":{"${key}":{"listId":1}}}}`;
      expect(outcomeOf(await sendBody(server, inside, mia))).toBe('INVALID');
    }
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
    expect(({} as Record<string, unknown>)['listId']).toBeUndefined();
  });
});

describe('only JSON is taken, and only by POST', () => {
  test.each([
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
    'application/graphql',
    'text/plain; application/json',
    '',
  ])('content type %j', async (contentType) => {
    const answer = await sendBody(server, json({ query: users }), mia, { 'content-type': contentType });
    expectFairAnswer(answer);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.body).not.toMatch(/"data":\{/);
  });

  test.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'] as const)('%s', async (method) => {
    const { statusCode, body } = await server.app.inject({
      method,
      url: `/graphql?query=${encodeURIComponent(users)}`,
      headers: { authorization: mia.service, backend_jwt: mia.backend, accept: 'application/json' },
    });
    expectFairAnswer({ status: statusCode, body });
    expect(statusCode).toBeGreaterThanOrEqual(400);
  });

  test('a body over the limit is not read', async () => {
    const answer = await sendBody(
      server,
      json({ query: users, variables: { x: 'x'.repeat(2_100_000) } }),
      mia,
    );
    expect(answer.status).toBe(413);
    expectFairAnswer(answer);
  });
});

describe('a document that is made to hurt is refused before it runs', () => {
  const aliases = (count: number) =>
    `{ ${Array.from({ length: count }, (_, index) => `a${index}: getSaasUsers { id }`).join(' ')} }`;
  const nested = (depth: number) => `{ ${'a { '.repeat(depth)}b${' }'.repeat(depth)} }`;
  const record = 'query ($data: FilterAndSortInput!) { filterAndSortRecordHeader(data: $data)';
  const documents: Readonly<Record<string, string>> = {
    '31 aliases': aliases(31),
    'a thousand aliases': aliases(1000),
    'aliases within': `${record} { ${Array.from({ length: 40 }, (_, index) => `r${index}: total`).join(' ')} } }`,
    '14 deep': nested(14),
    'ten thousand deep': nested(10_000),
    'two thousand fields': `{ getSaasUsers { ${'id '.repeat(2000)}} }`,
    'one megabyte of fields': `{ getSaasUsers { ${'id '.repeat(350_000)}} }`,
    'a million brackets': '{'.repeat(1_000_000),
    'ten thousand directives': `{ getSaasUsers { id ${'@skip(if: false) '.repeat(10_000)}} }`,
    'thirty-one directives': `{ getSaasUsers { id ${'@include(if: true) '.repeat(31)}} }`,
    'a fragment of itself': '{ ...F } fragment F on Query { getSaasUsers { id } ...F }',
    'two fragments of each other': '{ ...F } fragment F on Query { ...G } fragment G on Query { ...F }',
    'a fragment that is not there': '{ ...F }',
    'a list nested in a literal': `{ findListValues(data: {ids: ${'['.repeat(900)}1${']'.repeat(900)}}) { id } }`,
    introspection: '{ __schema { types { name fields { name } } } }',
    'introspection of one type': '{ __type(name: "UpdateRecordInput") { inputFields { name } } }',
    'a thousand variables': `query (${Array.from({ length: 1000 }, (_, index) => `$v${index}: Int`).join(' ')}) ${users}`,
    'a near miss': '{ getSaasUsr { id } }',
    'a near miss in an input': '{ findListValues(data: {listIdd: 1}) { id } }',
  };
  test.each(Object.entries(documents))('%s', async (_, document) => {
    const answer = await server.send(document, {}, mia);
    expectFairAnswer(answer, document.slice(0, 100));
    expect(outcomeOf(answer)).toBe('INVALID');
    expect(answer.body).not.toMatch(/Did you mean|[Ss]uggestion/);
    expect(answer.body.length).toBeLessThan(20_000);
    await expectAlive();
  });

  test('fragments that spread each other two hundred times over are walked once each', async () => {
    const fragments = Array.from({ length: 5 }, (_, index) => {
      const inside = index === 4 ? 'getSaasUsers { id }' : `...F${index + 1} `.repeat(200);
      return `fragment F${index} on Query { ${inside} }`;
    });
    const answer = await server.send(`{ ...F0 } ${fragments.join(' ')}`, {}, mia);
    expectFairAnswer(answer);
    expect(outcomeOf(answer)).toBe('answers');
  });

  test('a long comment and a long text cost little', async () => {
    for (const document of [
      `# ${'x'.repeat(1_000_000)}\n${users}`,
      `{ findListValues(data: {ids: "${'9'.repeat(1_000_000)}"}) { id } }`,
    ]) {
      expectFairAnswer(await server.send(document, {}, mia), document.slice(0, 50));
      await expectAlive();
    }
  });

  test('sensitive mutations stand alone', async () => {
    const twice =
      'mutation { a: SaasTenantLogin(data: {tenantId: 1}) { token } b: SaasTenantLogin(data: {tenantId: 2}) { token } }';
    expect(outcomeOf(await server.send(twice, {}, mia))).toBe('INVALID');
  });
});

describe('headers that are no headers of ours', () => {
  test.each(['abc', '-1', '1e9', '0', ' ', '1,2', '99999999999999999999', "1' or '1'='1", '__proto__'])(
    'tenant_id %j is not the tenant of the token',
    async (tenant) => {
      const answer = await server.send(users, {}, { ...mia, tenant });
      expectFairAnswer(answer);
      expect(outcomeOf(answer)).toBe('UNAUTHENTICATED');
    },
  );

  test.each([
    'Bearer',
    'Bearer ',
    'Basic bWlhOnB3',
    'null',
    'undefined',
    '{}',
    '.'.repeat(5000),
    'a.b.c.d.e',
  ])('authorization %j opens nothing', async (service) => {
    for (const credentials of [
      { ...mia, service },
      { ...mia, backend: service },
    ]) {
      const answer = await server.send(users, {}, credentials);
      expectFairAnswer(answer);
      expect(outcomeOf(answer)).toBe('UNAUTHENTICATED');
    }
  });
});

describe('links', () => {
  test.each([
    '',
    'x',
    'a.b',
    '../../etc/passwd',
    '%2e%2e%2fpackage.json',
    '%00',
    '.'.repeat(9000),
    '__proto__',
    '%ff',
  ])('a grant of %j opens nothing', async (grant) => {
    for (const folder of ['exports', 'files']) {
      const { statusCode, body } = await server.app.inject(`/${folder}/${grant}`);
      expectFairAnswer({ status: statusCode, body });
      expect(statusCode).toBeGreaterThanOrEqual(400);
    }
  });
});

describe('signing in', () => {
  test.each([
    '',
    'null',
    '[]',
    '{"email":1,"password":2}',
    '{"email":{"$ne":null},"password":{"$ne":null}}',
    '{"email":"mia@example.com\\u0000","password":"x"}',
    '{"email":"\\ud800@example.com","password":"\\ud800"}',
    '{"__proto__":{"email":"mia@example.com"},"password":"x"}',
    `{"email":"mia@example.com' or 1=1 --","password":"' or ''='"}`,
    json({ email: 'mia@example.com', password: 'x'.repeat(3000) }),
    json({ email: `${'x'.repeat(3000)}@example.com`, password: 'x' }),
  ])('with %s is refused', async (payload) => {
    const { statusCode, body } = await server.app.inject({
      method: 'POST',
      url: '/auth/sign-in',
      headers: { 'content-type': 'application/json' },
      payload,
    });
    expectFairAnswer({ status: statusCode, body }, payload);
    expect(statusCode).toBeGreaterThanOrEqual(400);
    expect(body).not.toMatch(/serviceToken/);
  });
});
