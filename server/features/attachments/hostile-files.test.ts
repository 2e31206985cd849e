// Files that mean harm, through the front door: what is taken is what its name says, under a name that can do nothing,
// and no row stands without its object.
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  largestAttachmentBytes,
  largestRecordFileBytes,
  longestFileName,
} from '@rowhouse/domain/attachments/limits.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { insert } from '../../../testing/two-tenants.ts';

let server: TestServer;
let ana: Credentials;
let drawing: number;

beforeAll(async () => {
  server = await startTestServer();
  drawing = await server.database.asOwnerOf(server.north.id, (connection) =>
    insert(connection, 'field', {
      tenant_id: server.north.id,
      record_type_id: server.north.types.orders,
      name: 'Drawing',
      data_type: 'attachment',
      position: 9,
    }),
  );
  ana = await server.enter('ana', server.north);
});
afterAll(() => server.close());
afterEach(async () => {
  vi.restoreAllMocks();
  await server.query('delete from record_file');
  await server.query('delete from file_upload');
});

const pdf = (sizeBytes = 20) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(sizeBytes - 9, 32)]);

async function send(
  fileName: string,
  content: Buffer,
  fieldId: number | null = drawing,
  sizeBytes = content.length,
) {
  const data = {
    recordTypeId: server.north.types.orders,
    recordAdditionalFieldByTypeId: fieldId,
    fileName,
    sizeBytes,
  };
  const answer = await server.ask(
    'mutation ($data: StartFileUploadInput!) { startFileUpload(data: $data) { url } }',
    ana,
    { data },
  );
  if (answer.errors) return { status: 400, message: answer.errors[0]!.message, name: null };
  const { url } = answer.data!['startFileUpload'] as { url: string };
  const sent = await server.app.inject({
    method: 'PUT',
    url,
    headers: { 'content-type': 'application/octet-stream' },
    payload: Readable.from([content]),
  });
  const said = sent.json<{ message?: string; originalFileName?: string }>();
  return { status: sent.statusCode, message: said.message ?? null, name: said.originalFileName ?? null };
}

/** Every row has its object, whole. */
async function expectNoRowWithoutObject() {
  for (const row of await server.query('select object_key, size_bytes from record_file')) {
    const kept = await server.storage.open(String(row['object_key']));
    kept?.content.destroy();
    expect(kept?.sizeBytes).toBe(Number(row['size_bytes']));
  }
}

describe('names', () => {
  const before = [
    '',
    '../',
    '..\\',
    '/etc/',
    'C:\\',
    '\\\\host\\share\\',
    'a/../../',
    '%2e%2e/',
    '~/',
    'file:///',
  ];
  const stems = [
    'plan',
    'CON',
    'nul',
    ' ',
    '.',
    '..',
    '-rf',
    '$(id)',
    '`id`',
    '"; drop table record; --',
    '<script>alert(1)</script>',
    '\u202egnp',
    '\u0000',
    'a\r\nSet-Cookie: x=1',
    '\ufeffplan',
    '\ud83d',
    'é'.repeat(300),
    '😀'.repeat(150),
    '=cmd|calc',
    'con.txt',
    '%00',
    '%0d%0a',
    "';--",
    '{{7*7}}',
    '..%2f..',
    'a\tb',
    '​zero​',
    'Ⅷ',
    'ﬁle',
    '&lt;b&gt;',
  ];
  const names = before.flatMap((path) => stems.map((stem) => `${path}${stem}.pdf`));

  test(`of ${names.length} kinds are kept harmless, or refused with a sentence`, async () => {
    expect(names).toHaveLength(300);
    const kept: string[] = [];
    const refused = new Set<string>();
    for (const name of names) {
      const answer = await send(name, pdf());
      if (answer.status === 200 && answer.name !== null) kept.push(answer.name);
      else refused.add(`${answer.status} ${answer.message}`);
      await server.query('update file_upload set saved_at = now()');
    }
    expect([...refused].toSorted()).toEqual([
      expect.stringMatching(/^400 Variable .* cannot be stored \(NUL or half of a surrogate pair\)\.$/),
      '400 invalid file type',
    ]);
    expect(kept.length).toBeGreaterThan(200);
    expect(
      kept.filter((name) => !/^[^/\\\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]+\.pdf$/u.test(name)),
    ).toEqual([]);
    expect(kept.filter((name) => !name.isWellFormed() || name.length > longestFileName)).toEqual([]);
    const keys = await server.query('select object_key from record_file');
    for (const row of keys)
      expect(row['object_key']).toMatch(new RegExp(`^${server.north.id}/[0-9a-f]{32}\\.pdf$`));
    await expectNoRowWithoutObject();
  });
});

