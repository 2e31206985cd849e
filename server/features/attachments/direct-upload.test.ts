// Files that are sent straight to a bucket and then confirmed: through the front door, and a stand-in of S3 that looks at
// signatures.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { s3Keys, startS3Server } from '../../../testing/s3-server.ts';
import type { S3Server } from '../../../testing/s3-server.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { insert } from '../../../testing/two-tenants.ts';
import { openS3Storage } from '../../platform/object-storage/s3-storage.ts';
import { sweepUploads } from './sql.ts';

const pdf = Buffer.from('%PDF-1.7\nnorth\n');
const overWords = 'This upload is over. Please choose the file again.';
const downWords = 'The file storage does not answer. Please try again in a moment.';
const notWholeWords = 'The file did not arrive whole. Please try again.';

let s3: S3Server;
let server: TestServer;
let ana: Credentials;
let bob: Credentials;
let drawing: number;

beforeAll(async () => {
  s3 = await startS3Server();
  const storage = openS3Storage({
    bucket: s3.bucket,
    region: 'us-east-1',
    endpoint: s3.endpoint,
    browserEndpoint: undefined,
    prefix: '',
    credentials: s3Keys,
  });
  server = await startTestServer({ storage });
  drawing = await server.database.asOwnerOf(server.north.id, (connection) =>
    insert(connection, 'field', {
      tenant_id: server.north.id,
      record_type_id: server.north.types.orders,
      name: 'Drawing',
      data_type: 'attachment',
      position: 9,
    }),
  );
});
afterAll(async () => {
  await server.close();
  await s3.close();
});
beforeEach(async () => {
  ana = await server.enter('ana', server.north);
  bob = await server.enter('bob', server.north);
});
afterEach(async () => {
  s3.state.fault = () => null;
  s3.state.beforeCopy = null;
  s3.objects.clear();
  await server.query('delete from record_file');
  await server.query('delete from file_upload');
});

type Grant = {
  url: string;
  key: string;
  direct: { url: string; headers: { name: string; value: string }[]; confirmUrl: string } | null;
};

async function start(who: Credentials = ana, more: object = {}): Promise<Grant> {
  const answer = await server.ask(
    'mutation ($data: StartFileUploadInput!) { startFileUpload(data: $data) { url key direct { url headers { name value } confirmUrl } } }',
    who,
    {
      data: {
        recordTypeId: server.north.types.orders,
        recordAdditionalFieldByTypeId: drawing,
        fileName: 'Plan.pdf',
        sizeBytes: pdf.length,
        ...more,
      },
    },
  );
  if (answer.errors) throw new Error(answer.errors[0]?.message);
  return answer.data?.['startFileUpload'] as Grant;
}

async function sendTo({ direct }: Grant, content = pdf): Promise<number> {
  const headers = Object.fromEntries(direct!.headers.map(({ name, value }) => [name, value]));
  return (await fetch(direct!.url, { method: 'PUT', body: new Uint8Array(content), headers })).status;
}

async function confirm({ direct }: Grant) {
  const answer = await server.app.inject({ method: 'PUT', url: direct!.confirmUrl });
  return { status: answer.statusCode, ...answer.json<Record<string, unknown>>() };
}

const rows = () => server.query('select original_file_name, size_bytes::int, mime_type from record_file');
const keys = () => [...s3.objects.keys()];
const sweep = () =>
  sweepUploads(
    server.database,
    (key) => server.storage.remove(key),
    (key) => server.storage.incoming!.forget(key),
  );
/** Whatever became of the upload: what is listed has its object, and what is not read by anybody is gone. */
async function expectNothingKept() {
  expect(await rows()).toEqual([]);
  await expect.poll(keys).toEqual([]);
}

test('a file sent to the storage is a file when it is confirmed, and not before', async () => {
  const grant = await start();
  expect(await sendTo(grant)).toBe(200);
  expect(await rows()).toEqual([]);
  expect(await confirm(grant)).toEqual({
    status: 200,
    id: expect.any(Number) as number,
    originalFileName: 'Plan.pdf',
    sizeBytes: pdf.length,
  });
  expect(await rows()).toEqual([
    { original_file_name: 'Plan.pdf', size_bytes: pdf.length, mime_type: 'application/pdf' },
  ]);
  await expect.poll(keys).toEqual([grant.key]);
});

test('where the storage is not reached, the road through the server takes the same file', async () => {
  const grant = await start();
  const sent = await server.app.inject({ method: 'PUT', url: grant.url, payload: pdf });
  expect(sent.statusCode).toBe(200);
  expect((await start(ana, { throughServer: true })).direct).toBeNull();
});

