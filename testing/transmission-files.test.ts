// The files that go with a record to another company, and who may have them there.
import { menuActionId } from '@rowhouse/domain/menu/actions.ts';
import { tenantId } from '@rowhouse/domain/kernel/ids.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { readZip } from './read-zip.ts';
import { startTestServer } from './test-server.ts';
import type { Credentials, TestServer } from './test-server.ts';
import { insert } from './two-tenants.ts';
import type { TestTenant } from './two-tenants.ts';
import { waitFor } from './wait-for.ts';
import { createLog } from '@rowhouse/server/platform/log.ts';
import { removeInTime } from '@rowhouse/server/platform/object-storage/write-object.ts';
import { TenantConfigCache } from '@rowhouse/server/platform/tenant-config/tenant-config-cache.ts';
import { deleteTenant } from '@rowhouse/server/platform/tenants/delete-tenant.ts';
import { sweepUploads } from '@rowhouse/server/features/attachments/sql.ts';
import { transmittedRecords } from '@rowhouse/server/features/records/transmitted-records.ts';
import { createTransmissionRunner } from '@rowhouse/server/features/transmissions/run-transmissions.ts';

const png = Buffer.from('\u0089PNG\r\n\u001a\nand the rest of a picture', 'latin1');
const photo = Buffer.from('\u0089PNG\r\n\u001a\nanother picture', 'latin1');
const pdf = Buffer.from('%PDF-1.7\norder\n');

let server: TestServer;
let ana: Credentials;
let sue: Credentials;
/** A clerk of South, who sees the record file there and no drawing. */
let bob: Credentials;
let mapping: number;
let dies: string | null = null;
/** Attachment fields of Orders by company: one that is carried, and one that never is. */
const drawing = { north: 0, south: 0 };
const secret = { north: 0, south: 0 };

beforeAll(async () => {
  server = await startTestServer({
    beforeTransmissionStep: (step) => {
      if (step !== dies) return;
      dies = null;
      throw new Error(`killed before ${step}`);
    },
  });
  for (const name of ['north', 'south'] as const) {
    drawing[name] = await addField(server[name], name === 'north' ? 'Drawing' : 'Plan');
    secret[name] = await addField(server[name], 'Secret drawing');
  }
  const { south, people } = server;
  await server.query('insert into membership (tenant_id, user_id, role_id) values ($1, $2, $3)', [
    south.id,
    people.bob,
    south.roles.clerk,
  ]);
  await server.query(
    `insert into role_menu_item_action (tenant_id, role_id, menu_item_id, action_id, name) values ($1, $2, $3, $4, 'Bulk Download')`,
    [south.id, south.roles.manager, south.menuItems.orders, menuActionId('bulk download')],
  );
  ana = await server.enter('ana', server.north);
  sue = await server.enter('sue', south);
  bob = await server.enter('bob', south);
  const made = await ask<{ id: number }>(createMapping, ana, {
    recordTypeId: server.north.types.orders,
    targetUrl: 'south',
    ...sending(),
  });
  mapping = made.id;
  await ask(approve, sue, acceptance());
});
afterAll(() => server.close());
afterEach(() => {
  dies = null;
  vi.restoreAllMocks();
});

const createMapping =
  'mutation ($data: CreateTransmissionMappingInput!) { createTransmissionMapping(data: $data) { id } }';
const approve =
  'mutation ($data: ApproveTransmissionMappingInput!) { approveTransmissionMapping(data: $data) { state } }';

const sending = () => ({
  triggerField: 'status',
  triggerValue: 'Ready',
  sourceStatusField: 'status',
  sourceSuccessStatusValue: 'sent',
  sourceErrorStatusValue: 'Done',
  fields: ['description', `f${server.north.fields.weight}`, `f${drawing.north}`, 'recordFile'],
});

const ofSouth = () => ({
  description: 'description',
  weight: `f${server.south.fields.weight}`,
  drawing: `f${drawing.south}`,
  recordFile: 'recordFile',
});
const acceptance = (fields: Record<string, string> = ofSouth()) => ({
  id: mapping,
  offeredVersion: 1,
  recordTypeId: server.south.types.orders,
  targetStatusField: 'status',
  targetStatusValue: 'Ready',
  pairs: ['description', 'weight', 'drawing', 'recordFile'].flatMap((name, at) =>
    fields[name] === undefined ? [] : [{ item: at + 1, field: fields[name] }],
  ),
  translations: [],
});

