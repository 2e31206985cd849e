// Files in the GraphQL request itself, as a client of the multipart request specification sends them.
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, GraphqlAnswer, TestServer } from '../../../testing/test-server.ts';
import { insert } from '../../../testing/two-tenants.ts';

const pdf = Buffer.from('%PDF-1.7\nnorth\n');
const document =
  'mutation ($data: UploadFileInput!) { uploadFile(data: $data) { id originalFileName sizeBytes } }';

let server: TestServer;
let ana: Credentials;
let bob: Credentials;
let url: string;
let drawing: number;

beforeAll(async () => {
  server = await startTestServer();
  drawing = await server.database.asOwnerOf(server.north.id, (connection) =>
    insert(connection, 'field', {
      tenant_id: server.north.id,
      record_type_id: server.north.types.orders,
      name: 'Drawing',
      data_type: 'attachment',
      required: false,
      position: 9,
    }),
  );
  ana = await server.enter('ana', server.north);
  bob = await server.enter('bob', server.north);
  url = `${await server.app.listen({ port: 0, host: '127.0.0.1' })}/graphql`;
});
afterAll(() => server.close());
afterEach(() => vi.restoreAllMocks());

type Form = {
  readonly data?: object;
  readonly map?: unknown;
  readonly parts?: readonly [string, string | Blob, string?][];
  readonly content?: Buffer;
  readonly name?: string;
};

const headersOf = ({ service, backend }: Credentials) => ({
  ...(service !== undefined && { authorization: service }),
  ...(backend !== undefined && { backend_jwt: backend }),
});

async function send(who: Credentials, form: Form = {}) {
  const { content = pdf, name = 'Order.pdf' } = form;
  const data = { recordTypeId: server.north.types.orders, file: null, ...form.data };
  const parts = form.parts ?? [
    ['operations', JSON.stringify({ query: document, variables: { data } })],
    ['map', JSON.stringify(form.map ?? { 0: ['variables.data.file'] })],
    ['0', new Blob([new Uint8Array(content)]), name],
  ];
  const body = new FormData();
  for (const [field, value, fileName] of parts) {
    if (typeof value === 'string') body.append(field, value);
    else body.append(field, value, fileName);
  }
  const response = await fetch(url, { method: 'POST', headers: headersOf(who), body });
  return { status: response.status, answer: (await response.json()) as GraphqlAnswer & { message?: string } };
}

const boundary = 'between-the-parts';

