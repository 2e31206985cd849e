import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { largestAttachmentBytes, largestRecordFileBytes } from '@rowhouse/domain/attachments/limits.ts';
import { absent, startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { insert } from '../../../testing/two-tenants.ts';
import type { TestTenant } from '../../../testing/two-tenants.ts';
import { removeInTime } from '../../platform/object-storage/write-object.ts';
import { sweepUploads } from './sql.ts';
import { waitFor } from '../../../testing/wait-for.ts';

const png = Buffer.from('\u0089PNG\r\n\u001a\nand the rest of a picture', 'latin1');
const pdf = Buffer.from('%PDF-1.7\nnorth\n');

let server: TestServer;
let ana: Credentials;
let bob: Credentials;
/** An attachment field of Orders that managers and clerks may write, and one that clerks do not see. */
let drawing: number;
let secret: number;
let record: number;

beforeAll(async () => {
  server = await startTestServer();
  for (const tenant of [server.north, server.south]) {
    const addField = (name: string, required = false) =>
      server.database.asOwnerOf(tenant.id, (connection) =>
        insert(connection, 'field', {
          tenant_id: tenant.id,
          record_type_id: tenant.types.orders,
          name,
          data_type: 'attachment',
          required,
          position: 9,
        }),
      );
    const ids = [await addField('Drawing'), await addField('Secret drawing')];
    if (tenant === server.north) [drawing = 0, secret = 0] = ids;
    await server.query(
      `insert into role_field_access (tenant_id, role_id, record_type_id, field_id, access) values ($1, $2, $3, $4, 'Editable')`,
      [tenant.id, tenant.roles.clerk, tenant.types.orders, ids[0]],
    );
  }
  ana = await server.enter('ana', server.north);
  bob = await server.enter('bob', server.north);
});
afterAll(() => server.close());
afterEach(() => vi.restoreAllMocks());
beforeEach(async () => {
  record = await addRecord(server.north);
});

const addRecord = (tenant: TestTenant, more = {}) =>
  server.database.asOwnerOf(tenant.id, (connection) =>
    insert(connection, `record_${tenant.bucket}`, {
      bucket: tenant.bucket,
      tenant_id: tenant.id,
      record_type_id: tenant.types.orders,
      record_number: 1,
      status_id: tenant.statuses.order,
      n1: 1,
      ...more,
    }),
  );

const start = (who: Credentials, more: object = {}) =>
  server.ask('mutation ($data: StartFileUploadInput!) { startFileUpload(data: $data) { url } }', who, {
    data: {
      recordTypeId: server.north.types.orders,
      recordAdditionalFieldByTypeId: drawing,
      fileName: 'Plan.png',
      sizeBytes: png.length,
      ...more,
    },
  });

const urlOf = async (who: Credentials, more: object = {}): Promise<string> => {
  const answer = await start(who, more);
  if (answer.errors) throw new Error(JSON.stringify(answer.errors));
  return (answer.data?.['startFileUpload'] as { url: string } | undefined)?.url ?? '';
};

const send = (url: string, content: Buffer | Readable) =>
  server.app.inject({
    method: 'PUT',
    url,
    headers: { 'content-type': 'application/octet-stream' },
    payload: content,
  });

type Uploaded = { id: number; originalFileName: string; sizeBytes: number };
async function upload(who: Credentials, content = png, more: object = {}): Promise<Uploaded> {
  const answer = await send(await urlOf(who, { sizeBytes: content.length, ...more }), content);
  expect(answer.statusCode).toBe(200);
  return answer.json<Uploaded>();
}
const uploadPdf = (who: Credentials) =>
  upload(who, pdf, { recordAdditionalFieldByTypeId: null, fileName: 'Order.pdf' });

const asValue = ({ id }: { id: number }) => JSON.stringify({ id, name: 'a lie.exe', sizeBytes: 1 });

const update = (who: Credentials, data: object, id = record) =>
  server.ask(
    `mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) {
       id version recordFile { id originalFileName } additionalFields { tag value } } }`,
    who,
    { data: { id, ...data } },
  );
const put = (who: Credentials, value: string | null, version: number, field = drawing, id = record) =>
  update(who, { version, additionalFields: [{ recordAdditionalFieldByTypeId: field, value }] }, id);

const linkTo = (who: Credentials, more: object = {}) =>
  server.ask(
    'query ($data: RecordAttachmentInput!) { getRecordAttachment(data: $data) { id originalFileName signedUrl } }',
    who,
    {
      data: {
        recordId: record,
        recordTypeId: server.north.types.orders,
        recordAdditionalFieldByTypeId: drawing,
        ...more,
      },
    },
  );
const fileNotFound = {
  data: null,
  errors: [{ message: 'File not found', extensions: { code: 'NOT_FOUND' } }],
};
const unknownFile = (field: string) => ({
  data: null,
  errors: [{ message: 'The file was not found.', extensions: { code: 'INVALID', field } }],
});

const fileRows = () => server.query('select id::int, object_key from record_file order by id');
const objectStands = async (key: unknown) => (await server.storage.open(String(key))) !== null;

// Specification 7: temporary credentials are fetched, and uploads go to tenant_id/name.extension.
test('who may send a file is given credentials for that one object, for a minute', async () => {
  const ask = async (who: Credentials) => {
    const answer = await server.ask(
      'mutation ($data: StartFileUploadInput!) { startFileUpload(data: $data) { url method key expiresAt } }',
      who,
      {
        data: {
          recordTypeId: server.north.types.orders,
          recordAdditionalFieldByTypeId: drawing,
          fileName: '../9/Plan.PNG',
          sizeBytes: png.length,
        },
      },
    );
    return answer.data?.['startFileUpload'] as Record<'url' | 'method' | 'key' | 'expiresAt', string>;
  };
  const began = server.clock.at;
  const [one, other] = [await ask(bob), await ask(bob)];
  for (const { key, method, expiresAt } of [one, other]) {
    // A name by nobody's choice: none can be written over.
    expect(key).toMatch(new RegExp(`^${server.north.id}/[\\w-]{20,}\\.png$`));
    expect(method).toBe('PUT');
    const goodForMs = Date.parse(expiresAt) - began;
    expect(goodForMs).toBeGreaterThan(0);
    expect(goodForMs).toBeLessThanOrEqual(61_000);
  }
  expect(new Set([one.key, other.key, one.url, other.url]).size).toBe(4);
  const file = (await send(one.url, png)).json<Uploaded>();
  expect(await server.query('select object_key from record_file where id = $1', [file.id])).toEqual([
    { object_key: one.key },
  ]);
  expect(await objectStands(other.key)).toBe(false);
  server.clock.at = Date.parse(other.expiresAt) + 1000;
  expect((await send(other.url, png)).statusCode).toBe(404);
  server.clock.at = began;
  expect(await objectStands(other.key)).toBe(false);
});

describe('a file that is sent', () => {
  test('becomes the value of the field, with the name and the size that are known here', async () => {
    const file = await upload(bob, png, { fileName: '../../Plän\u202e 1.png' });
    expect(file).toEqual({ id: expect.any(Number), originalFileName: 'Plän 1.png', sizeBytes: png.length });
    const saved = await put(bob, asValue(file), 1);
    expect(saved.data?.['updateRecordHeader']).toMatchObject({
      version: 2,
      additionalFields: expect.arrayContaining([
        {
          tag: `${record};${server.north.types.orders};${drawing}`,
          value: JSON.stringify({ id: file.id, name: 'Plän 1.png', sizeBytes: png.length }),
        },
      ]),
    });
    const link = (await linkTo(bob)).data?.['getRecordAttachment'] as { signedUrl: string } | undefined;
    const { statusCode, rawPayload, headers } = await server.app.inject({
      method: 'GET',
      url: link?.signedUrl ?? '',
    });
    expect(statusCode).toBe(200);
    expect(rawPayload).toEqual(png);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': `attachment; filename="Pl_n 1.png"; filename*=UTF-8''Pl%C3%A4n%201.png`,
      'x-content-type-options': 'nosniff',
    });
  });

  test('is named before and after in the audit log', async () => {
    const one = await upload(bob);
    const other = await upload(bob, pdf, { fileName: 'Plan.pdf' });
    await put(bob, asValue(one), 1);
    await put(bob, asValue(other), 2);
    await put(bob, null, 3);
    const rows = await server.query(
      `select changes -> $2 as change from audit_log where entity_id = $1 and action = 'update' order by id`,
      [record, `f${drawing}`],
    );
    const name = (value: unknown) =>
      value === null ? null : (JSON.parse(value as string) as { name: string }).name;
    expect(rows.map(({ change }) => (change as unknown[]).map(name))).toEqual([
      [null, 'Plan.png'],
      ['Plan.png', 'Plan.pdf'],
      ['Plan.pdf', null],
    ]);
  });

  test('goes into a new record, and is exported by its name', async () => {
    const file = await upload(ana);
    const answer = await server.ask(
      'mutation ($data: RegisterRecordInput!) { registerRecordHeader(data: $data) { id recordFile { originalFileName } additionalFields { value } } }',
      ana,
      {
        data: {
          recordType: server.north.types.orders,
          recordNumber: 77,
          description: 'New',
          issuedByCompanyName: 'One',
          issuedToCompanyName: 'Other',
          statusId: server.north.statuses.order,
          problemCodeId: Number(
            (await server.query('select min(id)::int as id from problem_code'))[0]?.['id'],
          ),
          recordDate: '2026-01-01',
          poNumber: 1,
          recordFileId: (await uploadPdf(ana)).id,
          additionalFields: [
            { recordAdditionalFieldByTypeId: server.north.fields.weight, value: '1' },
            { recordAdditionalFieldByTypeId: drawing, value: asValue(file) },
          ],
        },
      },
    );
    expect(answer.errors).toBeUndefined();
    expect(answer.data?.['registerRecordHeader']).toMatchObject({
      recordFile: { originalFileName: 'Order.pdf' },
      additionalFields: expect.arrayContaining([
        { value: JSON.stringify({ id: file.id, name: 'Plan.png', sizeBytes: png.length }) },
      ]),
    });
    const exported = await server.ask(
      'query ($data: ExportRecordsInput!) { exportRecordHeaders(data: $data) { url } }',
      ana,
      {
        data: {
          query: {
            recordTypeId: server.north.types.orders,
            enabled: true,
            filters: [
              {
                fieldId: 0,
                field: 'recordNumber',
                logicOperator: 'AND',
                priority: 0,
                filterCriteria: { operator: 'equals', value: '77' },
              },
            ],
          },
          columns: [`f${drawing}`, 'recordFile'],
        },
      },
    );
    const url = (exported.data?.['exportRecordHeaders'] as { url: string } | undefined)?.url ?? '';
    expect((await server.app.inject({ method: 'GET', url })).body.trim().split('\r\n').at(-1)).toBe(
      'Plan.png,Order.pdf',
    );
  });

  test('becomes the record file, and is kept from then on', async () => {
    const file = await uploadPdf(ana);
    const saved = await update(ana, { version: 1, recordFileId: file.id });
    expect(saved.data?.['updateRecordHeader']).toMatchObject({
      recordFile: { id: file.id, originalFileName: 'Order.pdf' },
    });
    const rows = await server.query(
      'select saved_at is not null as saved from file_upload u join record_file f using (object_key) where f.id = $1',
      [file.id],
    );
    expect(rows).toEqual([{ saved: true }]);
  });

  test('is opened through a super type under the field of the first type that it gathers', async () => {
    const file = await upload(ana);
    await put(ana, asValue(file), 1);
    const answer = await linkTo(ana, { recordTypeId: server.north.types.documents });
    // Bills have no such field: the super type has none either.
    expect(answer).toEqual(fileNotFound);
  });
});