describe('content', () => {
  const png = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1');
  const html = '<!doctype html><script>alert(1)</script>';
  test.each<[string, string, Buffer]>([
    ['a page called a picture', 'a.png', Buffer.from(html)],
    ['a page called a PDF', 'a.pdf', Buffer.from(html)],
    ['a program called a PDF', 'a.pdf', Buffer.from('MZ\u0090\u0000 a program', 'latin1')],
    ['a program called a text', 'a.txt', Buffer.from('\u007fELF\u0002\u0001\u0000\u0000', 'latin1')],
    ['a zip called a picture', 'a.jpg', Buffer.from('PK\u0003\u0004')],
    ['a picture called a PDF', 'a.pdf', png],
    ['a PDF that begins too late', 'a.pdf', Buffer.concat([Buffer.alloc(1024, 32), pdf()])],
    ['the half of a mark', 'a.png', png.subarray(0, 5)],
    ['one byte', 'a.pdf', Buffer.from('%')],
  ])('that is %s is refused, and nothing of it stays', async (_, name, content) => {
    expect(await send(name, content)).toMatchObject({ status: 400, name: null });
    expect(await server.query('select id from record_file')).toEqual([]);
  });

  test.each(['a.html', 'a.svg', 'a.xhtml', 'a.js', 'a.exe', 'a.pdf.exe', 'a.hta', 'a.lnk', 'a.swf', 'a.jar'])(
    'of what runs in a browser or on a machine is refused by its name: %s',
    async (name) => {
      expect(await send(name, Buffer.from(html))).toMatchObject({ status: 400 });
    },
  );

  test.each<[string, string, Buffer]>([
    ['a PDF and a page', 'a.pdf', Buffer.concat([pdf(), Buffer.from(html)])],
    ['a page before a PDF', 'a.pdf', Buffer.concat([Buffer.from(html), pdf()])],
    ['a picture and a zip', 'a.png', Buffer.concat([png, Buffer.from('PK\u0003\u0004')])],
    ['a gif and a script', 'a.gif', Buffer.from('GIF89a/*'.concat('*/=1;alert(1)'))],
  ])(
    'that is two things at once (%s) is served as the one, and never as another',
    async (_, name, content) => {
      expect(await send(name, content)).toMatchObject({ status: 200 });
      const [row] = await server.query('select id::int, mime_type from record_file');
      const [record] = await server.query(
        `insert into record_${server.north.bucket} (bucket, id, tenant_id, record_type_id, record_number, x)
       values ($1, nextval('record_id_seq'), $2, $3, 1, jsonb_build_object($4::text, $5::text)) returning id::int`,
        [
          server.north.bucket,
          server.north.id,
          server.north.types.orders,
          String(drawing),
          JSON.stringify({ id: row?.['id'], name, sizeBytes: content.length }),
        ],
      );
      const answer = await server.ask(
        'query ($data: RecordAttachmentInput!) { getRecordAttachment(data: $data) { signedUrl } }',
        ana,
        {
          data: {
            recordId: record?.['id'],
            recordTypeId: server.north.types.orders,
            recordAdditionalFieldByTypeId: drawing,
          },
        },
      );
      const { signedUrl } = answer.data!['getRecordAttachment'] as { signedUrl: string };
      const { headers } = await server.app.inject({ method: 'GET', url: signedUrl });
      expect(headers['content-type']).toBe(row?.['mime_type']);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(String(headers['content-disposition'])).toMatch(
        name.endsWith('.pdf') ? /^inline/ : /^attachment/,
      );
    },
  );

  test('that is longer or shorter than announced, or nothing at all, is refused', async () => {
    const notWhole = 'The file did not arrive whole. Please try again.';
    expect(await send('a.pdf', pdf(20), drawing, 21)).toMatchObject({ status: 400, message: notWhole });
    expect(await send('a.pdf', pdf(20), drawing, 19)).toMatchObject({ status: 400, message: notWhole });
    expect(await send('a.pdf', Buffer.alloc(0))).toMatchObject({
      status: 400,
      message: 'The file is empty.',
    });
    expect(await server.query('select id from record_file')).toEqual([]);
  });

  test('of the largest size is taken, and one byte more is refused', async () => {
    expect(await send('a.pdf', pdf(largestAttachmentBytes))).toMatchObject({ status: 200 });
    expect(await send('a.pdf', pdf(largestAttachmentBytes + 1))).toMatchObject({
      message: 'The file size exceeds the 10 MB limit.',
    });
    expect(await send('a.pdf', pdf(largestRecordFileBytes), null)).toMatchObject({ status: 200 });
    expect(await send('a.pdf', pdf(largestRecordFileBytes + 1), null)).toMatchObject({
      message: 'The file size exceeds the 3 MB limit.',
    });
    await expectNoRowWithoutObject();
  });
});

describe('a storage', () => {
  const down = 'The file storage does not answer. Please try again in a moment.';
  test('that says yes and keeps nothing, or a part, leaves no row', async () => {
    const put = server.storage.put.bind(server.storage);
    vi.spyOn(server.storage, 'put').mockImplementation(async (_key, content) => {
      if (content instanceof Readable) for await (const chunk of content) void chunk;
    });
    expect(await send('a.pdf', pdf())).toMatchObject({ status: 503, message: down });
    vi.spyOn(server.storage, 'put').mockImplementation(async (key, content, type) => {
      if (content instanceof Readable) for await (const chunk of content) void chunk;
      await put(key, Buffer.from('%PDF'), type);
    });
    expect(await send('a.pdf', pdf())).toMatchObject({ status: 503, message: down });
    expect(await server.query('select id from record_file')).toEqual([]);
  });

  test('that is down lets the grid and the saving of records be', async () => {
    vi.spyOn(server.storage, 'put').mockRejectedValue(new Error('down'));
    vi.spyOn(server.storage, 'open').mockRejectedValue(new Error('down'));
    expect(await send('a.pdf', pdf())).toMatchObject({ status: 503, message: down });
    const page = await server.ask(
      'query ($data: FilterAndSortInput!) { filterAndSortRecordHeader(data: $data) { total } }',
      ana,
      { data: { recordTypeId: server.north.types.orders } },
    );
    expect(page.errors).toBeUndefined();
  });
});
