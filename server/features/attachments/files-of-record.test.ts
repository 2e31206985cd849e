import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { insert } from '../../../testing/two-tenants.ts';

const png = Buffer.from('\u0089PNG\r\n\u001a\nand the rest of a picture', 'latin1');
const pdf = Buffer.from('%PDF-1.7\nnorth\n');

let server: TestServer;
let ana: Credentials;
let bob: Credentials;
/** An attachment field of Orders that clerks may write, and one that they do not see. */
let drawings: number;
let secret: number;
let record: number;

beforeAll(async () => {
  server = await startTestServer();
  const { north } = server;
  const addField = (name: string) =>
    server.database.asOwnerOf(north.id, (connection) =>
      insert(connection, 'field', {
        tenant_id: north.id,
        record_type_id: north.types.orders,
        name,
        data_type: 'attachment',
        required: false,
        position: 9,
      }),
    );
  drawings = await addField('Drawings');
  secret = await addField('Secret drawings');
  await server.query(
    `insert into role_field_access (tenant_id, role_id, record_type_id, field_id, access) values ($1, $2, $3, $4, 'Editable')`,
    [north.id, north.roles.clerk, north.types.orders, drawings],
  );
  ana = await server.enter('ana', north);
  bob = await server.enter('bob', north);
});
afterAll(() => server.close());
beforeEach(async () => {
  const { north } = server;
  record = await server.database.asOwnerOf(north.id, (connection) =>
    insert(connection, `record_${north.bucket}`, {
      bucket: north.bucket,
      tenant_id: north.id,
      record_type_id: north.types.orders,
      record_number: 1,
      status_id: north.statuses.order,
      n1: 1,
    }),
  );
});

async function upload(who: Credentials, fileName: string, fieldId: number | null = drawings) {
  const content = fileName.endsWith('.pdf') ? pdf : png;
  const data = {
    recordTypeId: server.north.types.orders,
    recordAdditionalFieldByTypeId: fieldId,
    fileName,
    sizeBytes: content.length,
  };
  const answer = await server.ask(
    'mutation ($data: StartFileUploadInput!) { startFileUpload(data: $data) { url } }',
    who,
    { data },
  );
  const { url } = answer.data!['startFileUpload'] as { url: string };
  const sent = await server.app.inject({
    method: 'PUT',
    url,
    headers: { 'content-type': 'application/octet-stream' },
    payload: content,
  });
  return sent.json<{ id: number; originalFileName: string; sizeBytes: number }>();
}

const update = (who: Credentials, data: object) =>
  server.ask(
    `mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { version additionalFields { tag value } } }`,
    who,
    { data: { id: record, ...data } },
  );
const put = (who: Credentials, ids: readonly number[], version?: number) => {
  const value = JSON.stringify(ids.map((id) => ({ id, name: 'a lie.exe', sizeBytes: 1 })));
  return update(who, {
    ...(version !== undefined && { version }),
    additionalFields: [{ recordAdditionalFieldByTypeId: drawings, value }],
  });
};
const list = async (who: Credentials, more: object = {}) =>
  server.ask(
    `query ($data: FindRecordFilesInput!) { findRecordFiles(data: $data) { version mayDelete files {
       id name description fileType fileSize createdByName recordFieldName recordAdditionalFieldByTypeId access } } }`,
    who,
    { data: { recordId: record, recordTypeId: server.north.types.orders, ...more } },
  );
const describeFile = (who: Credentials, fileId: number, more: object) =>
  server.ask(
    `mutation ($data: UpdateRecordFileInput!) { updateRecordFile(data: $data) { version file { name description } } }`,
    who,
    {
      data: {
        recordId: record,
        recordTypeId: server.north.types.orders,
        recordAdditionalFieldByTypeId: drawings,
        fileId,
        ...more,
      },
    },
  );
const refusedWith = (message: string) => ({ errors: [expect.objectContaining({ message })] });
const storedValue = async () =>
  (
    await server.query(
      `select x ->> '${drawings}' as value from record_${server.north.bucket} where id = $1`,
      [record],
    )
  )[0]?.['value'];

describe('several files of one field', () => {
  test('are kept in their order, with the names and sizes that are known here; one alone as before', async () => {
    const [one, two] = [await upload(bob, 'Plan.png'), await upload(bob, 'Order.pdf')];
    expect((await put(bob, [two.id, one.id])).errors).toBeUndefined();
    expect(JSON.parse(String(await storedValue()))).toEqual([
      { id: two.id, name: 'Order.pdf', sizeBytes: pdf.length },
      { id: one.id, name: 'Plan.png', sizeBytes: png.length },
    ]);
    expect((await put(bob, [one.id])).errors).toBeUndefined();
    expect(JSON.parse(String(await storedValue()))).toEqual({
      id: one.id,
      name: 'Plan.png',
      sizeBytes: png.length,
    });
  });

  test('are refused whole when one of them may not be named, or when they are too many', async () => {
    const own = await upload(bob, 'Plan.png');
    const other = await upload(ana, 'Hers.png');
    expect(await put(bob, [own.id, other.id])).toMatchObject(refusedWith('The file was not found.'));
    expect(await put(bob, [own.id, 999_999])).toMatchObject(refusedWith('The file was not found.'));
    const many = Array.from({ length: 21 }, (_, at) => own.id + at);
    expect(await put(bob, many)).toMatchObject(refusedWith('A field holds at most 20 files.'));
    expect(await storedValue()).toBeNull();
    // What stands there already may be named by anybody who may write the field.
    await put(ana, [other.id]);
    expect((await put(bob, [other.id, own.id])).errors).toBeUndefined();
  });

  test('are each opened by their id, and no other is', async () => {
    const [one, two] = [await upload(bob, 'Plan.png'), await upload(bob, 'Order.pdf')];
    const stray = await upload(bob, 'Stray.png');
    await put(bob, [one.id, two.id]);
    const open = (fileId?: number) =>
      server.ask(
        'query ($data: RecordAttachmentInput!) { getRecordAttachment(data: $data) { originalFileName } }',
        bob,
        {
          data: {
            recordId: record,
            recordTypeId: server.north.types.orders,
            recordAdditionalFieldByTypeId: drawings,
            ...(fileId !== undefined && { fileId }),
          },
        },
      );
    expect((await open()).data).toEqual({ getRecordAttachment: { originalFileName: 'Plan.png' } });
    expect((await open(two.id)).data).toEqual({ getRecordAttachment: { originalFileName: 'Order.pdf' } });
    expect(await open(stray.id)).toMatchObject(refusedWith('File not found'));
  });
});