async function ask<Answer>(document: string, who: Credentials, data: object): Promise<Answer> {
  const answer = await server.ask(document, who, { data });
  expect(answer.errors).toBeUndefined();
  return Object.values(answer.data ?? {})[0] as Answer;
}

const addField = (tenant: TestTenant, name: string): Promise<number> =>
  server.database.asOwnerOf(tenant.id, (connection) =>
    insert(connection, 'field', {
      tenant_id: tenant.id,
      record_type_id: tenant.types.orders,
      name,
      data_type: 'attachment',
      position: 9,
    }),
  );

type Uploaded = { id: number; name: string };
async function upload(fieldId: number | null, fileName: string, content: Buffer): Promise<Uploaded> {
  const { url } = await ask<{ url: string }>(
    'mutation ($data: StartFileUploadInput!) { startFileUpload(data: $data) { url } }',
    ana,
    {
      recordTypeId: server.north.types.orders,
      recordAdditionalFieldByTypeId: fieldId,
      fileName,
      sizeBytes: content.length,
    },
  );
  const headers = { 'content-type': 'application/octet-stream' };
  const answer = await server.app.inject({ method: 'PUT', url, headers, payload: content });
  expect(answer.statusCode).toBe(200);
  return { id: answer.json<{ id: number }>().id, name: fileName };
}

let numbers = 7000;
const addRecord = (values: Record<string, unknown> = {}): Promise<number> => {
  const { bucket, id, types } = server.north;
  numbers += 1;
  return server.database.asOwnerOf(id, (connection) =>
    insert(connection, `record_${bucket}`, {
      bucket,
      tenant_id: id,
      record_type_id: types.orders,
      record_number: numbers,
      description: `Order ${numbers}`,
      target_transmission_tenant_id: server.south.id,
      n1: 2.5,
      ...values,
    }),
  );
};

const change = (id: number, data: object) =>
  ask('mutation ($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id } }', ana, {
    id,
    ...data,
  });
const hold = (id: number, fieldId: number, files: readonly Uploaded[]) =>
  change(id, {
    additionalFields: [
      {
        recordAdditionalFieldByTypeId: fieldId,
        value: JSON.stringify(files.map((file) => ({ ...file, sizeBytes: 1 }))),
      },
    ],
  });
const setReady = (id: number) => change(id, { statusId: server.north.statuses.order });

/** An order with two drawings, a record file and a file in the field that is never carried. */
async function addOrder(): Promise<{ id: number; files: Uploaded[] }> {
  const id = await addRecord();
  const plan = await upload(drawing.north, 'Plan.png', png);
  const view = await upload(drawing.north, 'View.png', photo);
  const order = await upload(null, 'Order.pdf', pdf);
  const hidden = await upload(secret.north, 'Costing.png', photo);
  await hold(id, drawing.north, [plan, view]);
  await hold(id, secret.north, [hidden]);
  await change(id, { recordFileId: order.id });
  return { id, files: [plan, view, order, hidden] };
}

const messageOf = async (id: number) =>
  (await server.query('select * from transmission where record_id = $1 order by id desc limit 1', [id]))[0] ??
  {};
async function settle(id: number, state: string): Promise<void> {
  server.transmissions.wake();
  await waitFor(async () => expect((await messageOf(id))['state']).toBe(state));
}
async function send(id: number): Promise<number> {
  await setReady(id);
  await settle(id, 'DELIVERED');
  return idInSouth(id);
}
const idInSouth = async (id: number): Promise<number> => {
  const rows = await server.query(
    `select record_id::int as id from transmission_received where source_key = $1 and state = 'DELIVERED'`,
    [`${mapping}:${id}`],
  );
  expect(rows).toHaveLength(1);
  return Number(rows[0]?.['id']);
};
const statusOf = async (id: number) =>
  (
    await server.query(
      'select s.name from record r join record_status s on s.id = r.status_id where r.tenant_id = $1 and r.id = $2',
      [server.north.id, id],
    )
  )[0]?.['name'];

