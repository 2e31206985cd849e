// The commands as they are typed, on an embedded database in a folder of its own.
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { lockFolder } from '../platform/database/folder-lock.ts';
import { runCommand } from './rowhouse.ts';

let folder: string;
let dataDir: string;
const said: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rowhouse-command-'));
  dataDir = path.join(folder, 'kept');
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => {
  said.length = 0;
  vi.stubEnv('DATA_DIR', dataDir);
  vi.stubEnv('DATABASE_URL', '');
  const hear = (text: unknown) => void said.push(String(text));
  vi.spyOn(console, 'log').mockImplementation(hear);
  vi.spyOn(console, 'error').mockImplementation(hear);
});

const run = async (...words: string[]) => ({ code: await runCommand(words), text: said.join('\n') });
const at = (name: string) => path.join(folder, name);

describe('the command line', () => {
  test('says what there is, and more of each', async () => {
    expect(await run('--help')).toMatchObject({ code: 0, text: expect.stringContaining('create-admin') });
    expect(await run('import', '--help')).toMatchObject({
      code: 0,
      text: expect.stringContaining('--line-key'),
    });
    expect(await run('imports')).toMatchObject({
      code: 1,
      text: expect.stringContaining("There is no command 'imports'"),
    });
    expect(await run('seed', '--record', '5')).toMatchObject({
      code: 1,
      text: expect.stringContaining('--record'),
    });
  });

  test('makes the demo, once', async () => {
    expect(await run('seed')).toMatchObject({
      code: 0,
      text: expect.stringContaining('maya@adventure-works.example'),
    });
    said.length = 0;
    expect(await run('seed')).toMatchObject({
      code: 1,
      text: expect.stringContaining('has companies already'),
    });
  });

  test('finds a fresh installation sound', async () => {
    const { code, text } = await run('doctor');
    expect(text.split('\n').filter((line) => !line.startsWith('ok'))).toEqual([]);
    expect(code).toBe(0);
  });

  test('brings a file in, says what was rejected and where, and asks before', async () => {
    await writeFile(
      at('bills.csv'),
      'Record Number,Status,Vendor,Bill number,Total due,Colour\n1,Open,Ironwood Forge,A-1,10.50,red\n2,Open,Nobody,A-2,1,red\n',
    );
    const words = ['import', at('bills.csv'), '--tenant', 'adventure-works', '--record-type', 'bills'];
    const report = at('rejected.csv');
    expect(await run(...words)).toMatchObject({
      code: 1,
      text: expect.stringContaining('Nothing was imported: add --yes'),
    });
    expect(said.join('\n')).toContain('Not taken: Colour');
    said.length = 0;
    const { code, text } = await run(...words, '--yes', '--report', report);
    expect(code).toBe(2);
    expect(text).toContain('1 records came in, 1 rows were rejected.');
    expect(text).toContain('Sum of Total due: 10.50');
    expect(text).toContain('bills.csv, row 3, Vendor: ');
    expect(readFileSync(report, 'utf8')).toContain('bills.csv,3,Vendor,');
  });

  test.each([
    [
      ['--tenant', 'nowhere', '--record-type', 'Bills'],
      "There is no company 'nowhere'. There is: adventure-works, northwind.",
    ],
    [
      ['--tenant', 'northwind', '--record-type', 'Bills'],
      "has no record type 'Bills' that holds records. It has: Orders.",
    ],
    [
      ['--tenant', 'adventure-works', '--record-type', 'All orders'],
      "has no record type 'All orders' that holds records",
    ],
    [
      ['--tenant', 'adventure-works', '--record-type', 'Bills', '--map', 'Vendor'],
      '--map is written "Column=Field"',
    ],
    [
      ['--tenant', 'adventure-works', '--record-type', 'Bills', '--as', 'x@y.zz'],
      "Nobody in Adventure Works has the email 'x@y.zz'",
    ],
  ])('refuses what cannot be: %o', async (words, sentence) => {
    expect(await run('import', at('bills.csv'), ...words, '--yes')).toMatchObject({
      code: 1,
      text: expect.stringContaining(sentence),
    });
  });

  test('takes the second factor from whoever lost it', async () => {
    const email = 'maya@adventure-works.example';
    expect(await run('reset-mfa')).toMatchObject({ code: 1, text: expect.stringContaining('--email E') });
    expect(await run('reset-mfa', '--email', 'nobody@example.com', '--yes')).toMatchObject({
      code: 1,
      text: expect.stringContaining("Nobody has the email 'nobody@example.com'."),
    });
    expect(await run('reset-mfa', '--email', email)).toMatchObject({
      code: 1,
      text: expect.stringContaining('Nothing was reset: add --yes'),
    });
    said.length = 0;
    expect(await run('reset-mfa', '--email', ` ${email.toUpperCase()}`, '--yes')).toMatchObject({
      code: 0,
      text: expect.stringContaining(`${email} has no second factor now`),
    });
  });

  test('says who holds the data folder', async () => {
    const lock = lockFolder(dataDir);
    try {
      for (const words of [
        ['users'],
        ['backup', at('held.tar.gz')],
        ['restore', at('bills.csv'), '--replace'],
      ]) {
        said.length = 0;
        expect(await run(...words)).toMatchObject({
          code: 1,
          text: expect.stringContaining(`in use by process ${process.pid}`),
        });
      }
      said.length = 0;
      expect(await run('doctor')).toMatchObject({
        code: 0,
        text: expect.stringContaining('was not looked into'),
      });
    } finally {
      lock.release();
    }
    expect(existsSync(at('held.tar.gz'))).toBe(false);
  });

  test('keeps everything in a backup and brings it back, putting aside what was there', async () => {
    expect(await run('backup', at('all.tar.gz'))).toMatchObject({ code: 0 });
    expect(await run('backup', at('all.tar.gz'))).toMatchObject({
      code: 1,
      text: expect.stringContaining('is there already'),
    });
    const files = await readdir(path.join(dataDir, 'files'), { recursive: true });
    const secret = readFileSync(path.join(dataDir, 'secret'), 'utf8');

    said.length = 0;
    const words = [
      'create-admin',
      '--tenant',
      'southwind',
      '--new-company',
      'Southwind',
      '--email',
      'Zoe@Example.com',
    ];
    expect(await run(...words)).toMatchObject({
      code: 0,
      text: expect.stringMatching(/administers Southwind now.\nPassword: \S{16}/),
    });
    said.length = 0;
    expect((await run('users', 'list', '--tenant', 'southwind')).text).toMatch(
      /zoe@example.com .* southwind +Administrator \*/,
    );

    said.length = 0;
    expect(await run('restore', at('all.tar.gz'))).toMatchObject({
      code: 1,
      text: expect.stringContaining('Add --replace'),
    });
    expect(await run('restore', at('all.tar.gz'), '--replace')).toMatchObject({ code: 0 });
    said.length = 0;
    const { text } = await run('users');
    expect(text).toContain('maya@adventure-works.example');
    expect(text).not.toContain('zoe@example.com');
    expect(await readdir(path.join(dataDir, 'files'), { recursive: true })).toEqual(files);
    expect(readFileSync(path.join(dataDir, 'secret'), 'utf8')).toBe(secret);
    expect((await readdir(dataDir)).filter((name) => name.startsWith('before-restore-'))).toHaveLength(1);
  });

  test('refuses what is no backup, and leaves the data as it is', async () => {
    const whole = readFileSync(at('all.tar.gz'));
    await writeFile(at('cut.tar.gz'), whole.subarray(0, whole.length / 2));
    await writeFile(at('text.tar.gz'), 'not a backup');
    for (const name of ['cut.tar.gz', 'text.tar.gz']) {
      said.length = 0;
      expect((await run('restore', at(name), '--replace')).code).toBe(1);
      expect(said.join('\n')).toMatch(/no whole backup|damaged/);
    }
    said.length = 0;
    expect((await run('users')).text).toContain('maya@adventure-works.example');
  });

  test('with DATABASE_URL it says how pg_dump does it', async () => {
    vi.stubEnv('DATABASE_URL', 'postgres://nobody@localhost:1/none');
    vi.stubEnv('NODE_ENV', 'test');
    expect(await run('backup', at('x.tar.gz'))).toMatchObject({
      code: 1,
      text: expect.stringContaining('pg_dump --format=custom'),
    });
  });
});
