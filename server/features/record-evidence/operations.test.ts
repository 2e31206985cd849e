import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { insert } from '../../../testing/two-tenants.ts';
import type { TestTenant } from '../../../testing/two-tenants.ts';

let server: TestServer;
let ana: Credentials;
let bob: Credentials;
let file: number;
let record: number;

async function addFile(tenant: TestTenant, name = 'Bill.pdf') {
  return server.database.asOwnerOf(tenant.id, (connection) =>
    insert(connection, 'record_file', {
      tenant_id: tenant.id,
      object_key: `${tenant.id}/${name}-${Math.random()}.pdf`,
      original_file_name: name,
      mime_type: 'application/pdf',
      size_bytes: 10,
    }),
  );
}

const addRecord = (tenant: TestTenant, fileId: number | null, more = {}) =>
  server.database.asOwnerOf(tenant.id, (connection) =>
    insert(connection, `record_${tenant.bucket}`, {
      bucket: tenant.bucket,
      tenant_id: tenant.id,
      record_type_id: tenant.types.orders,
      record_number: 1,
      record_file_id: fileId,
      status_id: tenant.statuses.order,
      ...more,
    }),
  );

const shape = 'fieldKey value fileId fileName page box';
const place = (more: object = {}) => ({
  fieldKey: 'poNumber',
  value: '7396',
  fileId: file,
  page: 2,
  box: [10, 700.25, 42.5, 711],
  ...more,
});
const keep = (who: Credentials, places: object[], data: object = {}) =>
  server.ask(
    `mutation ($data: KeepRecordEvidenceInput!) { keepRecordEvidence(data: $data) { ${shape} } }`,
    who,
    { data: { recordId: record, recordTypeId: server.north.types.orders, places, ...data } },
  );
const find = (who: Credentials, data: object = {}) =>
  server.ask(
    `query ($data: FindRecordEvidenceInput!) { findRecordEvidence(data: $data) { ${shape} } }`,
    who,
    { data: { recordId: record, recordTypeId: server.north.types.orders, ...data } },
  );
const found = async (who: Credentials) => (await find(who)).data?.['findRecordEvidence'];
const codeOf = (answer: Awaited<ReturnType<typeof keep>>) => answer.errors?.[0]?.extensions['code'];

beforeAll(async () => {
  server = await startTestServer();
  ana = await server.enter('ana', server.north);
  bob = await server.enter('bob', server.north);
});
afterAll(() => server.close());
beforeEach(async () => {
  file = await addFile(server.north);
  record = await addRecord(server.north, file);
});

describe('a place that a value was taken from', () => {
  test('is kept with the record, and found again', async () => {
    const expected = [{ ...place(), fileName: 'Bill.pdf' }];
    expect((await keep(ana, [place()])).data?.['keepRecordEvidence']).toEqual(expected);
    expect(await found(ana)).toEqual(expected);
  });

  test('is one a field: the last', async () => {
    await keep(ana, [place(), place({ fieldKey: 'description', value: 'Bill' })]);
    await keep(ana, [place({ value: '7397', page: 1 })]);
    expect(await found(ana)).toMatchObject([
      { fieldKey: 'description', value: 'Bill' },
      { fieldKey: 'poNumber', value: '7397', page: 1 },
    ]);
  });

  test('is not answered when the record holds another file, and is when it holds this one again', async () => {
    await keep(ana, [place()]);
    const hold = (id: number) =>
      server.query(`update record_${server.north.bucket} set record_file_id = $1 where id = $2`, [
        id,
        record,
      ]);
    await hold(await addFile(server.north, 'Another.pdf'));
    expect(await found(ana)).toEqual([]);
    await hold(file);
    expect(await found(ana)).toHaveLength(1);
  });

  test('is for whoever sees the field', async () => {
    const hidden = `f${server.north.fields.margin}`;
    await keep(ana, [place(), place({ fieldKey: hidden, value: '5' })]);
    expect(await found(ana)).toHaveLength(2);
    expect(JSON.stringify(await found(bob))).not.toContain(hidden);
    expect(codeOf(await keep(bob, [place({ fieldKey: hidden, value: '6' })]))).toBe('INVALID');
    expect(await found(ana)).toContainEqual(expect.objectContaining({ fieldKey: hidden, value: '5' }));
  });

  test.each([
    ['no file of the record', async () => place({ fileId: await addFile(server.north) }), 'NOT_FOUND'],
    ['a file of another company', async () => place({ fileId: await addFile(server.south) }), 'NOT_FOUND'],
    ['no file at all', async () => place({ fileId: 999_999 }), 'NOT_FOUND'],
    ['a field that nobody edits', async () => place({ fieldKey: 'createdAt' }), 'INVALID'],
    ['no field', async () => place({ fieldKey: 'nothing' }), 'INVALID'],
    ['no value', async () => place({ value: '' }), 'INVALID'],
    ['a page before the first', async () => place({ page: 0 }), 'INVALID'],
    ['half a box', async () => place({ box: [1, 2] }), 'INVALID'],
    ['a box inside out', async () => place({ box: [10, 10, 1, 1] }), 'INVALID'],
  ])('with %s is refused, and nothing of the request is kept', async (_what, make, code) => {
    expect(codeOf(await keep(ana, [place({ fieldKey: 'description' }), await make()]))).toBe(code);
    expect(await found(ana)).toEqual([]);
  });

  test('of a record that is out of sight reads as absent', async () => {
    const south = await addRecord(server.south, await addFile(server.south));
    for (const recordId of [south, 999_999]) {
      expect(codeOf(await find(ana, { recordId }))).toBe('NOT_FOUND');
      expect(codeOf(await keep(ana, [], { recordId }))).toBe('NOT_FOUND');
    }
  });
});