type Listed = { id: number; name: string; fileSize: number; createdByName: string; recordFieldName: string };
const listFiles = async (who: Credentials, recordId: number): Promise<Listed[]> =>
  (
    await ask<{ files: Listed[] }>(
      `query ($data: FindRecordFilesInput!) { findRecordFiles(data: $data) {
         files { id name description fileType fileSize createdByName recordFieldName } } }`,
      who,
      { recordId, recordTypeId: server.south.types.orders },
    )
  ).files;

const attachmentDocument =
  'query ($data: RecordAttachmentInput!) { getRecordAttachment(data: $data) { signedUrl } }';
const recordFileDocument = 'query ($id: Id!) { getMyRecordFileById(recordFileId: $id) { signedUrl } }';
const askAttachment = (who: Credentials, recordId: number, fileId: number) =>
  server.ask(attachmentDocument, who, {
    data: {
      recordId,
      recordTypeId: server.south.types.orders,
      recordAdditionalFieldByTypeId: drawing.south,
      fileId,
    },
  });
const askRecordFile = (who: Credentials, id: number) => server.ask(recordFileDocument, who, { id });
async function download(answer: Awaited<ReturnType<TestServer['ask']>>): Promise<Buffer> {
  expect(answer.errors).toBeUndefined();
  const { signedUrl } = Object.values(answer.data ?? {})[0] as { signedUrl: string };
  const { statusCode, rawPayload } = await server.app.inject({ method: 'GET', url: signedUrl });
  expect(statusCode).toBe(200);
  return rawPayload;
}
const fileNotFound = {
  data: null,
  errors: [{ message: 'File not found', extensions: { code: 'NOT_FOUND' } }],
};
/** By their names, as South reads them. */
async function readAll(who: Credentials, recordId: number): Promise<Record<string, Buffer>> {
  const found: Record<string, Buffer> = {};
  for (const { id, name, recordFieldName } of await listFiles(who, recordId))
    found[name] = await download(
      recordFieldName === 'Record File'
        ? await askRecordFile(who, id)
        : await askAttachment(who, recordId, id),
    );
  return found;
}

const filesOf = (tenant: TestTenant) =>
  server.query('select id::int, object_key from record_file where tenant_id = $1 order by id', [tenant.id]);
const objectStands = async (key: unknown) => {
  const opened = await server.storage.open(String(key));
  opened?.content.destroy();
  return opened !== null;
};

test('the files that the mapping carries arrive, and are opened, listed and zipped through the own record', async () => {
  const { id } = await addOrder();
  const arrived = await send(id);
  expect(await statusOf(id)).toBe('sent');
  expect(
    (await listFiles(sue, arrived)).map(({ name, fileSize, recordFieldName, createdByName }) => [
      recordFieldName,
      name,
      fileSize,
      createdByName,
    ]),
  ).toEqual([
    ['Record File', 'Order.pdf', 1, 'Sue Test'],
    ['Plan', 'Plan.png', 1, 'Sue Test'],
    ['Plan', 'View.png', 1, 'Sue Test'],
  ]);
  expect(await readAll(sue, arrived)).toEqual({ 'Order.pdf': pdf, 'Plan.png': png, 'View.png': photo });
  for (const row of await filesOf(server.south))
    expect(row['object_key']).toMatch(new RegExp(`^${server.south.id}/`));

  const { url } = await ask<{ url: string }>(
    'mutation ($data: CreateZipFileLinkInput!) { createZipFileLink(data: $data) { url } }',
    sue,
    { ids: [arrived] },
  );
  const zip = await server.app.inject({ method: 'GET', url });
  expect(readZip(zip.rawPayload)[0]?.content).toEqual(pdf);
});