describe('sending is refused', () => {
  const refused = async (who: Credentials, more: object) => {
    const error = (await start(who, more)).errors?.[0];
    return { message: error?.message, code: error?.extensions['code'], field: error?.extensions['field'] };
  };

  test('for a field that the role may not write: hidden as unknown, read-only as read-only', async () => {
    const field = `f${secret}`;
    expect(await refused(bob, { recordAdditionalFieldByTypeId: secret })).toEqual({
      message: `There is no field '${field}' here.`,
      code: 'INVALID',
      field,
    });
    const [row] = await server.query('select max(id)::int + 999 as id from field');
    const nobodys = Number(row?.['id']);
    expect(await refused(bob, { recordAdditionalFieldByTypeId: nobodys })).toMatchObject({
      message: `There is no field 'f${nobodys}' here.`,
      code: 'INVALID',
    });
    expect(await refused(bob, { recordAdditionalFieldByTypeId: null, fileName: 'a.pdf' })).toEqual({
      message: 'Record File is read-only for your role.',
      code: 'FORBIDDEN',
      field: 'recordFile',
    });
    expect(await refused(ana, { recordAdditionalFieldByTypeId: server.north.fields.priority })).toMatchObject(
      {
        message: 'Priority takes no file.',
        code: 'INVALID',
      },
    );
  });

  test('for a type that is out of sight, or of another company', async () => {
    for (const recordTypeId of [server.north.types.secrets, server.south.types.orders, 999_999])
      expect(await start(bob, { recordTypeId })).toEqual(absent('The record type'));
  });

  test.each([
    ['README', 10, 'invalid file type'],
    ['.png', 10, 'invalid file type'],
    ['a.exe', 10, 'Files of the type .exe are not taken.'],
    ['a.png', 0, 'The file is empty.'],
    ['a.png', -5, 'The file is empty.'],
    ['a.png', 10_484_737, 'The file size exceeds the 10 MB limit.'],
  ])('by the rule of its name and size: %s of %i', async (fileName, sizeBytes, message) => {
    expect(await refused(bob, { fileName, sizeBytes })).toEqual({
      message,
      code: 'INVALID',
      field: `f${drawing}`,
    });
  });

  test.each([
    ['Scan.png', 10, 'The record file must be a PDF.'],
    ['Scan.pdf', largestRecordFileBytes + 1, 'The file size exceeds the 3 MB limit.'],
  ])('by the rule of the record file: %s of %i', async (fileName, sizeBytes, message) => {
    expect(await refused(ana, { recordAdditionalFieldByTypeId: null, fileName, sizeBytes })).toMatchObject({
      message,
    });
  });

  test('when two hundred files are not saved yet', async () => {
    await server.query(
      `insert into file_upload (tenant_id, object_key, user_id) select $1, 'many ' || n, $2 from generate_series(1, 200) n`,
      [server.north.id, server.people.bob],
    );
    expect(await refused(bob, {})).toMatchObject({ code: 'LIMITED' });
    expect((await start(ana)).errors).toBeUndefined();
    await server.query(`delete from file_upload where object_key like 'many %'`);
    expect((await start(bob)).errors).toBeUndefined();
  });
});

