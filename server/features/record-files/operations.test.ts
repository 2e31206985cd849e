import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tenantId } from '@rowhouse/domain/kernel/ids.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { insert } from '../../../testing/two-tenants.ts';
import type { TestTenant } from '../../../testing/two-tenants.ts';
import { makeObjectKey } from '../../platform/object-storage/object-storage.ts';

let server: TestServer;
let bob: Credentials;
let file: number;
let record: number;

const pdf = Buffer.from('%PDF-1.7\nnorth\n');
const link = 'query ($id: Id!) { getMyRecordFileById(recordFileId: $id) { id originalFileName signedUrl } }';
const notFound = { data: null, errors: [{ message: 'File not found', extensions: { code: 'NOT_FOUND' } }] };

async function addFile(tenant: TestTenant, name: string, mimeType = 'application/pdf', content = pdf) {
  const key = makeObjectKey(tenantId(tenant.id), name);
  await server.storage.put(key, content, mimeType);
  return server.database.asOwnerOf(tenant.id, (connection) =>
    insert(connection, 'record_file', {
      tenant_id: tenant.id,
      object_key: key,
      original_file_name: name,
      mime_type: mimeType,
      size_bytes: content.length,
    }),
  );
}

const addRecord = (tenant: TestTenant, recordType: number, fileId: number, more = {}) =>
  server.database.asOwnerOf(tenant.id, (connection) =>
    insert(connection, `record_${tenant.bucket}`, {
      bucket: tenant.bucket,
      tenant_id: tenant.id,
      record_type_id: recordType,
      record_number: 1,
      record_file_id: fileId,
      status_id: tenant.statuses.order,
      ...more,
    }),
  );

const ask = (credentials: Credentials, id: number) => server.ask(link, credentials, { id });
const urlOf = async (credentials: Credentials, id: number) =>
  ((await ask(credentials, id)).data?.['getMyRecordFileById'] as { signedUrl: string } | undefined)
    ?.signedUrl ?? '';
const download = (url: string) => server.app.inject({ method: 'GET', url });

beforeAll(async () => {
  server = await startTestServer();
  bob = await server.enter('bob', server.north);
});
afterAll(() => server.close());
beforeEach(async () => {
  file = await addFile(server.north, 'Bill of Löding.pdf');
  record = await addRecord(server.north, server.north.types.orders, file);
});

describe('a link to a file', () => {
  test('opens it for whoever sees a record that holds it', async () => {
    const answer = await ask(bob, file);
    expect(answer.data?.['getMyRecordFileById']).toMatchObject({
      id: file,
      originalFileName: 'Bill of Löding.pdf',
    });
    const { statusCode, rawPayload, headers } = await download(await urlOf(bob, file));
    expect(statusCode).toBe(200);
    expect(rawPayload).toEqual(pdf);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(pdf.length),
      'content-disposition': `inline; filename="Bill of L_ding.pdf"; filename*=UTF-8''Bill%20of%20L%C3%B6ding.pdf`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });

  test('is refused where no record in sight holds it: all read as absent', async () => {
    const loose = await addFile(server.north, 'loose.pdf');
    const secret = await addFile(server.north, 'secret.pdf');
    await addRecord(server.north, server.north.types.secrets, secret);
    const hiddenField = await addFile(server.north, 'bill.pdf');
    await addRecord(server.north, server.north.types.bills, hiddenField);
    const foreign = await addFile(server.south, 'south.pdf');
    await addRecord(server.south, server.south.types.orders, foreign);
    for (const id of [loose, secret, hiddenField, foreign, 999_999])
      expect(await ask(bob, id)).toEqual(notFound);
    const ana = await server.enter('ana', server.north);
    for (const id of [loose, foreign]) expect(await ask(ana, id)).toEqual(notFound);
    for (const id of [secret, hiddenField]) expect((await ask(ana, id)).errors).toBeUndefined();
  });

  test('of a deleted record is for whoever may see deleted records', async () => {
    await server.query(`update record_${server.north.bucket} set enabled = false where id = $1`, [record]);
    expect(await ask(bob, file)).toEqual(notFound);
    expect((await ask(await server.enter('ana', server.north), file)).errors).toBeUndefined();
  });

  test('of a record outside the rows that the role is confined to is refused', async () => {
    const confine = (status: number | null) =>
      server.query(
        `update role_field_access set filter_criteria = $1 where role_id = $2 and record_type_id = $3 and base_field = 'status'`,
        [
          status === null ? null : JSON.stringify({ operator: 'is', value: String(status) }),
          server.north.roles.clerk,
          server.north.types.orders,
        ],
      );
    await confine(server.north.statuses.order + 1);
    expect(await ask(bob, file)).toEqual(notFound);
    await confine(server.north.statuses.order);
    expect((await ask(bob, file)).errors).toBeUndefined();
    await confine(null);
  });

  test('is found while the records of the type move to another bucket', async () => {
    await server.query('update record_type set bucket = 4, moving_from = $1 where id = $2', [
      server.north.bucket,
      server.north.types.orders,
    ]);
    expect((await ask(bob, file)).errors).toBeUndefined();
    await server.query('update record_type set bucket = $1, moving_from = null where id = $2', [
      server.north.bucket,
      server.north.types.orders,
    ]);
  });

  test('needs a tenant entered', async () => {
    expect((await ask(await server.signIn('bob'), file)).errors?.[0]?.extensions['code']).toBe(
      'UNAUTHENTICATED',
    );
  });
});

