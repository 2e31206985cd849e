// The form of requests and answers over HTTP, as the GraphQL over HTTP draft has it.
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Credentials, TestServer } from '../../testing/test-server.ts';
import { startTestServer } from '../../testing/test-server.ts';

let server: TestServer;
let ana: Credentials;
beforeAll(async () => {
  server = await startTestServer();
  ana = await server.enter('ana', server.north);
});
afterAll(() => server.close());

const plain = 'application/json';
const draft = 'application/graphql-response+json';

async function post(payload: object | string, accept?: string) {
  const { statusCode, headers, body } = await server.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: {
      'content-type': 'application/json',
      authorization: ana.service,
      backend_jwt: ana.backend,
      tenant_id: String(ana.tenant),
      ...(accept !== undefined && { accept }),
    },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
  return {
    status: statusCode,
    type: headers['content-type']?.toString().split(';')[0],
    body: JSON.parse(body),
  };
}

const users = '{ getSaasUsers { id } }';

describe('the media type of the answer', () => {
  test.each([
    [undefined, plain],
    ['*/*', plain],
    [plain, plain],
    [draft, draft],
    [`${draft}, ${plain}`, draft],
    [`${plain}, ${draft}`, draft],
    [`${plain};q=0.9, ${draft};q=0.8`, plain],
    [`${draft};q=0, ${plain}`, plain],
    [`${draft.toUpperCase()}; q=0.5`, draft],
  ])('for Accept %j is %s', async (accept, type) => {
    expect(await post({ query: users }, accept)).toMatchObject({ status: 200, type, body: { data: {} } });
  });
});

describe('a request that is refused before it runs has no data', () => {
  const requests = {
    'a document that is none': { query: '{ getSaasUsers {' },
    'a field that is not there': { query: '{ getSaasUsers { nothing } }' },
    'an operation that is not there': { query: `query A ${users}`, operationName: 'B' },
    'a variable of another type': {
      query: 'query ($data: FindListValuesInput!) { findListValues(data: $data) { id } }',
      variables: { data: 5 },
    },
    'too many aliases': {
      query: `{ ${Array.from({ length: 31 }, (_, at) => `a${at}: getSaasUsers { id }`).join(' ')} }`,
    },
    'aliases multiplied by fragments': {
      query: `{ ...A ...A ...A ...A } fragment A on Query { ${Array.from(
        { length: 8 },
        (_, at) => `a${at}: getSaasUsers { id }`,
      ).join(' ')} }`,
    },
    'too deep by fragments': {
      query: `{ ...F0 } ${Array.from(
        { length: 14 },
        (_, at) => `fragment F${at} on Query { a { ...F${at + 1} } }`,
      ).join(' ')} fragment F14 on Query { a }`,
    },
  };
  test.each(Object.entries(requests))('%s', async (_, request) => {
    const asPlain = await post(request, plain);
    const asDraft = await post(request, draft);
    expect([asPlain.status, asDraft.status]).toEqual([200, 400]);
    for (const { body } of [asPlain, asDraft]) {
      expect(Object.keys(body)).toEqual(['errors']);
      expect(body.errors[0].extensions.code).toBe('INVALID');
    }
  });

  test.each(['', '{', '[]', '{}', '{"query":1}', '{"query":"{ a }","more":1}'])(
    'the body %j, by either type',
    async (body) => {
      for (const accept of [plain, draft])
        expect(await post(body, accept)).toMatchObject({ status: 400, body: { errors: [{}] } });
    },
  );
});

test('what ran and was refused has null as its data, and the status of an answer', async () => {
  const query = '{ filterAndSortRecordHeader(data: { recordTypeId: 999999 }) { total } }';
  for (const accept of [plain, draft]) {
    const { status, body } = await post({ query, extensions: {} }, accept);
    expect(status).toBe(200);
    expect(body).toMatchObject({ data: null, errors: [{ extensions: { code: 'NOT_FOUND' } }] });
  }
});