// Else 64 MB of what nobody needs gather before the collector looks.
test('the memory of what arrives is given back as soon as it is kept', async () => {
  const put = vi.spyOn(server.storage, 'put');
  const content = Buffer.alloc(100_000, 32);
  content.write('%PDF-1.7\n');
  const sent = Buffer.from(content);
  const { id } = await upload(ana, sent, { fileName: 'Plan.pdf' });
  expect(put).toHaveBeenCalledWith(expect.any(String), expect.any(Readable), 'application/pdf', {
    ownsChunks: true,
  });
  const [row] = await server.query('select object_key from record_file where id = $1', [id]);
  const kept = await server.storage.open(String(row?.['object_key']));
  expect(Buffer.concat(await kept!.content.toArray()).equals(content)).toBe(true);
});

test('what is set up while a file is on its way does not end it, but where it takes the field', async () => {
  /** As another server, or an administrator, does it in the middle of what is sent. */
  const sendAround = async (change: () => Promise<unknown>) => {
    const url = await urlOf(bob);
    async function* bytes() {
      yield png.subarray(0, 20);
      await change();
      yield png.subarray(20);
    }
    return send(url, Readable.from(bytes()));
  };
  const touch = () =>
    server.query('update tenant set structure_version = structure_version + 1 where id = $1', [
      server.north.id,
    ]);
  const kept = await sendAround(touch);
  expect([kept.statusCode, kept.json()]).toEqual([
    200,
    expect.objectContaining({ originalFileName: 'Plan.png' }),
  ]);
  const enable = (enabled: boolean) =>
    server.query('update field set enabled = $2 where id = $1', [drawing, enabled]);
  const before = await fileRows();
  const over = await sendAround(() => enable(false));
  await enable(true);
  expect([over.statusCode, over.json()]).toMatchObject([
    400,
    { message: `There is no field 'f${drawing}' here.` },
  ]);
  expect(await fileRows()).toEqual(before);
});