test('who sees which of them is decided by the rights of the company that received them', async () => {
  const { id, files } = await addOrder();
  const arrived = await send(id);
  const listed = await listFiles(sue, arrived);
  const [orderFile, plan] = listed;
  expect((await listFiles(bob, arrived)).map(({ name }) => name)).toEqual(['Order.pdf']);
  expect(await download(await askRecordFile(bob, orderFile!.id))).toEqual(pdf);
  expect(await askAttachment(bob, arrived, plan!.id)).toEqual(fileNotFound);
  // Nor does it help to know a file of the sender, or for the sender to know one of theirs.
  for (const { id: theirs } of files) {
    expect(await askAttachment(sue, arrived, theirs)).toEqual(fileNotFound);
    expect(await askRecordFile(sue, theirs)).toEqual(fileNotFound);
  }
  for (const { id: ours } of listed) {
    expect(await askRecordFile(ana, ours)).toEqual(fileNotFound);
    expect(await askAttachment(ana, arrived, ours)).toEqual(fileNotFound);
  }
  // Whoever looks at the company as a clerk has what a clerk has.
  const viewing = await server.enter('sue', server.south);
  await ask('mutation ($data: StartViewAsInput!) { startViewAs(data: $data) { role { name } } }', viewing, {
    kind: 'ROLE',
    id: server.south.roles.clerk,
  });
  expect((await listFiles(viewing, arrived)).map(({ name }) => name)).toEqual(['Order.pdf']);
  expect(await askAttachment(viewing, arrived, plan!.id)).toEqual(fileNotFound);
});

test('neither company reads anything of the files of the other but names and sizes of what is carried', async () => {
  const { id, files } = await addOrder();
  const arrived = await send(id);
  const keys = (await filesOf(server.north)).map((row) => String(row['object_key']));
  const tables = await server.query(
    `select table_name as name from information_schema.columns where column_name = 'tenant_id' and table_schema = 'public'`,
  );
  let ofSouthAlone = '';
  for (const { name } of tables) {
    const rows = await server.query(
      `select coalesce(jsonb_agg(t), '[]')::text as rows from ${String(name)} t where tenant_id = $1`,
      [server.south.id],
    );
    ofSouthAlone += String(rows[0]?.['rows']);
  }
  expect(ofSouthAlone).toContain('Plan.png');
  for (const word of [...keys, 'Costing.png', 'Secret drawing of North'])
    expect(ofSouthAlone).not.toContain(word);
  const [receipt] = await server.query(
    'select content -> $2 as files from transmission_received where tenant_id = $1 and record_id = $3',
    [server.south.id, 'files', arrived],
  );
  expect(receipt?.['files']).toEqual([
    { item: 3, name: 'Plan.png', sizeBytes: png.length },
    { item: 3, name: 'View.png', sizeBytes: photo.length },
    { item: 4, name: 'Order.pdf', sizeBytes: pdf.length },
  ]);
  // The source keeps its own ids beside it, and no id of the target.
  const message = await messageOf(id);
  expect((message['file_ids'] as unknown[]).map(Number)).toEqual(files.slice(0, 3).map((file) => file.id));
  expect(message['content']).toMatchObject({ files: receipt?.['files'] });
});

test('what the source reads is the same whatever the target makes of its files', async () => {
  const readAsSource = async (id: number) => {
    const { id: message } = await messageOf(id);
    const details = await ask<{ values: { name: string; value: string; dataType: string | null }[] }>(
      `query ($data: FindTransmissionInput!) { findTransmission(data: $data) {
         transmission { state company reason tries } values { name value dataType } lines { values { value } } } }`,
      ana,
      { id: Number(message), direction: 'SENT' },
    );
    expect(details.values[0]).toMatchObject({ name: 'Description', dataType: 'string' });
    return { ...details, values: details.values.slice(1) };
  };
  const first = await addOrder();
  await send(first.id);
  await ask(approve, sue, acceptance({ ...ofSouth(), drawing: `f${secret.south}` }));
  const second = await addOrder();
  const arrived = await send(second.id);
  expect((await listFiles(sue, arrived)).map(({ recordFieldName }) => recordFieldName)).toEqual([
    'Record File',
    'Secret drawing',
    'Secret drawing',
  ]);
  await ask(approve, sue, acceptance());
  const read = await readAsSource(first.id);
  expect(read).toEqual(await readAsSource(second.id));
  expect(read.values).toContainEqual({
    name: 'Drawing',
    value: 'Plan.png (1 kB), View.png (1 kB)',
    dataType: null,
  });
});

