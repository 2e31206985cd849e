import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { menuActionId } from '@rowhouse/domain/menu/actions.ts';
import { tenantId } from '@rowhouse/domain/kernel/ids.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readZip } from '../../../testing/read-zip.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { insert } from '../../../testing/two-tenants.ts';
import type { TestTenant } from '../../../testing/two-tenants.ts';
import { makeObjectKey } from '../../platform/object-storage/object-storage.ts';

let server: TestServer;
let north: TestTenant;
let ana: Credentials;
let bob: Credentials;

beforeAll(async () => {
  server = await startTestServer();
  north = server.north;
  const { clerk, manager } = north.roles;
  for (const [role, item] of [
    [clerk, north.menuItems.orders],
    [manager, north.menuItems.orders],
    [manager, north.menuItems.documents],
    [manager, north.menuItems.secrets],
  ] as const)
    await grant(role, item);
  ana = await server.enter('ana', north);
  bob = await server.enter('bob', north);
});
afterAll(() => server.close());

const grant = (role: number, item: number) =>
  server.query(
    `insert into role_menu_item_action (tenant_id, role_id, menu_item_id, action_id, name) values ($1, $2, $3, $4, 'Bulk Download')`,
    [north.id, role, item, menuActionId('bulk download')],
  );

let records = 0;
let fileDay = 0;

async function addFile(name: string, content: Buffer | null, tenant = north) {
  const key = makeObjectKey(tenantId(tenant.id), `${name}.pdf`);
  if (content !== null) await server.storage.put(key, content, 'application/pdf');
  fileDay += 1;
  const id = await server.database.asOwnerOf(tenant.id, (connection) =>
    insert(connection, 'record_file', {
      tenant_id: tenant.id,
      object_key: key,
      original_file_name: name,
      mime_type: 'application/pdf',
      size_bytes: content?.length ?? 10,
      created_at: `2026-02-${String((fileDay % 28) + 1).padStart(2, '0')}T12:34:00Z`,
    }),
  );
  return { id, key, name };
}

async function addRecord(file: { id: number } | null, more: Record<string, unknown> = {}, tenant = north) {
  records += 1;
  const id = await server.database.asOwnerOf(tenant.id, (connection) =>
    insert(connection, `record_${tenant.bucket}`, {
      bucket: tenant.bucket,
      tenant_id: tenant.id,
      record_type_id: tenant.types.orders,
      record_number: 1000 + records,
      record_file_id: file?.id ?? null,
      status_id: tenant.statuses.order,
      ...more,
    }),
  );
  return { id, number: String(1000 + records) };
}

const withFile = async (name: string, content: Buffer | null, more = {}) => {
  const file = await addFile(name, content);
  return { file, ...(await addRecord(file, more)) };
};

type Link = { url: string; fileName: string; filesCount: number; sizeBytes: number };
const document = `mutation ($data: CreateZipFileLinkInput!) {
  createZipFileLink(data: $data) { url fileName filesCount sizeBytes } }`;
const ask = (credentials: Credentials, data: readonly number[], timeZone?: string) =>
  server.ask(document, credentials, { data: { ids: data, ...(timeZone && { timeZone }) } });
async function linkFor(credentials: Credentials, data: readonly number[], timeZone?: string): Promise<Link> {
  const answer = await ask(credentials, data, timeZone);
  if (answer.data === null) throw new Error(answer.errors?.[0]?.message);
  return answer.data['createZipFileLink'] as Link;
}
const download = (url: string) => server.app.inject({ method: 'GET', url });

/** The files by name, and the manifest's lines. */
function unpack(zip: Buffer) {
  const entries = readZip(zip);
  const manifest = entries.at(-1);
  expect(manifest?.name).toBe('manifest.csv');
  return {
    files: Object.fromEntries(entries.slice(0, -1).map(({ name, content }) => [name, content])),
    lines: manifest?.content.toString('utf8').replace('\uFEFF', '').split('\r\n').slice(0, -1) ?? [],
  };
}
const downloadAll = async (credentials: Credentials, data: readonly number[]) =>
  unpack((await download((await linkFor(credentials, data)).url)).rawPayload);

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const notFound = { data: null, errors: [{ message: 'File not found', extensions: { code: 'NOT_FOUND' } }] };