describe('a download', () => {
  test('ends a minute after its link was made', async () => {
    const url = await urlOf(bob, file);
    server.clock.at += 59_000;
    expect((await download(url)).statusCode).toBe(200);
    server.clock.at += 1000;
    const over = await download(url);
    server.clock.at -= 60_000;
    expect(over.statusCode).toBe(404);
    expect(over.json()).toEqual({ code: 'NOT_FOUND', message: 'File not found' });
  });

  describe('by ranges', () => {
    const content = Buffer.from('%PDF-1.7 0123456789');
    const openAnother = async () => {
      const another = await addFile(server.north, 'Ranges.pdf', 'application/pdf', content);
      await addRecord(server.north, server.north.types.orders, another);
      return urlOf(bob, another);
    };
    const part = async (range: string, more: Record<string, string> = {}) =>
      server.app.inject({ method: 'GET', url: await openAnother(), headers: { range, ...more } });

    test.each([
      ['bytes=0-3', '%PDF', 'bytes 0-3/19'],
      ['bytes=9-', '0123456789', 'bytes 9-18/19'],
      ['bytes=-2', '89', 'bytes 17-18/19'],
      ['bytes=17-99', '89', 'bytes 17-18/19'],
    ])('gets the bytes of %s alone', async (range, body, contentRange) => {
      const answer = await part(range);
      expect(answer.statusCode).toBe(206);
      expect(answer.body).toBe(body);
      expect(answer.headers).toMatchObject({
        'content-range': contentRange,
        'content-length': String(body.length),
        'accept-ranges': 'bytes',
        'content-type': 'application/pdf',
      });
    });

    test('behind its end gets nothing, and is told how long it is', async () => {
      const answer = await part('bytes=19-');
      expect([answer.statusCode, answer.body, answer.headers['content-range']]).toEqual([
        416,
        '',
        'bytes */19',
      ]);
    });

    test.each(['bytes=4-1', 'bytes=0-1,3-4', 'pages=1-2', 'bytes=x-'])(
      'that cannot be read (%s) gets it whole',
      async (range) => {
        const answer = await part(range);
        expect([answer.statusCode, answer.rawPayload]).toEqual([200, content]);
      },
    );

    test('gets it whole when it asks about another file than stands there now', async () => {
      const url = await openAnother();
      const { etag } = (await download(url)).headers;
      const again = (tag: string) =>
        server.app.inject({ method: 'GET', url, headers: { range: 'bytes=0-3', 'if-range': tag } });
      expect((await again(String(etag))).statusCode).toBe(206);
      expect((await again('"file-0"')).statusCode).toBe(200);
    });

    test('with a link that is over gets nothing', async () => {
      const url = await openAnother();
      server.clock.at += 60_000;
      const over = await server.app.inject({ method: 'GET', url, headers: { range: 'bytes=0-3' } });
      server.clock.at -= 60_000;
      expect(over.statusCode).toBe(404);
    });
  });

  test.each([
    ['nothing', () => ''],
    [
      'a grant of another purpose',
      () => server.grants.signGrant('export', { tenantId: server.north.id, fileId: file }, 60_000),
    ],
    [
      'a file of another tenant',
      () => server.grants.signGrant('file', { tenantId: server.south.id, fileId: file }, 60_000),
    ],
    ['a path', () => '..%2f..%2fsecret'],
    ['something far too long', () => 'a'.repeat(6000)],
  ])('with %s in its link gets nothing', async (_what, grant) => {
    const answer = await download(`/files/${grant()}`);
    expect(answer.statusCode).toBe(404);
  });

  test('of anything but a PDF is saved, not shown', async () => {
    const page = await addFile(server.north, 'evil".html', 'text/html', Buffer.from('<script>1</script>'));
    await addRecord(server.north, server.north.types.orders, page);
    const { headers } = await download(await urlOf(bob, page));
    expect(headers['content-disposition']).toBe(
      `attachment; filename="evil_.html"; filename*=UTF-8''evil%22.html`,
    );
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  test('of a row without its object says that the file is not there', async () => {
    await server.query(`update record_file set object_key = 'gone/away.pdf' where id = $1`, [file]);
    expect((await download(await urlOf(bob, file))).statusCode).toBe(404);
  });
});

test('keys are made by the server', () => {
  expect(makeObjectKey(tenantId(7), '../../etc/passwd.PDF')).toMatch(/^7\/[0-9a-f]{32}\.pdf$/);
  expect(() => makeObjectKey(tenantId(7), 'README')).toThrow('invalid file type');
});