test('a document that was found valid is judged by its text alone', async () => {
  const query = 'query ($skip: Boolean!) { getSaasUsers { id firstName @skip(if: $skip) } }';
  const read = async (skip: unknown) => post({ query, variables: { skip } });
  expect((await read(true)).body.data.getSaasUsers[0]).not.toHaveProperty('firstName');
  expect((await read(false)).body.data.getSaasUsers[0]).toHaveProperty('firstName');
  expect((await read('yes')).body.errors[0].extensions.code).toBe('INVALID');
});

describe('several requests at once', () => {
  const named = (name: string) => ({ query: `query ${name} ${users}`, operationName: name });
  const menu = { query: '{ SaasMenu { id } }' };
  const wrong = { query: '{ nothing }' };
  const foreign = { query: '{ filterAndSortRecordHeader(data: { recordTypeId: 999999 }) { total } }' };

  test('are answered as a list in their order, each as it is answered alone', async () => {
    const asked = [named('First'), wrong, menu, foreign];
    const { status, type, body } = await post(asked);
    expect([status, type]).toEqual([200, plain]);
    const alone = await Promise.all(asked.map(async (one) => (await post(one)).body));
    expect(body).toEqual(alone);
  });

  test('read rows beside what is answered from memory, each as it is answered alone', async () => {
    const page = {
      query: `query ($data: FilterAndSortInput!) { filterAndSortRecordHeader(data: $data) { records { id } total } }`,
      variables: { data: { recordTypeId: server.north.types.orders } },
    };
    const { body } = await post([menu, page, named('People'), page]);
    expect(body[1]).toEqual((await post(page)).body);
    expect(body[3]).toEqual(body[1]);
  });

  test('do not write: a mutation among them is refused, and nothing of it is done', async () => {
    const write = {
      query: 'mutation ($data: UpdateMyProfileInput!) { updateMyProfile(data: $data) { theme } }',
      variables: { data: { theme: 'dark' } },
    };
    const { body } = await post([menu, write]);
    expect(body[0]).toHaveProperty('data');
    expect(body[1]).toEqual({
      errors: [
        {
          message: 'A mutation stands alone: requests that are sent together only read.',
          extensions: { code: 'INVALID' },
        },
      ],
    });
    const [person] = await server.query('select theme from app_user where id = $1', [server.people.ana]);
    expect(person).toEqual({ theme: 'light' });
  });

  test('see no more together than each alone: who is not signed in is told so by each', async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify([menu, named('Any')]),
    });
    const codes = (answer.json() as { errors: { extensions: { code: string } }[] }[]).map(
      ({ errors }) => errors[0]?.extensions.code,
    );
    expect(codes).toEqual(['UNAUTHENTICATED', 'UNAUTHENTICATED']);
  });

  test.each([
    ['none', []],
    ['more than twenty', Array.from({ length: 21 }, () => menu)],
    ['one that is none', [menu, 5]],
    ['a list in a list', [[menu]]],
    ['one without its document', [menu, { variables: {} }]],
  ])('are refused whole: %s', async (_, asked) => {
    expect(await post(asked)).toMatchObject({
      status: 400,
      body: { errors: [{ extensions: { code: 'INVALID' } }] },
    });
  });
});

describe('how many rows a request may ask for', () => {
  const page = (limit: number, alias: string) =>
    `${alias}: filterAndSortRecordHeader(data: { recordTypeId: ${server.north.types.orders} }, pagination: { limit: ${limit}, offset: 0 }) { records { id } }`;
  const several = (count: number, limit: number) => ({
    query: `{ ${Array.from({ length: count }, (_, at) => page(limit, `a${at}`)).join(' ')} }`,
  });
  const oneLarge = 'A request asks for one page of more than 500 rows at most.';
  const tooMany = 'A request asks for 5000 rows at most, in all of its pages.';

  test.each([
    ['one page of 3,000', () => several(1, 3000), null],
    ['ten of 500', () => several(10, 500), null],
    ['one of 3,000 beside small ones', () => [several(1, 3000), several(4, 500)], null],
    ['two of 3,000', () => several(2, 3000), oneLarge],
    ['two of 3,000 in two documents', () => [several(1, 3000), several(1, 3000)], oneLarge],
    ['eleven of 500', () => several(11, 500), tooMany],
    ['eleven of 500 in two documents', () => [several(6, 500), several(5, 500)], tooMany],
  ])('%s', async (_, request, sentence) => {
    const { body } = await post(request());
    const answers = (Array.isArray(body) ? body : [body]) as { errors?: { message: string }[] }[];
    expect(answers.flatMap(({ errors = [] }) => errors.map(({ message }) => message))).toEqual(
      sentence === null ? [] : [sentence],
    );
  });
});