describe('what arrives is refused, and nothing stays', () => {
  let before: unknown;
  beforeEach(async () => {
    before = await fileRows();
  });
  const grantOf = (url: string) => server.grants.verifyGrant('upload', url.slice('/uploads/'.length));
  const keyOf = (url: string) =>
    (grantOf(url)?.payload['upload'] as { objectKey: string } | undefined)?.objectKey;
  async function expectNothing(url: string) {
    expect(await fileRows()).toEqual(before);
    expect(await objectStands(keyOf(url))).toBe(false);
  }

  test.each([
    [
      'of another type',
      Buffer.from('MZ\u0090 a program', 'latin1'),
      'The content of the file is not that of a .png file.',
    ],
    ['longer than announced', Buffer.concat([png, png]), 'The file did not arrive whole. Please try again.'],
    ['shorter than announced', png.subarray(0, 20), 'The file did not arrive whole. Please try again.'],
    ['empty', Buffer.alloc(0), 'The file did not arrive whole. Please try again.'],
  ])('%s', async (what, content, message) => {
    const url = await urlOf(bob, what === 'of another type' ? { sizeBytes: content.length } : {});
    const answer = await send(url, content);
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { code: 'INVALID', message, field: `f${drawing}` },
    ]);
    await expectNothing(url);
  });

  test('past the limit: it is cut off there, whatever was announced', async () => {
    const grant = server.grants.signGrant(
      'upload',
      { ...claims(), upload: { ...announced(), sizeBytes: 1e9 } },
      60_000,
    );
    await reserve(announced().objectKey);
    let given = 0;
    const endless = new Readable({
      read() {
        given += 65_536;
        this.push(
          given < 2 * largestAttachmentBytes ? Buffer.concat([png, Buffer.alloc(65_536 - png.length)]) : null,
        );
      },
    });
    const answer = await send(`/uploads/${grant}`, endless);
    expect(answer.json()).toMatchObject({ message: 'The file size exceeds the 10 MB limit.' });
    await expectNothing(`/uploads/${grant}`);
  });

  test('when the connection is cut', async () => {
    const url = await urlOf(bob, { sizeBytes: 1_000_000 });
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const address = server.app.server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const opened = vi.spyOn(server.storage, 'put');
    const removed = vi.spyOn(server.storage, 'remove');
    const socket = connect(port ?? 0, '127.0.0.1');
    socket.write(`PUT ${url} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000000\r\n\r\n`);
    socket.write(Buffer.concat([png, Buffer.alloc(10_000)]));
    await waitFor(() => expect(opened).toHaveBeenCalled());
    socket.destroy();
    await waitFor(() => expect(removed).toHaveBeenCalled());
    await waitFor(() => expectNothing(url));
  });

  test('when the storage is down', async () => {
    const down = vi.spyOn(server.storage, 'put').mockRejectedValue(new Error('no storage'));
    const url = await urlOf(bob);
    const answer = await send(url, png);
    expect([answer.statusCode, answer.json()]).toEqual([
      503,
      { code: 'UNAVAILABLE', message: 'The file storage does not answer. Please try again in a moment.' },
    ]);
    down.mockRestore();
    await expectNothing(url);
    // The link is spent all the same: the file is chosen again.
    expect((await send(url, png)).statusCode).toBe(404);
  });

  test('when the session has ended since', async () => {
    const own = await server.enter('bob', server.north);
    const url = await urlOf(own);
    await server.ask('mutation { SaasUserLogout }', own);
    expect((await send(url, png)).statusCode).toBe(401);
    await expectNothing(url);
  });

  test('when the role may not write the field any more', async () => {
    const url = await urlOf(bob);
    const access = (to: string) =>
      server.query('update role_field_access set access = $1 where field_id = $2', [to, drawing]);
    await access('ViewOnly');
    const answer = await send(url, png);
    await access('Editable');
    expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
      403,
      'Drawing is read-only for your role.',
    ]);
    await expectNothing(url);
  });

  test('by a link that is spent, over, forged or of another purpose', async () => {
    const url = await urlOf(bob);
    expect((await send(url, png)).statusCode).toBe(200);
    const late = await urlOf(bob);
    server.clock.at += 60_000;
    const answers = [await send(url, png), await send(late, png)];
    server.clock.at -= 60_000;
    const other = server.grants.signGrant('file', { ...claims(), upload: announced() }, 60_000);
    for (const place of [`/uploads/${other}`, '/uploads/nothing', '/uploads/', '/uploads/..%2f..%2fetc'])
      answers.push(await send(place, png));
    for (const answer of answers)
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'NOT_FOUND']);
  });

  const claims = () => ({
    tenantId: server.north.id,
    userId: server.people.bob,
    sessionId: bobSession,
  });
  let bobSession = '';
  beforeAll(async () => {
    const url = await urlOf(bob);
    bobSession = String(grantOf(url)?.payload['sessionId']);
  });
  const announced = () => ({
    recordTypeId: server.north.types.orders,
    fieldKey: `f${drawing}`,
    fileName: 'Plan.png',
    sizeBytes: png.length,
    objectKey: `${server.north.id}/by-hand.png`,
  });
  const reserve = (key: string) =>
    server.query('insert into file_upload (tenant_id, object_key, user_id) values ($1, $2, $3)', [
      server.north.id,
      key,
      server.people.bob,
    ]);
});