describe('a zip', () => {
  test('holds the files of the records, and a manifest', async () => {
    const [one, two] = [Buffer.from('%PDF-1.7\none\n'), Buffer.from('%PDF-1.7\nnumber two\n')];
    const first = await withFile('Bill of Löding.pdf', one);
    const second = await withFile('Bill of Löding.pdf', two);
    const without = await addRecord(null);
    const link = await linkFor(ana, [second.id, first.id, without.id], 'America/New_York');
    const here = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'America/New_York',
      dateStyle: 'short',
      timeStyle: 'short',
    }).format(server.clock.now());
    expect(link).toEqual({
      url: expect.stringMatching(/^\/zips\//) as string,
      fileName: `Orders_documents_${here}.zip`,
      filesCount: 2,
      sizeBytes: one.length + two.length,
    });
    const { statusCode, headers, rawPayload } = await download(link.url);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="Orders_documents_\d{4}-\d\d-\d\d \d\d:\d\d\.zip"; filename\*=UTF-8''Orders_documents_/,
      ) as string,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(headers['content-encoding']).toBeUndefined();
    const { files, lines } = unpack(rawPayload);
    expect(files).toEqual({ 'Bill of Löding.pdf': two, 'Bill of Löding (2).pdf': one });
    expect(lines).toEqual([
      'Record Number,File Name,Size (bytes),SHA-256',
      `${second.number},Bill of Löding.pdf,${two.length},${sha256(two)}`,
      `${first.number},Bill of Löding (2).pdf,${one.length},${sha256(one)}`,
      `${without.number},,,File not found`,
    ]);
  });

  test('has one file of two records once', async () => {
    const file = await addFile('shared.pdf', Buffer.from('shared'));
    const [one, two] = [await addRecord(file), await addRecord(file)];
    const { files, lines } = await downloadAll(ana, [one.id, two.id, one.id]);
    expect(Object.keys(files)).toEqual(['shared.pdf']);
    expect(lines.slice(1).map((line) => line.split(',').slice(0, 2))).toEqual([
      [one.number, 'shared.pdf'],
      [two.number, 'shared.pdf'],
    ]);
  });

  test('takes files of any name', async () => {
    const names = [
      '../../etc/passwd',
      'CON',
      `${'long '.repeat(80)}.pdf`,
      '=1+1.pdf',
      'a/b:c.pdf',
      'manifest.csv',
      '',
    ];
    const made = [];
    for (const name of names) made.push(await withFile(name, Buffer.from(`of ${name}`)));
    const { files, lines } = await downloadAll(
      bob,
      made.map(({ id }) => id),
    );
    const inZip = Object.keys(files);
    expect(
      inZip.map((name, index) => [
        name.length <= 150 && !/[/\\:]|^\.|^CON/.test(name),
        files[name]?.toString(),
        index,
      ]),
    ).toEqual(names.map((name, index) => [true, `of ${name}`, index]));
    expect(lines[4]).toContain(`,'=1+1.pdf,`);
  });

  test('of a hundred files of some size comes whole', async () => {
    const contents = Array.from({ length: 100 }, (_, index) => Buffer.alloc(100_000 + index, `${index} `));
    const made = [];
    for (const [index, content] of contents.entries()) made.push(await withFile(`PO-${index}.pdf`, content));
    const { files, lines } = await downloadAll(
      bob,
      made.map(({ id }) => id),
    );
    expect(lines).toHaveLength(101);
    expect(contents.every((content, index) => files[`PO-${index}.pdf`]?.equals(content))).toBe(true);
  });
});