test('whoever is not signed in waits in no turn of a company', async () => {
  const ask = () =>
    server.app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { 'content-type': 'application/json', tenant_id: String(ana.tenant) },
      payload: JSON.stringify({
        query: `{ filterAndSortRecordHeader(data: { recordTypeId: ${server.north.types.orders} }, pagination: { limit: 3000, offset: 0 }) { total } }`,
      }),
    });
  // More than may wait: each is refused for what it is, and none because others stand before it.
  const answers = await Promise.all(Array.from({ length: 30 }, ask));
  const codes = answers.map(({ body }) => JSON.parse(body).errors[0].extensions.code as string);
  expect(new Set(codes)).toEqual(new Set(['UNAUTHENTICATED']));
});

describe('the size of a request', () => {
  const large = (bytes: number) => JSON.stringify({ query: users, variables: { x: 'x'.repeat(bytes) } });
  const asNobody = (payload: string, headers: object = {}) =>
    server.app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { 'content-type': 'application/json', ...headers },
      payload,
    });

  test('is 200 kB of whoever is no member, and 2 MB of members, who send lines and what workbooks hold', async () => {
    expect(await post(large(1_900_000))).toMatchObject({ status: 200, body: { data: {} } });
    expect((await asNobody(large(190_000))).json()).toMatchObject({
      errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
    });
    const forged = { authorization: ana.service, backend_jwt: `${ana.backend}x`, tenant_id: '1' };
    for (const headers of [{}, forged, { authorization: ana.service }]) {
      const { statusCode, body } = await asNobody(large(200_000), headers);
      expect([statusCode, JSON.parse(body)]).toEqual([
        413,
        { errors: [{ message: 'The request is too large.', extensions: { code: 'INVALID' } }] },
      ]);
    }
    expect((await asNobody(large(2_000_000))).statusCode).toBe(413);
    expect(
      (
        await server.app.inject({
          method: 'POST',
          url: '/auth/sign-in',
          payload: { email: 'x'.repeat(210_000) },
        })
      ).statusCode,
    ).toBe(413);
  });

  test('and its depth are judged before it is parsed; brackets in a text are none', async () => {
    const deep = (count: number) =>
      `{"query":"{ __typename }","variables":{"a":${'['.repeat(count)}${']'.repeat(count)}}}`;
    expect(await post(deep(62))).toMatchObject({ status: 200 });
    for (const body of [deep(63), deep(900_000), '['.repeat(1_000_000)])
      expect(await post(body)).toMatchObject({
        status: 400,
        body: { errors: [{ message: 'The request is nested too deep.' }] },
      });
    for (const text of ['['.repeat(500), '\\"['.repeat(500), `${'\\'.repeat(501)}{`])
      expect(await post({ query: users, variables: { x: text } })).toMatchObject({ status: 200 });
  });
});

test('the page to try the contract with is there with its files where it is wanted, and nowhere else', async () => {
  const exploring = await startTestServer({ explorer: true });
  const page = await exploring.app.inject({ url: '/graphql' });
  const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(page.body) ?? [];
  const file = await exploring.app.inject({ url: path.posix.join('/explorer', script) });
  await exploring.close();
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect([file.statusCode, file.headers['content-type']]).toEqual([
    200,
    'application/javascript; charset=utf-8',
  ]);
  expect((await server.app.inject({ url: '/graphql' })).body).not.toContain(script);
});