/** The form as it goes over the line, cut in the middle of its file. */
function formInHalves(data: object): [Buffer, Buffer] {
  const part = (name: string, content: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`;
  const whole = { recordTypeId: server.north.types.orders, file: null, ...data };
  const start = [
    part('operations', JSON.stringify({ query: document, variables: { data: whole } })),
    part('map', JSON.stringify({ 0: ['variables.data.file'] })),
    `--${boundary}\r\ncontent-disposition: form-data; name="0"; filename="Plan.pdf"\r\n\r\n`,
  ];
  const [half, rest] = [pdf.subarray(0, 8), pdf.subarray(8)];
  const end = Buffer.from(`\r\n--${boundary}--\r\n`);
  return [Buffer.concat([Buffer.from(start.join('')), half]), Buffer.concat([rest, end])];
}

const refusalOf = ({ answer }: Awaited<ReturnType<typeof send>>) => answer.errors?.[0]?.message;
const filesOf = async () =>
  Number((await server.query('select count(*)::int as n from record_file'))[0]?.['n']);

describe('a file in the request', () => {
  test('is kept under its name, with what its sender says of it, and opens a record file', async () => {
    const { status, answer } = await send(ana, { data: { annotation: ' Signed by both ' } });
    expect(status).toBe(200);
    expect(answer.data?.['uploadFile']).toEqual({
      id: expect.any(Number),
      originalFileName: 'Order.pdf',
      sizeBytes: pdf.length,
    });
    const id = (answer.data?.['uploadFile'] as { id: number } | undefined)?.id ?? 0;
    await server.database.asOwnerOf(server.north.id, (connection) =>
      insert(connection, `record_${server.north.bucket}`, {
        bucket: server.north.bucket,
        tenant_id: server.north.id,
        record_type_id: server.north.types.orders,
        record_number: 4,
        record_file_id: id,
        status_id: server.north.statuses.order,
        n1: 1,
      }),
    );
    const file = await server.ask(
      `query ($id: Id!) { getMyRecordFileById(recordFileId: $id) {
         id originalFileName fileBucketId createdAt annotation fileEncoded } }`,
      bob,
      { id },
    );
    expect(file.data?.['getMyRecordFileById']).toEqual({
      id,
      originalFileName: 'Order.pdf',
      fileBucketId: expect.stringMatching(/^[0-9a-f]{32}\.pdf$/),
      createdAt: expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      annotation: 'Signed by both',
      fileEncoded: pdf.toString('base64'),
    });
  });

  test('of 10,484,736 bytes is taken, and one byte more is refused', async () => {
    const data = { recordAdditionalFieldByTypeId: drawing };
    const largest = Buffer.alloc(10_484_736, ' ');
    pdf.copy(largest);
    const taken = await send(ana, { data, content: largest });
    expect(taken.answer.data?.['uploadFile']).toMatchObject({ sizeBytes: 10_484_736 });
    const before = await filesOf();
    const refused = await send(ana, { data, content: Buffer.concat([largest, Buffer.from(' ')]) });
    expect(refusalOf(refused)).toBe('The file size exceeds the 10 MB limit.');
    expect(await filesOf()).toBe(before);
  });

  test.each([
    ['of another type than its name says', { name: 'Order.pdf', content: Buffer.from('<html>') }],
    ['without a content', { content: Buffer.alloc(0) }],
    ['without an extension', { name: 'Order' }],
    ['with too long an annotation', { data: { annotation: 'x'.repeat(2001) } }],
  ])('%s is refused and leaves nothing', async (_what, form) => {
    const before = await filesOf();
    const answered = await send(ana, form);
    expect(answered.answer.errors?.[0]?.extensions['code']).toBe('INVALID');
    expect(await filesOf()).toBe(before);
  });

  test('is refused of a field that the role may not write, and of a type of another company', async () => {
    const before = await filesOf();
    expect((await send(bob)).answer.errors?.[0]?.extensions['code']).toMatch(/FORBIDDEN|INVALID|NOT_FOUND/);
    const foreign = await send(ana, { data: { recordTypeId: server.south.types.orders } });
    expect(refusalOf(foreign)).toBe('The record type was not found.');
    expect(await filesOf()).toBe(before);
  });

  test('is kept though something is set up while it is on its way, but where that takes the field', async () => {
    const { north } = server;
    /** As another server, or an administrator, does it in the middle of what is sent. */
    const sendAround = async (change: () => Promise<unknown>) => {
      const [start, end] = formInHalves({ recordAdditionalFieldByTypeId: drawing });
      async function* bytes() {
        yield start;
        // The file has begun to come in: its key is spent.
        await expect.poll(keysOnTheirWay).toBe(1);
        await change();
        yield end;
      }
      const answer = await server.app.inject({
        method: 'POST',
        url: '/graphql',
        headers: { ...headersOf(ana), 'content-type': `multipart/form-data; boundary=${boundary}` },
        payload: Readable.from(bytes()),
      });
      await server.query('delete from file_upload');
      return answer.json<GraphqlAnswer>();
    };
    const keysOnTheirWay = async () =>
      (await server.query('select from file_upload where sent_at is not null')).length;
    await server.query('delete from file_upload');
    const touch = 'update tenant set structure_version = structure_version + 1 where id = $1';
    const kept = await sendAround(() => server.query(touch, [north.id]));
    expect(kept.data?.['uploadFile']).toMatchObject({ originalFileName: 'Plan.pdf' });

    const before = await filesOf();
    const enable = (table: string, where: string, enabled: boolean) =>
      server.query(`update ${table} set enabled = $1 where ${where}`, [enabled]);
    const field = await sendAround(() => enable('field', `id = ${drawing}`, false));
    await enable('field', `id = ${drawing}`, true);
    expect(field.errors?.[0]?.message).toBe(`There is no field 'f${drawing}' here.`);
    const left = await sendAround(() => enable('membership', `tenant_id = ${north.id}`, false));
    await enable('membership', `tenant_id = ${north.id}`, true);
    expect(left.errors?.[0]?.extensions['code']).toBe('UNAUTHENTICATED');
    expect(await filesOf()).toBe(before);
    ana = await server.enter('ana', north);
  });

  test('leaves nothing when the connection is cut in the middle of it', async () => {
    const before = await filesOf();
    const put = vi.spyOn(server.storage, 'put');
    const removed = vi.spyOn(server.storage, 'remove');
    const [start] = formInHalves({ recordAdditionalFieldByTypeId: drawing });
    const { port } = new URL(url);
    const socket = connect(Number(port), '127.0.0.1');
    const headers = {
      host: 'localhost',
      ...headersOf(ana),
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': '100000',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`POST /graphql HTTP/1.1\r\n${lines.join('')}\r\n`);
    socket.write(Buffer.concat([start, Buffer.alloc(50_000)]));
    await expect.poll(() => put.mock.calls.length).toBe(1);
    socket.destroy();
    const key = String(put.mock.calls[0]?.[0]);
    await expect.poll(() => removed.mock.calls.map(([gone]) => gone)).toContain(key);
    expect(await server.storage.open(key)).toBeNull();
    expect(await filesOf()).toBe(before);
  });

  test('is asked for where the request has none', async () => {
    const data = { recordTypeId: server.north.types.orders, file: '0' };
    const answer = await server.ask(document, ana, { data });
    expect(answer.errors?.[0]?.message).toBe(
      'Send the file in the request itself, as multipart/form-data: operations, map, then the file.',
    );
  });
});

test('a form of another site, which has no tokens to send, is refused unread', async () => {
  expect((await send({})).status).toBe(415);
  expect((await send({ service: ana.service })).status).toBe(415);
});

test('a form of another shape is refused with a sentence', async () => {
  const operations = JSON.stringify({ query: document, variables: { data: { file: null } } });
  const file = new Blob([new Uint8Array(pdf)]);
  const map = '{"0": ["variables.data.file"]}';
  const shapes: Form['parts'][] = [
    [['operations', operations]],
    [
      ['map', map],
      ['operations', operations],
      ['0', file, 'a.pdf'],
    ],
    [
      ['operations', 'no JSON'],
      ['map', map],
      ['0', file, 'a.pdf'],
    ],
    [
      ['operations', operations],
      ['map', '{"0": ["variables.data.nothing"]}'],
      ['0', file, 'a.pdf'],
    ],
    [
      ['operations', operations],
      ['map', '{"0": ["__proto__.polluted"]}'],
      ['0', file, 'a.pdf'],
    ],
    [
      ['operations', operations],
      ['map', '{"1": ["variables.data.file"]}'],
      ['0', file, 'a.pdf'],
    ],
  ];
  for (const parts of shapes) {
    const { status, answer } = await send(ana, { parts: parts! });
    expect([status, answer.message]).toEqual([
      400,
      'A multipart request holds operations, then map, then one file: {"0": ["variables.data.file"]}.',
    ]);
  }
});
