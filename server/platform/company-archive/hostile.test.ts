// An archive that is damaged, cut off, forged or from elsewhere is refused whole, by a sentence, and leaves nothing behind.
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tenantId } from '@rowhouse/domain/kernel/ids.ts';
import { startGuardedServer } from '../../../testing/security/guarded-server.ts';
import { header } from '../backup/archive.ts';
import { createLog } from '../log.ts';
import { deleteTenantsInTime } from '../tenants/delete-tenant.ts';
import { checkArchive } from './archive-reader.ts';
import { sha256Of } from './archive-writer.ts';
import { exportCompany } from './export-company.ts';
import { importCompany } from './import-company.ts';
import type { Row } from './translate.ts';

let server: Awaited<ReturnType<typeof startGuardedServer>>;
let folder: string;
let entries: { name: string; content: Buffer }[];
const good = (): string => path.join(folder, 'good.tar.gz');
const bad = (): string => path.join(folder, 'bad.tar.gz');

beforeAll(async () => {
  server = await startGuardedServer();
  folder = await mkdtemp(path.join(tmpdir(), 'rowhouse-hostile-'));
  await exportCompany(server, tenantId(server.north.id), good());
  entries = readTar(gunzipSync(await readFile(good())));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => rm(bad(), { force: true }));

function readTar(tar: Buffer): { name: string; content: Buffer }[] {
  const found: { name: string; content: Buffer }[] = [];
  for (let at = 0; tar[at] !== 0;) {
    const name = tar.toString('utf8', at, at + 100).replace(/\0.*$/s, '');
    const size = Number.parseInt(tar.toString('utf8', at + 124, at + 135), 8);
    found.push({ name, content: tar.subarray(at + 512, at + 512 + size) });
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return found;
}

/** A whole archive with right checksums, or with those that stood in it before. */
async function forge(
  parts: readonly { name: string; content: Buffer }[],
  { keepsManifest = false, level = 1 } = {},
): Promise<void> {
  const own = parts.filter(({ name }) => name !== 'manifest.json');
  const manifest = keepsManifest
    ? (parts.find(({ name }) => name === 'manifest.json')?.content ?? Buffer.alloc(0))
    : Buffer.from(
        JSON.stringify({
          parts: own.map(({ name, content }) => ({ name, bytes: content.length, sha256: sha256Of(content) })),
          missingFiles: [],
        }),
      );
  const tar = [...own, { name: 'manifest.json', content: manifest }].flatMap(({ name, content }) => [
    header(name, content.length, false),
    content,
    Buffer.alloc(-content.length & 511),
  ]);
  await writeFile(bad(), gzipSync(Buffer.concat([...tar, Buffer.alloc(1024)]), { level }));
}

const changed = (name: string, change: (content: Buffer) => Buffer) =>
  entries.map((entry) => (entry.name === name ? { name, content: change(entry.content) } : entry));
const withRows = (table: string, change: (rows: Row[]) => unknown) =>
  changed(`rows/${table}/000001.ndjson`, (content) => {
    const rows = content
      .toString('utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Row);
    change(rows);
    return Buffer.from(`${rows.map((row) => JSON.stringify(row)).join('\n')}\n`);
  });
const withHead = (
  change: (head: Record<string, unknown> & { tables: Record<string, string[]> }) => unknown,
) =>
  changed('company.json', (content) => {
    const head = JSON.parse(content.toString('utf8')) as Parameters<typeof change>[0];
    change(head);
    return Buffer.from(JSON.stringify(head));
  });

async function bringIn(file = bad()) {
  return importCompany(server, await checkArchive(file), { name: 'Forged', url: 'forged' });
}
/** What a refused archive must not have touched. */
const standing = async () => ({
  companies: await server.query('select id, url from tenant order by id'),
  people: await server.query('select id, email from app_user order by id'),
  roles: await server.query('select count(*)::int as n from role'),
  folders: await Promise.all(
    ['forged'].map(() =>
      server.storage.open(`${server.north.id}/own.pdf`).then((found) => found?.content.destroy() && true),
    ),
  ),
});

async function expectRefused(sentence: RegExp, file = bad()): Promise<void> {
  const before = await standing();
  await expect(bringIn(file)).rejects.toThrow(sentence);
  expect(await standing()).toEqual(before);
}

test('cut off anywhere', async () => {
  const whole = await readFile(good());
  for (let step = 0; step < 25; step += 1) {
    await writeFile(bad(), whole.subarray(0, Math.floor((whole.length * step) / 25)));
    await expect(checkArchive(bad())).rejects.toThrow(/is damaged|is no archive of a company/);
  }
  for (const missing of [1, 2, 8, 9, 600]) {
    await writeFile(bad(), whole.subarray(0, whole.length - missing));
    await expect(checkArchive(bad())).rejects.toThrow(/is damaged/);
  }
  // Cut between two parts, and packed anew: the end is missing.
  const tar = gunzipSync(whole);
  for (const share of [0.2, 0.5, 0.9]) {
    await writeFile(bad(), gzipSync(tar.subarray(0, Math.floor((tar.length * share) / 512) * 512)));
    await expect(checkArchive(bad())).rejects.toThrow(/is damaged/);
  }
});

test('with a bit that fell over', async () => {
  const whole = await readFile(good());
  const tar = gunzipSync(whole);
  let refused = 0;
  for (let step = 1; step < 20; step += 1) {
    const broken = Buffer.from(whole);
    const at = Math.floor((whole.length * step) / 20);
    broken[at] = (broken[at] ?? 0) ^ 4;
    await writeFile(bad(), broken);
    // Some bits of a packed file change nothing of what it unpacks to.
    if (unpack(broken)?.equals(tar) === true) continue;
    refused += 1;
    await expect(checkArchive(bad())).rejects.toThrow(
      /is damaged|no archive|holds what no archive|by a newer release/,
    );
  }
  expect(refused).toBeGreaterThan(5);
});

function unpack(packed: Buffer): Buffer | null {
  try {
    return gunzipSync(packed);
  } catch {
    return null;
  }
}

describe('as what it is not', () => {
  test.each([
    ['a text', Buffer.from('a,b\n1,2\n')],
    ['nothing', Buffer.alloc(0)],
    ['a packed text', gzipSync('a,b\n1,2\n'.repeat(400))],
    ['a backup', gzipSync(Buffer.concat([header('rowhouse-backup.json', 0, false), Buffer.alloc(1024)]))],
  ])('%s', async (_, content) => {
    await writeFile(bad(), content);
    await expectRefused(/is no archive of a company/);
  });
});

describe('with content that is not what its checksums say', () => {
  test('a changed row', async () => {
    await forge(
      withRows('role', (rows) => (rows[0]!['name'] = 'Mallory')),
      { keepsManifest: true },
    );
    await expectRefused(/is damaged/);
  });

  test.each([
    '../../../etc/cron.d/own',
    '/etc/passwd',
    'files/record/../../x',
    'rows/role/../../x.ndjson',
    'rows/app_user/000001.ndjson',
  ])('a part that leads out of it: %s', async (name) => {
    await forge([...entries, { name, content: Buffer.from('{}\n') }]);
    await expectRefused(/is damaged/);
  });

  test('a part twice, and parts out of their order', async () => {
    const roles = entries.find(({ name }) => name.startsWith('rows/role/'))!;
    await forge([...entries, roles]);
    await expectRefused(/is damaged/);
    await forge([entries[0]!, ...entries.slice(1).toReversed()]);
    await expectRefused(/is damaged/);
  });

  test('what unpacks to much more than it is', async () => {
    await forge([...entries, { name: 'files/record/999999', content: Buffer.alloc(64_000_000) }], {
      level: 9,
    });
    await expectRefused(/is damaged/);
  });
});

describe('from a release to come', () => {
  test.each([
    ['a format', (head: Record<string, unknown>) => (head['format'] = 2)],
    ['a table', (head: { tables: Record<string, string[]> }) => (head.tables['to_come'] = ['id'])],
    ['a column', (head: { tables: Record<string, string[]> }) => head.tables['role']!.push('to_come')],
    [
      'a secret',
      (head: { tables: Record<string, string[]> }) => head.tables['dashboard']!.push('sealed_key'),
    ],
  ])('%s that nobody knows here', async (_, change) => {
    await forge(withHead(change));
    await expectRefused(/was written by a newer release/);
  });
});

test('from a release before: a column that it does not have takes its default', async () => {
  await forge(
    withHead((head) => (head.tables['role'] = head.tables['role']!.filter((column) => column !== 'alias'))),
  );
  const { id } = await bringIn();
  expect(
    await server.query('select count(*)::int as n from role where tenant_id = $1 and alias is null', [id]),
  ).toEqual(await server.query('select count(*)::int as n from role where tenant_id = $1', [id]));
  await server.query(`update tenant set enabled = false, delete_after = now() where id = $1`, [id]);
  await deleteTenantsInTime(server, createLog('silent'));
});

describe('with rows that do not fit together', () => {
  const far = 2 ** 40 - 1;
  test.each<[string, string, (rows: Row[]) => unknown]>([
    [
      'a record type of another company',
      'record_status',
      (rows) => (rows[0]!['record_type_id'] = server.south.types.papers),
    ],
    ['a role of another company', 'membership', (rows) => (rows[0]!['role_id'] = server.south.roles.manager)],
    ['a member whom nobody knows', 'membership', (rows) => (rows[0]!['user_id'] = 987_654)],
    ['an id that uses up what all count with', 'role', (rows) => (rows[0]!['id'] = far)],
    ['an entry of a time to come', 'audit_log', (rows) => (rows[0]!['id'] = 990_000_000_000_001)],
    ['an entry that uses up a month', 'audit_log', (rows) => (rows[0]!['id'] = 322_999_999_999_999)],
    ['one row twice', 'role', (rows) => rows.push(rows[0]!)],
    ['a text in the place of a number', 'record', (rows) => (rows[0]!['version'] = 'one')],
    ['no email', 'people', (rows) => (rows[0]!['email'] = 'drop table')],
  ])('%s', async (_, table, change) => {
    await forge(withRows(table, change));
    await expectRefused(/do not fit together/);
  });

  test('people who came with them are gone again', async () => {
    await forge(
      withRows('people', (rows) => rows.push({ ...rows[0], id: 555, email: 'newcomer@example.com' })).map(
        (entry) =>
          entry.name === 'rows/membership/000001.ndjson' ? { ...entry, content: Buffer.from('[]\n') } : entry,
      ),
    );
    await expectRefused(/do not fit together/);
  });
});

test('until all of it stands nobody enters it, and what a killed process leaves goes by itself', async () => {
  let reached = (): void => undefined;
  const stopped = new Promise<void>((resolve) => (reached = resolve));
  const storage = {
    ...server.storage,
    put: (_key: string, content: Uint8Array | Readable) => {
      // The process is gone here, for all that the database knows.
      if (content instanceof Readable) content.on('error', () => undefined).destroy();
      reached();
      return new Promise<void>(() => undefined);
    },
  };
  await forge(
    withRows('people', (rows) => rows.push({ ...rows[0], id: 555, email: 'newcomer@example.com' })),
  );
  const people = await server.query('select id, email from app_user order by id');
  void importCompany({ database: server.database, storage }, await checkArchive(bad()), {
    name: 'Half',
    url: 'half',
  });
  await stopped;
  const half = await server.query(
    `select id, enabled, delete_after > now() as waits from tenant where url = 'half'`,
  );
  expect(half).toMatchObject([{ enabled: false, waits: true }]);
  const id = Number(half[0]?.['id']);
  expect(await server.query('select count(*) > 0 as has from record where tenant_id = $1', [id])).toEqual([
    { has: true },
  ]);
  expect((await server.enter('mia', { id })).backend).toBeUndefined();
  expect(await server.query('select id, email from app_user order by id')).toHaveLength(people.length + 1);
  await server.query(`update tenant set delete_after = now() - interval '1 second' where id = $1`, [id]);
  await deleteTenantsInTime(server, createLog('silent'));
  expect(await server.query('select from tenant where id = $1', [id])).toEqual([]);
  expect(await server.query('select from record where tenant_id = $1', [id])).toEqual([]);
  expect(await server.query('select id, email from app_user order by id')).toEqual(people);
});

test('an export that fails leaves no file', async () => {
  const storage = { ...server.storage, open: () => Promise.reject(new Error('The disk is gone.')) };
  await expect(
    exportCompany(
      { database: server.database, storage },
      tenantId(server.north.id),
      path.join(folder, 'none.tar.gz'),
    ),
  ).rejects.toThrow('The disk is gone.');
  expect((await readdir(folder)).filter((name) => name.startsWith('none'))).toEqual([]);
});