test('a file that the target puts nowhere is not copied', async () => {
  const { recordFile: _none, ...fields } = ofSouth();
  await ask(approve, sue, acceptance(fields));
  const before = (await filesOf(server.south)).length;
  const { id } = await addOrder();
  const arrived = await send(id);
  expect((await listFiles(sue, arrived)).map(({ name }) => name)).toEqual(['Plan.png', 'View.png']);
  expect(await filesOf(server.south)).toHaveLength(before + 2);
  await ask(approve, sue, acceptance());
});

test('what was delivered stays readable when the source takes its files out, renames them or deletes the record', async () => {
  const { id, files } = await addOrder();
  const arrived = await send(id);
  await ask('mutation ($data: UpdateRecordFileInput!) { updateRecordFile(data: $data) { version } }', ana, {
    recordId: id,
    recordTypeId: server.north.types.orders,
    recordAdditionalFieldByTypeId: drawing.north,
    fileId: files[0]!.id,
    name: 'Renamed',
  });
  await change(id, { additionalFields: [{ recordAdditionalFieldByTypeId: drawing.north, value: null }] });
  await server.query(`update record_${server.north.bucket} set enabled = false where id = $1`, [id]);
  expect(await readAll(sue, arrived)).toEqual({ 'Order.pdf': pdf, 'Plan.png': png, 'View.png': photo });
});

test.each([
  ['does not answer', () => Promise.reject(new Error('no storage'))],
  ['says that it copied, and did not', () => Promise.resolve()],
])('a storage that %s is a technical failure, and is tried again', async (_what, copy) => {
  const { id } = await addOrder();
  const before = await filesOf(server.south);
  const down = vi.spyOn(server.storage, 'copy').mockImplementation(copy);
  await setReady(id);
  await settle(id, 'FAILED');
  expect(await messageOf(id)).toMatchObject({
    reason: 'It could not be delivered, because the file storage does not give or take the files.',
  });
  // No company has refused anything.
  expect(await statusOf(id)).toBe('Ready');
  expect(
    await server.query('select from transmission_received where source_key = $1', [`${mapping}:${id}`]),
  ).toEqual([]);
  expect(await filesOf(server.south)).toEqual(before);
  down.mockRestore();
  await server.query('update transmission set next_try_at = now() where record_id = $1', [id]);
  await settle(id, 'DELIVERED');
  expect(Object.keys(await readAll(sue, await idInSouth(id)))).toHaveLength(3);
  expect(await filesOf(server.south)).toHaveLength(before.length + 3);
});

test('a storage that breaks in the middle leaves nothing of the files that it had copied', async () => {
  const { id } = await addOrder();
  const copied: string[] = [];
  const { copy } = server.storage;
  vi.spyOn(server.storage, 'copy').mockImplementation(async (key, to, mimeType) => {
    if (copied.length === 2) throw new Error('disk full');
    copied.push(to);
    return copy(key, to, mimeType);
  });
  await setReady(id);
  await settle(id, 'FAILED');
  expect(copied).toHaveLength(2);
  expect(await Promise.all(copied.map(objectStands))).toEqual([false, false]);
  vi.restoreAllMocks();
  await server.query('update transmission set next_try_at = now() where record_id = $1', [id]);
  await settle(id, 'DELIVERED');
});

test('killed when the files were copied: the next try brings each once, and the copies of the first are swept', async () => {
  const { id } = await addOrder();
  const before = await filesOf(server.south);
  const copied: string[] = [];
  const { copy } = server.storage;
  vi.spyOn(server.storage, 'copy').mockImplementation((key, to, mimeType) => {
    copied.push(to);
    return copy(key, to, mimeType);
  });
  dies = 'apply';
  await setReady(id);
  await settle(id, 'FAILED');
  await server.query('update transmission set next_try_at = now() where record_id = $1', [id]);
  await settle(id, 'DELIVERED');
  expect(copied).toHaveLength(6);
  expect(await filesOf(server.south)).toHaveLength(before.length + 3);
  // Neither before its time nor after is a file taken away that a record holds.
  await server.query(`update file_upload set created_at = now() - interval '26 hours'`);
  await sweepUploads(server.database, (key) => removeInTime(server.storage, key, 1000));
  expect(await Promise.all(copied.map(objectStands))).toEqual([false, false, false, true, true, true]);
  expect(Object.keys(await readAll(sue, await idInSouth(id)))).toHaveLength(3);
});