describe('a change that names a file', () => {
  test('is refused when somebody else brought it, wherever it stands: all read as absent', async () => {
    const anas = await upload(ana);
    const standing = await upload(ana);
    await put(ana, asValue(standing), 1, drawing, await addRecord(server.north));
    const sue = await server.enter('sue', server.south);
    const [row] = await server.query(`select id::int from field where tenant_id = $1 and name = 'Drawing'`, [
      server.south.id,
    ]);
    const foreign = await upload(sue, png, {
      recordTypeId: server.south.types.orders,
      recordAdditionalFieldByTypeId: Number(row?.['id']),
    });
    for (const id of [anas.id, standing.id, foreign.id, 999_999])
      expect(await put(bob, asValue({ id }), 1)).toEqual(unknownFile(`f${drawing}`));
    // Nor may the same person carry a file from one company into another.
    const anaInSouth = await server.enter('ana', server.south);
    expect(
      await put(anaInSouth, asValue(anas), 1, Number(row?.['id']), await addRecord(server.south)),
    ).toEqual(unknownFile(`f${row?.['id']}`));
    for (const value of ['a.pdf', '{}', '[1]', '{"id":"x","name":"a"}'])
      expect(await put(bob, value, 1)).toEqual(unknownFile(`f${drawing}`));
  });

  test('of a hidden field reads as unknown, and says nothing of the file', async () => {
    const file = await upload(ana, png, { recordAdditionalFieldByTypeId: secret });
    await put(ana, asValue(file), 1, secret);
    const error = (await put(bob, asValue(file), 2, secret)).errors?.[0];
    expect(error?.message).toBe(`There is no field 'f${secret}' here.`);
    expect(await linkTo(bob, { recordAdditionalFieldByTypeId: secret })).toEqual(fileNotFound);
    expect(await put(bob, asValue(file), 2, drawing)).toEqual(unknownFile(`f${drawing}`));
    expect((await linkTo(ana, { recordAdditionalFieldByTypeId: secret })).errors).toBeUndefined();
  });

  test('keeps what the record holds, whoever brought it', async () => {
    const file = await upload(ana);
    await put(ana, asValue(file), 1);
    expect((await put(bob, asValue(file), 2)).errors).toBeUndefined();
  });

  test('puts back what the same person took out, and nobody else does', async () => {
    const file = await upload(ana);
    await put(ana, asValue(file), 1);
    await put(bob, null, 2);
    expect((await put(bob, asValue(file), 3)).errors).toBeUndefined();
    await put(ana, null, 4);
    await server.query('update record_file set created_by = null where id = $1', [file.id]);
    await server.query('update audit_log set user_id = $2 where entity_id = $1 and user_id = $3', [
      record,
      server.people.sue,
      server.people.bob,
    ]);
    expect(await put(bob, asValue(file), 5)).toEqual(unknownFile(`f${drawing}`));
    expect((await put(ana, asValue(file), 5)).errors).toBeUndefined();
  });

  test('undoes a change of the record file as well', async () => {
    const first = await uploadPdf(ana);
    await update(ana, { version: 1, recordFileId: first.id });
    await server.query('update record_file set created_by = $2 where id = $1', [first.id, server.people.sue]);
    await update(ana, { version: 2, recordFileId: (await uploadPdf(ana)).id });
    expect((await update(ana, { version: 3, recordFileId: first.id })).errors).toBeUndefined();
    await update(ana, { version: 4, recordFileId: null });
    expect((await update(ana, { version: 5, recordFileId: first.id })).errors).toBeUndefined();
  });

  test('cannot make a record file of what is no PDF', async () => {
    expect(await update(ana, { version: 1, recordFileId: (await upload(ana)).id })).toEqual(
      unknownFile('recordFile'),
    );
  });

  test('of a stale version is a conflict that shows the current file', async () => {
    await put(ana, asValue(await upload(ana)), 1);
    const error = (await put(bob, asValue(await upload(bob)), 1)).errors?.[0];
    expect(error?.extensions['code']).toBe('CONFLICT');
    expect(JSON.stringify(error?.extensions['details'])).toContain('Plan.png');
  });
});