describe('whoever asks', () => {
  test('needs the action', async () => {
    const { id } = await withFile('a.pdf', Buffer.from('a'));
    await server.query(
      `delete from role_menu_item_action where tenant_id = $1 and role_id = $2 and action_id = $3`,
      [north.id, north.roles.clerk, menuActionId('bulk download')],
    );
    const refused = await ask(bob, [id]);
    expect(refused.errors).toEqual([
      {
        message: 'Your role cannot download the files of these records together.',
        extensions: { code: 'FORBIDDEN' },
      },
    ]);
    // Where nothing is in sight, nothing is said of it.
    const secret = await withFile('s.pdf', Buffer.from('s'), { record_type_id: north.types.secrets });
    expect(await ask(bob, [secret.id])).toEqual(notFound);
    await grant(north.roles.clerk, north.menuItems.orders);
    expect((await ask(bob, [id])).errors).toBeUndefined();
  });

  test('of a type that only a super type opens may read its records, and not download them together', async () => {
    const bill = await withFile('bill.pdf', Buffer.from('b'), {
      record_type_id: north.types.bills,
      status_id: north.statuses.bill,
    });
    expect((await ask(ana, [bill.id])).errors?.[0]?.extensions['code']).toBe('FORBIDDEN');
  });

  test.each([
    ['none', () => [], 'Choose at least one record.'],
    [
      'a hundred and one',
      () => Array.from({ length: 101 }, (_, index) => index + 1),
      'The maximum number of records that can be edited/downloaded/deleted is 100.',
    ],
  ])('with %s is told why not', async (_, ids, message) => {
    expect((await ask(bob, ids())).errors).toEqual([
      { message, extensions: { code: 'INVALID', field: 'data' } },
    ]);
  });

  test('names a time zone that there is', async () => {
    expect((await ask(bob, [1], 'Mars/Base')).errors?.[0]).toMatchObject({
      message: 'There is no such time zone.',
    });
  });

  test('gets only what is in sight', async () => {
    const good = await withFile('good.pdf', Buffer.from('good'));
    const deleted = await withFile('deleted.pdf', Buffer.from('deleted'), { enabled: false });
    const secret = await withFile('secret.pdf', Buffer.from('secret'), {
      record_type_id: north.types.secrets,
    });
    const south = await addRecord(
      await addFile('south.pdf', Buffer.from('s'), server.south),
      {},
      server.south,
    );
    const ids = [deleted.id, secret.id, south.id, 999_999];
    for (const id of ids) expect(await ask(bob, [id])).toEqual(notFound);
    const link = await linkFor(bob, [good.id, ...ids]);
    expect(link.filesCount).toBe(1);
    const { files, lines } = unpack((await download(link.url)).rawPayload);
    expect(Object.keys(files)).toEqual(['good.pdf']);
    expect(lines).toHaveLength(2);
    expect(Object.keys((await downloadAll(ana, [good.id, ...ids])).files)).toEqual([
      'good.pdf',
      'deleted.pdf',
      'secret.pdf',
    ]);
  });

  test('gets nothing from outside of the rows that the role is confined to', async () => {
    const { id } = await withFile('outside.pdf', Buffer.from('outside'));
    const confine = (status: number | null) =>
      server.query(
        `update role_field_access set filter_criteria = $1 where role_id = $2 and record_type_id = $3 and base_field = 'status'`,
        [
          status === null ? null : JSON.stringify({ operator: 'is', value: String(status) }),
          north.roles.clerk,
          north.types.orders,
        ],
      );
    await confine(north.statuses.order + 1);
    expect(await ask(bob, [id])).toEqual(notFound);
    await confine(null);
    expect((await ask(bob, [id])).errors).toBeUndefined();
  });

  test('and may not see the field of the file, or the number, is not told of them', async () => {
    const { id } = await withFile('hidden.pdf', Buffer.from('hidden'));
    const hide = (field: string, access: string) =>
      server.query(
        `update role_field_access set access = $1 where role_id = $2 and record_type_id = $3 and base_field = $4`,
        [access, north.roles.clerk, north.types.orders, field],
      );
    await hide('recordFile', 'NotAllowed');
    expect(await ask(bob, [id])).toEqual(notFound);
    await hide('recordFile', 'ViewOnly');
    const { lines } = await downloadAll(bob, [id]);
    // The role has no line for the number.
    expect(lines.map((line) => line.split(',')[0])).toEqual(['Record ID', String(id)]);
  });
});