test('killed when it had arrived: the next try copies nothing', async () => {
  const { id } = await addOrder();
  dies = 'finish';
  await setReady(id);
  await settle(id, 'FAILED');
  const before = await filesOf(server.south);
  const copy = vi.spyOn(server.storage, 'copy');
  await server.query('update transmission set next_try_at = now() where record_id = $1', [id]);
  await settle(id, 'DELIVERED');
  expect(copy).not.toHaveBeenCalled();
  expect(await filesOf(server.south)).toEqual(before);
  expect(await statusOf(id)).toBe('sent');
});

test('two servers at the same messages make each record and each of its files once', async () => {
  const ids: number[] = [];
  for (let at = 0; at < 6; at += 1) ids.push((await addOrder()).id);
  const before = await filesOf(server.south);
  const second = createTransmissionRunner({
    database: server.database,
    configs: new TenantConfigCache(server.database),
    records: transmittedRecords(server.clock),
    storage: server.storage,
    log: createLog('silent'),
  });
  for (const id of ids) await setReady(id);
  const isOpen = async () =>
    (await server.query(`select from transmission where record_id = any($1) and state <> 'DELIVERED'`, [ids]))
      .length > 0;
  for (let round = 0; await isOpen(); round += 1) {
    // The lease is over before the delivery is: both have the messages in hand.
    // One by one: who holds several of them in another order than a server would be in a deadlock with it.
    for (const id of ids)
      await server.query(
        `update transmission set next_try_at = now(), tries = 0 where record_id = $1 and state in ('QUEUED', 'FAILED')`,
        [id],
      );
    server.transmissions.wake();
    second.wake();
    expect(round).toBeLessThan(2000);
  }
  await second.stop();
  expect(await filesOf(server.south)).toHaveLength(before.length + ids.length * 3);
  for (const id of ids) expect(Object.keys(await readAll(sue, await idInSouth(id)))).toHaveLength(3);
  const made = await server.query(
    `select count(*)::int as n from record where tenant_id = $1 and description in (
       select description from record where tenant_id = $2 and id = any($3))`,
    [server.south.id, server.north.id, ids],
  );
  expect(made).toEqual([{ n: ids.length }]);
});

test('large files wait for each other, and all of them arrive', async () => {
  const large = Buffer.concat([png, Buffer.alloc(9_000_000)]);
  const file = await upload(drawing.north, 'Large.png', large);
  const ids: number[] = [];
  for (let at = 0; at < 9; at += 1) {
    const value = JSON.stringify({ id: file.id, name: file.name, sizeBytes: large.length });
    ids.push(await addRecord({ x: JSON.stringify({ [drawing.north]: value }) }));
  }
  for (const id of ids) await setReady(id);
  for (const id of ids) await settle(id, 'DELIVERED');
  for (const id of ids) {
    const [listed] = await listFiles(sue, await idInSouth(id));
    expect(listed).toMatchObject({ name: 'Large.png', fileSize: Math.ceil(large.length / 1000) });
  }
});

test('a file that can no longer be opened is said to the source, and holds nothing else back', async () => {
  const gone = JSON.stringify({ id: 999_999, name: 'Lost.png', sizeBytes: 1 });
  const foreign = (await filesOf(server.south))[0]?.['id'];
  const theirs = JSON.stringify({ id: foreign, name: 'Theirs.png', sizeBytes: 1 });
  const good = await addOrder();
  for (const [value, name] of [
    [gone, 'Lost.png'],
    [theirs, 'Theirs.png'],
  ]) {
    const id = await addRecord({ x: JSON.stringify({ [drawing.north]: value }) });
    await setReady(id);
    await setReady(good.id);
    await settle(id, 'DEAD');
    expect(await messageOf(id)).toMatchObject({
      reason: `Drawing: ${name} can no longer be opened. Take it out of the record, or put it in again.`,
    });
    expect(await statusOf(id)).toBe('Done');
  }
  expect(Object.keys(await readAll(sue, await idInSouth(good.id)))).toHaveLength(3);
});