describe('the files of a record', () => {
  test('are those of the fields that the role sees, the record file first', async () => {
    const orderFile = await upload(ana, 'Order.pdf', null);
    const plan = await upload(ana, 'Plan.png');
    const hidden = await upload(ana, 'Hidden.png', secret);
    await update(ana, {
      recordFileId: orderFile.id,
      additionalFields: [drawings, secret].map((fieldId) => ({
        recordAdditionalFieldByTypeId: fieldId,
        value: JSON.stringify({ id: (fieldId === drawings ? plan : hidden).id, name: 'x' }),
      })),
    });
    const all = (await list(ana)).data?.['findRecordFiles'];
    expect(all).toMatchObject({
      version: 2,
      mayDelete: true,
      files: [
        { name: 'Order.pdf', recordAdditionalFieldByTypeId: null, fileType: 'application/pdf', fileSize: 1 },
        {
          name: 'Plan.png',
          recordFieldName: 'Drawings',
          recordAdditionalFieldByTypeId: drawings,
          access: 'Editable',
        },
        { name: 'Hidden.png', recordFieldName: 'Secret drawings' },
      ],
    });
    const seen = JSON.stringify(await list(bob));
    expect(seen).toContain('Plan.png');
    expect(seen).not.toContain('Hidden');
    expect(seen).not.toContain('Secret drawings');
  });

  test('of another company are absent, and so are those of no record', async () => {
    const sue = await server.enter('sue', server.south);
    expect(await list(sue)).toMatchObject({ errors: [expect.anything()] });
    expect(await list(sue, { recordTypeId: server.south.types.orders })).toMatchObject(
      refusedWith('The record was not found.'),
    );
    expect(await list(ana, { recordId: 999_999 })).toMatchObject(refusedWith('The record was not found.'));
  });
});

describe('a file that is renamed or described', () => {
  test('says its new name in the value of the field and in the history, and keeps its extension', async () => {
    const [plan, other] = [await upload(bob, 'Plan.png'), await upload(bob, 'Order.pdf')];
    await put(bob, [plan.id, other.id], 1);
    const answer = await describeFile(bob, plan.id, { name: '../Ground floor.exe', description: ' Signed ' });
    expect(answer.data).toEqual({
      updateRecordFile: { version: 3, file: { name: '..-Ground floor.exe.png', description: 'Signed' } },
    });
    expect(await storedValue()).toContain('..-Ground floor.exe.png');
    const [entry] = await server.query(
      `select changes -> $2 ->> 1 as after from audit_log where entity = 'record' and entity_id = $1 order by id desc limit 1`,
      [record, `f${drawings}`],
    );
    expect(entry?.['after']).toContain('..-Ground floor.exe.png');
    expect((await list(bob)).data).toMatchObject({
      findRecordFiles: {
        version: 3,
        files: [{ name: '..-Ground floor.exe.png', description: 'Signed' }, {}],
      },
    });
    // Nor of a deleted record.
    await server.query('update record set enabled = false where id = $1', [record]);
    expect(await describeFile(ana, plan.id, { name: 'Later' })).toMatchObject(
      refusedWith('A deleted record is not edited. Restore it first.'),
    );
    await server.query('update record set enabled = true where id = $1', [record]);
    // What is absent stays.
    await describeFile(bob, plan.id, { description: '' });
    expect((await list(bob)).data).toMatchObject({
      findRecordFiles: { version: 3, files: [{ name: '..-Ground floor.exe.png', description: null }, {}] },
    });
  });

  test('is one that the field holds, of a role that may edit the field', async () => {
    const plan = await upload(bob, 'Plan.png');
    expect(await describeFile(bob, plan.id, { name: 'x' })).toMatchObject(refusedWith('File not found'));
    await put(bob, [plan.id]);
    expect(await describeFile(bob, plan.id, { name: ' ' })).toMatchObject(
      refusedWith('A file needs a name.'),
    );
    expect(await describeFile(bob, plan.id, { description: 'x'.repeat(2001) })).toMatchObject(
      refusedWith('A description has at most 2000 characters.'),
    );
    expect(
      await describeFile(bob, plan.id, { name: 'x', recordAdditionalFieldByTypeId: secret }),
    ).toMatchObject(refusedWith(`There is no field 'f${secret}' here.`));
    const sue = await server.enter('sue', server.south);
    expect(await describeFile(sue, plan.id, { name: 'x' })).toMatchObject({ errors: [expect.anything()] });
    expect((await list(bob)).data).toMatchObject({ findRecordFiles: { files: [{ name: 'Plan.png' }] } });
  });
});