describe('a link', () => {
  let id: number;
  beforeEach(async () => ({ id } = await withFile('linked.pdf', Buffer.from('linked'))));

  test('is spent by one download, and over after a minute', async () => {
    const { url } = await linkFor(bob, [id]);
    const head = await server.app.inject({ method: 'HEAD', url });
    expect(head.statusCode).toBe(404);
    expect((await download(url)).statusCode).toBe(200);
    const again = await download(url);
    expect([again.statusCode, again.body]).toEqual([
      404,
      'This link has been used or is over. Start the download again.',
    ]);
    const late = await linkFor(bob, [id]);
    server.clock.at += 60_000;
    const over = await download(late.url);
    server.clock.at -= 60_000;
    expect(over.statusCode).toBe(404);
  });

  test.each([
    ['nothing', () => ''],
    ['a forged grant', () => `${'a'.repeat(40)}.${'b'.repeat(43)}`],
    ['a grant of another purpose', () => server.grants.signGrant('export', { tenantId: north.id }, 60_000)],
    [
      'no request behind it',
      () =>
        server.grants.signGrant(
          'zip',
          { tenantId: north.id, userId: 1, sessionId: 'x', id: randomUUID() },
          60_000,
        ),
    ],
    ['something far too long', () => 'a'.repeat(6000)],
  ])('with %s opens nothing', async (_, grantOf) => {
    expect((await download(`/zips/${grantOf()}`)).statusCode).toBe(404);
  });

  test('is worth what its person may see when it is followed', async () => {
    const other = await withFile('other.pdf', Buffer.from('other'));
    const { url } = await linkFor(bob, [id, other.id]);
    await server.query(`update record_${north.bucket} set enabled = false where id = $1`, [id]);
    expect(Object.keys(unpack((await download(url)).rawPayload).files)).toEqual(['other.pdf']);

    const gone = await linkFor(bob, [other.id]);
    await server.query(`update record_${north.bucket} set enabled = false where id = $1`, [other.id]);
    expect((await download(gone.url)).statusCode).toBe(404);
  });

  test('shows no file that its person lost while it came down', async () => {
    const made: Awaited<ReturnType<typeof withFile>>[] = [];
    for (const name of ['one.pdf', 'two.pdf', 'three.pdf'])
      made.push(await withFile(name, Buffer.from(name)));
    const { url } = await linkFor(
      bob,
      made.map((record) => record.id),
    );
    const real = server.storage.open.bind(server.storage);
    vi.spyOn(server.storage, 'open').mockImplementation(async (key) => {
      if (key === made[0]?.file.key)
        await server.query(`update record_${north.bucket} set enabled = false where id = $1`, [made[2]?.id]);
      return real(key);
    });
    const { files, lines } = unpack((await download(url)).rawPayload);
    expect(Object.keys(files)).toEqual(['one.pdf', 'two.pdf']);
    expect(lines).toHaveLength(3);
  });

  test('opens nothing after its person signed out, or lost the action', async () => {
    const leaving = await server.enter('bob', north);
    const { url } = await linkFor(leaving, [id]);
    await server.ask('mutation { SaasUserLogout }', leaving);
    expect((await download(url)).statusCode).toBe(404);

    const link = await linkFor(bob, [id]);
    await server.query(
      `delete from role_menu_item_action where tenant_id = $1 and role_id = $2 and action_id = $3`,
      [north.id, north.roles.clerk, menuActionId('bulk download')],
    );
    expect((await download(link.url)).statusCode).toBe(404);
    await grant(north.roles.clerk, north.menuItems.orders);
  });
});