test('a text that names a file of the target brings no file', async () => {
  const own = (await filesOf(server.south))[0]?.['id'];
  const id = await addRecord({ description: JSON.stringify({ id: own, name: 'a.png', sizeBytes: 1 }) });
  const pairs = acceptance({ ...ofSouth(), description: `f${secret.south}` }).pairs;
  const write = (given: object) =>
    server.query(
      `update transmission_acceptance set settings = jsonb_set(settings, '{pairs}', $2) where mapping_id = $1`,
      [mapping, JSON.stringify(given)],
    );
  await write(pairs);
  await setReady(id);
  await settle(id, 'DEAD');
  const [told] = await server.query('select reason from transmission_received where source_key = $1', [
    `${mapping}:${id}`,
  ]);
  expect(told).toEqual({ reason: 'Secret drawing takes files alone.' });
  await write(acceptance().pairs);
});

test.each([
  [
    'a text for files',
    { drawing: 'description' },
    'Drawing is of type Attachment, and Description of type Text.',
  ],
  [
    'a record file for files of a field',
    { drawing: 'recordFile' },
    'Drawing holds attachments, and Record File is a record file.',
  ],
])('an approval with %s is refused', async (_what, fields, sentence) => {
  const answer = await server.ask(approve, sue, {
    data: acceptance({ weight: ofSouth().weight, ...fields } as Record<string, string>),
  });
  expect(answer.errors?.[0]).toMatchObject({ message: sentence, extensions: { code: 'INVALID' } });
});

test('an approval with an attachment field for the record file is refused', async () => {
  const { weight, drawing: field } = ofSouth();
  const { errors } = await server.ask(approve, sue, { data: acceptance({ weight, recordFile: field }) });
  expect(errors?.[0]?.message).toBe('Record File is a record file, and Plan holds attachments.');
});

test('a dry run says how many files would go, copies none, and finds those that cannot', async () => {
  const { id } = await addOrder();
  const gone = JSON.stringify({ id: 999_999, name: 'Lost.png', sizeBytes: 1 });
  await addRecord({ x: JSON.stringify({ [drawing.north]: gone }) });
  const copy = vi.spyOn(server.storage, 'copy');
  const preview = await ask<{ files: number; fileBytes: number; problems: object[] }>(
    `query ($data: PreviewTransmissionMappingInput!) { previewTransmissionMapping(data: $data) {
       total failing files fileBytes problems { sentence } } }`,
    ana,
    { id: mapping },
  );
  expect(copy).not.toHaveBeenCalled();
  expect(preview.files).toBeGreaterThanOrEqual(3);
  expect(preview.fileBytes).toBeGreaterThanOrEqual(png.length + photo.length + pdf.length);
  expect(preview.problems).toContainEqual({
    sentence: 'Drawing: Lost.png can no longer be opened. Take it out of the record, or put it in again.',
  });
  expect((await messageOf(id))['state']).toBeUndefined();
});

test('the history of both records says what came and went', async () => {
  const { id } = await addOrder();
  const arrived = await send(id);
  type Told = { logs: { changes: { what: string; newValue: string }[] }[] };
  const historyOf = async (who: Credentials, recordId: number, recordType: number) => {
    const { logs } = await ask<Told>(
      `query ($data: FilterAuditLogsForRecordInput!) { filterAuditLogsForRecord(data: $data, pagination: { offset: 0, limit: 50 }) {
         logs { changes { what newValue } } } }`,
      who,
      { filterInput: { recordId, recordType, withComments: true } },
    );
    return logs.flatMap(({ changes }) => changes.map(({ what, newValue }) => `${what}: ${newValue}`));
  };
  expect(await historyOf(sue, arrived, server.south.types.orders)).toContain(
    'Conversation with North: Version 1: 1 line and 3 files received from North',
  );
  expect(await historyOf(ana, id, server.north.types.orders)).toContain(
    'Conversation with South: Version 1: 1 line and 3 files sent to South',
  );
});

test('what was delivered stays readable when the company that sent it is deleted', async () => {
  const { id } = await addOrder();
  const arrived = await send(id);
  await deleteTenant(server, tenantId(server.north.id));
  expect(await readAll(sue, arrived)).toEqual({ 'Order.pdf': pdf, 'Plan.png': png, 'View.png': photo });
});