describe('a confirmation is refused', () => {
  test('of what never came', async () => {
    expect(await confirm(await start())).toMatchObject({ status: 400, message: notWholeWords });
    await expectNothingKept();
  });

  test('a second time, and when the file was sent the other way', async () => {
    const grant = await start();
    await sendTo(grant);
    expect((await confirm(grant)).status).toBe(200);
    await expect.poll(keys).toEqual([grant.key]);
    expect(await sendTo(grant)).toBe(200);
    expect(await confirm(grant)).toMatchObject({ status: 404, message: overWords });
    expect(await rows()).toHaveLength(1);

    const other = await start();
    await server.app.inject({ method: 'PUT', url: other.url, payload: pdf });
    await sendTo(other);
    expect(await confirm(other)).toMatchObject({ status: 404, message: overWords });
    expect(await rows()).toHaveLength(2);
  });

  test('an hour later, and with a link that was changed or is for something else', async () => {
    const grant = await start();
    await sendTo(grant);
    const confirmUrl = grant.direct!.confirmUrl.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect(await confirm({ ...grant, direct: { ...grant.direct!, confirmUrl } })).toMatchObject({
      status: 404,
    });
    const other = grant.url.replace('/uploads/', '/uploads/confirm/');
    expect(await confirm({ ...grant, direct: { ...grant.direct!, confirmUrl: other } })).toMatchObject({
      status: 404,
    });
    const at = server.clock.at;
    server.clock.at += 61 * 60_000;
    expect(await confirm(grant)).toMatchObject({ status: 404, message: overWords });
    server.clock.at = at;
    expect(await rows()).toEqual([]);
  });

  test('of a person who has left, or may not fill the field any more', async () => {
    const { id, types, roles } = server.north;
    await expect(start(bob)).rejects.toThrow('There is no field');
    await server.query(
      `insert into role_field_access (tenant_id, role_id, record_type_id, field_id, access) values ($1, $2, $3, $4, 'Editable')`,
      [id, roles.clerk, types.orders, drawing],
    );
    const hidden = await start(bob);
    await sendTo(hidden);
    await server.query('delete from role_field_access where field_id = $1', [drawing]);
    expect((await confirm(hidden)).status).toBe(400);

    const left = await start();
    await sendTo(left);
    await server.query('update membership set enabled = false where tenant_id = $1', [id]);
    try {
      expect(await confirm(left)).toMatchObject({ status: 404, message: overWords });
    } finally {
      await server.query('update membership set enabled = true where tenant_id = $1', [id]);
    }
    expect(await rows()).toEqual([]);
  });

  test('of what is not what its name says, however it changed on the way', async () => {
    const page = Buffer.from('<html>north...\n');
    expect(page).toHaveLength(pdf.length);
    const grant = await start();
    await sendTo(grant, page);
    expect(await confirm(grant)).toMatchObject({ status: 400 });
    await expectNothingKept();

    // Sent again at the last moment, after it was looked at.
    const other = await start();
    await sendTo(other);
    s3.state.beforeCopy = () => s3.objects.set(`incoming/${other.key}`, { content: page, type: '' });
    expect(await confirm(other)).toMatchObject({ status: 400 });
    await expectNothingKept();
    const longer = await start();
    await sendTo(longer);
    s3.state.beforeCopy = () =>
      s3.objects.set(`incoming/${longer.key}`, { content: Buffer.concat([pdf, pdf]), type: '' });
    expect(await confirm(longer)).toMatchObject({ status: 503 });
    await expectNothingKept();
  });
});

describe('a storage that', () => {
  test.each([
    ['is down when it is asked what came', 'down', (method: string) => method === 'HEAD'],
    ['does not move the object', 'down', (method: string) => method === 'PUT'],
    ['says that it moved it and did not', 'lying', (method: string) => method === 'PUT'],
    ['is down when the object is read', 'down', (method: string) => method === 'GET'],
  ] as const)('%s leaves no row', async (_what, fault, when) => {
    const grant = await start();
    await sendTo(grant);
    s3.state.fault = (method) => (when(method) ? fault : null);
    expect(await confirm(grant)).toMatchObject({ status: 503, message: downWords });
    expect(await rows()).toEqual([]);
    s3.state.fault = () => null;
    // The company's records are answered as ever, and the next file is taken.
    const next = await start();
    await sendTo(next);
    expect((await confirm(next)).status).toBe(200);
  });
});

test('what came and was never confirmed goes after a day, and what came again after it was, in two hours', async () => {
  const never = await start();
  await sendTo(never);
  const saved = await start();
  await sendTo(saved);
  await confirm(saved);
  await expect.poll(keys).not.toContain(`incoming/${saved.key}`);
  await sendTo(saved);
  await server.query('update file_upload set saved_at = now() where object_key = $1', [saved.key]);
  await sweep();
  expect(keys().toSorted()).toEqual([`incoming/${never.key}`, `incoming/${saved.key}`, saved.key].toSorted());
  await server.query(`update file_upload set created_at = now() - interval '3 hours'`);
  await sweep();
  expect(keys().toSorted()).toEqual([`incoming/${never.key}`, saved.key].toSorted());
  await server.query(`update file_upload set created_at = now() - interval '26 hours'`);
  s3.state.fault = () => 'down';
  await expect(sweep()).rejects.toMatchObject({ name: 'ServiceUnavailable' });
  expect(await server.query('select object_key from file_upload')).toHaveLength(1);
  s3.state.fault = () => null;
  await sweep();
  expect(keys()).toEqual([saved.key]);
  expect(await server.query('select object_key from file_upload')).toEqual([]);
  expect(await rows()).toHaveLength(1);
});