describe('a storage', () => {
  const open = () => server.storage.open.bind(server.storage);

  test('that lost a file spoils nothing of the others', async () => {
    const made = [
      await withFile('first.pdf', Buffer.from('first')),
      await withFile('lost.pdf', null),
      await withFile('third.pdf', Buffer.from('third')),
    ];
    const { files, lines } = await downloadAll(
      ana,
      made.map(({ id }) => id),
    );
    expect(Object.keys(files)).toEqual(['first.pdf', 'third.pdf']);
    expect(lines[2]).toBe(`${made[1]?.number},lost.pdf,,File not found`);
    expect(await ask(bob, [made[1]?.id ?? 0])).toEqual(notFound);
  });

  test('that breaks within a file spoils nothing of the others', async () => {
    const real = open();
    const made = [
      await withFile('whole.pdf', Buffer.alloc(300_000, 'w')),
      await withFile('broken.pdf', Buffer.alloc(300_000, 'b')),
      await withFile('last.pdf', Buffer.alloc(300_000, 'l')),
    ];
    vi.spyOn(server.storage, 'open').mockImplementation(async (key) => {
      const opened = await real(key);
      if (opened === null || key !== made[1]?.file.key) return opened;
      return { ...opened, content: Readable.from(breaking(opened.content, 1)) };
    });
    const { files, lines } = await downloadAll(
      ana,
      made.map(({ id }) => id),
    );
    expect(Object.keys(files)).toEqual(['whole.pdf', 'last.pdf']);
    expect(lines[2]).toBe(`${made[1]?.number},broken.pdf,,File not found`);
  });

  test('that breaks while a file is sent is asked for the rest', async () => {
    const real = open();
    const content = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));
    const { id, file } = await withFile('resumed.pdf', content);
    let opened = 0;
    vi.spyOn(server.storage, 'open').mockImplementation(async (key) => {
      const object = await real(key);
      if (object === null || key !== file.key) return object;
      opened += 1;
      // Seen by whoever asks for the link, measured, and then sent.
      return opened === 3 ? { ...object, content: Readable.from(breaking(object.content, 2)) } : object;
    });
    expect((await downloadAll(ana, [id])).files['resumed.pdf']?.equals(content)).toBe(true);
    expect(opened).toBe(4);
  });

  test('that does not answer is said so', async () => {
    const { id } = await withFile('unreachable.pdf', Buffer.from('x'));
    vi.spyOn(server.storage, 'open').mockRejectedValue(new Error('no route'));
    expect((await ask(bob, [id])).errors).toEqual([
      {
        message: 'The files cannot be reached just now. Try again in a moment.',
        extensions: { code: 'UNAVAILABLE' },
      },
    ]);
  });

  test('is read no further, and left open nowhere, when the download is stopped', async () => {
    const real = open();
    const made = [];
    for (let index = 0; index < 20; index += 1)
      made.push(await withFile(`${index}.pdf`, Buffer.alloc(1_000_000, `${index}`)));
    const streams: Readable[] = [];
    vi.spyOn(server.storage, 'open').mockImplementation(async (key) => {
      const opened = await real(key);
      if (opened !== null) streams.push(opened.content);
      return opened;
    });
    const link = await linkFor(
      bob,
      made.map(({ id }) => id),
    );
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const stop = new AbortController();
    const response = await fetch(address + link.url, { signal: stop.signal });
    const reader = response.body?.getReader();
    await reader?.read();
    stop.abort();
    let before = -1;
    await expect
      .poll(
        () => {
          const isQuiet = before === streams.length && streams.every((stream) => stream.closed);
          before = streams.length;
          return isQuiet;
        },
        { interval: 200, timeout: 20_000 },
      )
      .toBe(true);
    // Whole it would be forty-one.
    expect(streams.length).toBeLessThan(30);
  });
});

/** The first chunks of the content, and then a fault. */
async function* breaking(content: Readable, chunks: number): AsyncGenerator<Buffer> {
  let left = chunks;
  for await (const chunk of content) {
    if (left === 0) throw new Error('the disk is broken');
    left -= 1;
    yield chunk as Buffer;
  }
}