describe('a link to an attachment', () => {
  test('is refused where the record, the field or the file is not: all read as absent', async () => {
    await put(ana, asValue(await upload(ana)), 1);
    const empty = await addRecord(server.north);
    const deleted = await addRecord(server.north, { enabled: false, x: `{"${drawing}":"{\\"id\\":1}"}` });
    const foreign = await addRecord(server.south);
    for (const recordId of [empty, deleted, foreign, 999_999])
      expect(await linkTo(bob, { recordId })).toEqual(fileNotFound);
    expect(await linkTo(bob, { recordAdditionalFieldByTypeId: server.north.fields.weight })).toEqual(
      fileNotFound,
    );
    expect(await linkTo(bob, { recordTypeId: server.north.types.secrets })).toEqual(fileNotFound);
    const sue = await server.enter('sue', server.south);
    expect((await linkTo(sue)).errors?.[0]?.extensions['code']).toBe('NOT_FOUND');
  });

  test('is refused for a value that does not parse, and that is logged', async () => {
    const broken = await addRecord(server.north, { x: `{"${drawing}":"not json"}` });
    expect(await linkTo(ana, { recordId: broken })).toEqual(fileNotFound);
  });
});

describe('the sweep', () => {
  const sweep = () => sweepUploads(server.database, (key) => removeInTime(server.storage, key, 1000));
  const age = (hours: number, ids: readonly number[]) =>
    server.query(
      `update file_upload u set created_at = now() - $1 * interval '1 hour' from record_file f
       where f.object_key = u.object_key and f.id = any($2)`,
      [hours, ids],
    );

  test('takes what no record held for a day, and leaves what one did', async () => {
    const [loose, late, kept, fresh] = [
      await upload(bob),
      await upload(bob),
      await upload(bob),
      await upload(bob),
    ];
    await put(bob, asValue(kept), 1);
    await put(bob, null, 2);
    await age(24.5, [late.id, kept.id]);
    await age(26, [loose.id, kept.id]);
    const keyOf = async (id: number) =>
      (await server.query('select object_key from record_file where id = $1', [id]))[0]?.['object_key'];
    const keys = await Promise.all([loose, kept, fresh].map(({ id }) => keyOf(id)));
    // Between the last moment to save it and the sweep nobody can begin to hold it.
    expect(await put(bob, asValue(late), 3)).toEqual(unknownFile(`f${drawing}`));
    await sweep();
    expect(await keyOf(loose.id)).toBeUndefined();
    expect(await Promise.all(keys.map(objectStands))).toEqual([false, true, true]);
    expect((await put(bob, asValue(kept), 3)).errors).toBeUndefined();
  });

  test('takes what began to come and never came whole, and tries again while the storage is down', async () => {
    const key = `${server.north.id}/half.png`;
    await server.storage.put(key, png, 'image/png');
    await server.query(
      `insert into file_upload (tenant_id, object_key, user_id, created_at) values ($1, $2, $3, now() - interval '2 days')`,
      [server.north.id, key, server.people.bob],
    );
    const down = vi.spyOn(server.storage, 'remove').mockRejectedValue(new Error('no storage'));
    await expect(sweep()).rejects.toThrow('no storage');
    expect(await server.query('select 1 as one from file_upload where object_key = $1', [key])).toHaveLength(
      1,
    );
    down.mockRestore();
    await sweep();
    expect(await objectStands(key)).toBe(false);
    expect(await server.query('select 1 as one from file_upload where object_key = $1', [key])).toEqual([]);
  });
});
