// The commands as they are typed, on an embedded database in a folder of its own.
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { copyEmbeddedDatabase } from '../../testing/embedded-folder.ts';
import { lockFolder } from '../platform/database/folder-lock.ts';
import { withInstallation } from './open-installation.ts';
import { runCommand } from './rowhouse.ts';

let folder: string;
let dataDir: string;
const said: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rowhouse-command-'));
  dataDir = path.join(folder, 'kept');
  await copyEmbeddedDatabase(dataDir);
});
// The next file of this process starts servers, and hands them its environment.
afterAll(() => void vi.unstubAllEnvs());
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

/** The routes that an administrator of the company finds in the menu. */
const menuOf = (url: string) =>
  withInstallation(({ database }) =>
    database.asOwnerOfAll(async (connection) => {
      const { rows } = await connection.query(
        `select i.route from menu_item i join tenant t on t.id = i.tenant_id and t.url = $1
         join role r on r.tenant_id = t.id and r.administers
         join role_menu_item_action a on a.tenant_id = t.id and a.role_id = r.id and a.menu_item_id = i.id and a.name = 'view'
         order by 1`,
        [url],
      );
      return rows.map((row) => String(row['route']));
    }),
  );

/** From where the entries of its audit log come. */
const sourcesIn = (url: string) =>
  withInstallation(({ database }) =>
    database.asOwnerOfAll(async (connection) => {
      const { rows } = await connection.query(
        `select distinct a.source ->> 'kind' as kind from audit_log a join tenant t on t.id = a.tenant_id and t.url = $1`,
        [url],
      );
      return rows.map((row) => row['kind']);
    }),
  );

const runStatement = (statement: string) =>
  withInstallation(({ database }) => database.asOwnerOfAll((connection) => connection.query(statement)));

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
    expect(text.split('\n').filter((line) => !line.startsWith('ok'))).toEqual([
      expect.stringContaining('warn  Everybody knows the password of these demo accounts: ada@'),
    ]);
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
    expect(text).toContain('Sum of Total due: 10.50, in the file 11.50');
    expect(text).toContain('bills.csv, row 3, Vendor: ');
    expect(readFileSync(report, 'utf8')).toContain("\r\n3,Vendor: the list Vendors has no 'Nobody'. Import");
  });

  test('refuses a column whose cells read two ways, whole, and names the option', async () => {
    await writeFile(
      at('comma.csv'),
      'Record Number;Status;Vendor;Bill number;Total due\n11;Open;Ironwood Forge;A-1;16,448\n12;Open;Ironwood Forge;A-2;3,54\n',
    );
    const words = ['import', at('comma.csv'), '--tenant', 'adventure-works', '--record-type', 'bills'];
    expect(await run(...words, '--dry-run')).toMatchObject({
      code: 1,
      text: expect.stringContaining(
        "comma.csv: The column 'Total due' has decimals behind a comma: '3,54' in row 3. Import with --decimal-comma.",
      ),
    });
    said.length = 0;
    const { code, text } = await run(...words, '--decimal-comma', '--round', '--dry-run');
    expect(code).toBe(0);
    expect(text).toContain('2 would come in');
    expect(text).toContain('1 amounts would be rounded to two decimals.');
    expect(text).toContain('Sum of Total due: 19.99, in the file 19.988');
  });

  test('refuses a column whose days are first, whole, and names the option', async () => {
    await writeFile(
      at('days.csv'),
      'Record Number,Status,Vendor,Bill number,Due Date\n11,Open,Ironwood Forge,A-1,04/05/2027\n12,Open,Ironwood Forge,A-2,13/05/2027\n',
    );
    const words = ['import', at('days.csv'), '--tenant', 'adventure-works', '--record-type', 'bills'];
    expect(await run(...words, '--dry-run')).toMatchObject({
      code: 1,
      text: expect.stringContaining(
        "days.csv: The column 'Due Date' has its days first: '13/05/2027' in row 3. Import with --day-first.",
      ),
    });
    said.length = 0;
    expect((await run(...words, '--day-first', '--dry-run')).text).toContain('2 would come in');
    await writeFile(
      at('days.csv'),
      'Record Number,Status,Vendor,Bill number,Due Date\n11,Open,Ironwood Forge,A-1,04/05/2027\n',
    );
    expect(await run(...words, '--dry-run')).toMatchObject({
      code: 1,
      text: expect.stringContaining('Say which it is: --day-first or --month-first.'),
    });
    said.length = 0;
    expect((await run(...words, '--month-first', '--dry-run')).text).toContain('1 would come in');
  });

  test('makes a company from templates, lists, switches and deletes it', async () => {
    expect(await run('company', 'create', '--name', 'Tea & Co', '--template', 'teapots')).toMatchObject({
      code: 1,
      text: "There is no template 'teapots'. There is: sales-orders, purchase-orders, bills, projects.",
    });
    said.length = 0;
    const templates = ['--template', 'sales-orders', '--template', 'projects'];
    expect(await run('company', 'create', '--name', 'Tea & Co', ...templates)).toMatchObject({
      code: 0,
      text: expect.stringContaining('Tea & Co stands at /tea-co.'),
    });
    said.length = 0;
    expect(await run('company', 'create', '--name', 'Other', '--url', 'tea-co')).toMatchObject({
      code: 1,
      text: "Another company has the address 'tea-co'. Choose another.",
    });
    expect(await menuOf('tea-co')).toEqual(expect.arrayContaining(['projects', 'sales-orders', 'users']));
    // The log of the company says from where it was made.
    expect(await sourcesIn('tea-co')).toEqual(['COMMAND_LINE']);
    for (const [words, sentence] of [
      [['disable'], 'Tea & Co is switched off: nobody of it gets in.'],
      [['enable'], 'Tea & Co is switched on.'],
      [['delete'], /^Tea & Co is switched off, and is deleted after \d{4}-\d\d-\d\d\. Until then/],
    ] as const) {
      said.length = 0;
      const { code, text } = await run('company', ...words, '--company', 'tea-co');
      expect(code).toBe(0);
      expect(text).toMatch(sentence);
    }
    const arriving = `insert into company_arrival (tenant_id) select id from tenant where url = 'tea-co'`;
    await runStatement(arriving);
    for (const word of ['enable', 'disable', 'delete']) {
      said.length = 0;
      expect(await run('company', word, '--company', 'tea-co')).toMatchObject({
        code: 1,
        text: expect.stringContaining('an import of it was cut off: it is not whole.'),
      });
    }
    await runStatement('delete from company_arrival');
    said.length = 0;
    expect((await run('company', 'list')).text).toMatch(/^tea-co +Tea & Co +0 +0 +deleted after \d{4}-/m);
    said.length = 0;
    expect(await run('company', 'delete', '--company', 'tea-co', '--now', '--confirm', 'Tea')).toMatchObject({
      code: 1,
      text: 'That is not its name, which is Tea & Co. Nothing was changed.',
    });
    said.length = 0;
    expect(await run('company', 'delete', '--company', 'tea-co', '--now')).toMatchObject({
      code: 1,
      text: 'Add --confirm "Tea & Co" to delete it for good. Nothing was changed.',
    });
    said.length = 0;
    expect(
      await run('company', 'delete', '--company', 'tea-co', '--now', '--confirm', 'Tea & Co'),
    ).toMatchObject({
      code: 0,
      text: 'Tea & Co is deleted: its records, files, settings and history.',
    });
    expect(await menuOf('tea-co')).toEqual([]);
    said.length = 0;
    expect(await run('company', 'delete')).toMatchObject({
      code: 1,
      text: '--company says which company is meant.',
    });
  });

  test('takes away what is only here by its title, says first what that touches, and goes back', async () => {
    const [whole, less, undo] = [at('whole.json'), at('less.json'), at('undo.json')];
    const northwind = ['--tenant', 'northwind', '--as', 'ada@rowhouse.example'];
    const bring = async (file: string, ...words: string[]) => {
      said.length = 0;
      return run('import-configuration', file, ...northwind, ...words);
    };
    const exported = async () => {
      expect((await run('export-configuration', at('now.json'), '--tenant', 'northwind')).code).toBe(0);
      return readFileSync(at('now.json'), 'utf8');
    };
    expect((await run('export-configuration', whole, '--tenant', 'northwind')).code).toBe(0);
    const before = readFileSync(whole, 'utf8');
    const file = JSON.parse(before) as { lists: { name: string }[] };
    await writeFile(
      less,
      JSON.stringify({ ...file, lists: file.lists.filter((one) => one.name !== 'Shippers') }),
    );

    const looked = await bring(less, '--dry-run', '--take-away', 'Shippers');
    expect(looked.code).toBe(0);
    expect(looked.text).toMatch(/^only here {2}Shippers$/m);
    expect(looked.text).toMatch(/^takes away Shippers\n +\S/m);
    for (const [words, sentence] of [
      // Nothing of it by itself.
      [['--yes'], 'Nothing differs: Northwind Traders has all that the file names.'],
      [['--take-away', 'Shippers'], 'Add --yes to bring it in. Nothing was changed.'],
      [
        ['--yes', '--take-away', 'Shipper'],
        "'Shipper' is nothing that is only here and can be taken away. Nothing was changed.",
      ],
      [
        ['--yes', '--take-away', 'Shippers', '--undo-file', less],
        'The way back would be written over the file that is read. Name another with --undo-file.',
      ],
      [
        ['--yes', '--take-away', 'Shippers', '--as', 'tom@northwind.example'],
        'tom@northwind.example does not administer Northwind Traders. Name somebody who does with --as.',
      ],
    ] as const)
      expect((await bring(less, ...words)).text).toContain(sentence);
    expect(await exported()).toBe(before);

    expect(await bring(less, '--yes', '--take-away', 'Shippers', '--undo-file', undo)).toMatchObject({
      code: 0,
      text: expect.stringMatching(
        /1 difference was brought into Northwind Traders\.\nThe way back stands in .*undo\.json\.$/,
      ),
    });
    const off = JSON.parse(await exported()) as { lists: { name: string; enabled: boolean }[] };
    expect(off.lists.find(({ name }) => name === 'Shippers')).toMatchObject({ enabled: false });
    expect((await bring(undo, '--yes')).code).toBe(0);
    expect(await exported()).toBe(before);
  });

  test('does not write its report over the file that it reads', async () => {
    await writeFile(at('once.csv'), 'Record Number,Status,Vendor,Bill number\nx,Open,Ironwood Forge,A-1\n');
    const words = ['import', at('once.csv'), '--tenant', 'adventure-works', '--record-type', 'bills'];
    expect(await run(...words, '--yes', '--report', at('once.csv'))).toMatchObject({
      code: 1,
      text: expect.stringContaining('The report would be written over a file that is read'),
    });
    expect(readFileSync(at('once.csv'), 'utf8')).toContain('x,Open');
  });

  test('says that a file is missing before it opens the data', async () => {
    const began = performance.now();
    expect(
      await run('import', at('gone.csv'), '--tenant', 'adventure-works', '--record-type', 'bills'),
    ).toMatchObject({ code: 1, text: expect.stringContaining('There is no file') });
    expect(performance.now() - began).toBeLessThan(1000);
  });

  test.each([
    [
      ['--tenant', 'nowhere', '--record-type', 'Bills'],
      "There is no company 'nowhere'. There is: adventure-works, northwind.",
    ],
    [
      ['--tenant', 'northwind', '--record-type', 'Bills'],
      "has no record type 'Bills' that holds records. It has: Orders, Partner orders.",
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
      text: expect.stringMatching(
        /administers Southwind now.\nPassword: \S{16}\nThey choose one of their own when they first sign in\.$/,
      ),
    });
    said.length = 0;
    expect((await run('users', 'list', '--tenant', 'southwind')).text).toMatch(
      /zoe@example.com .* southwind +Administrator \*/,
    );

    // Nobody loses a role by a slip of the keyboard.
    said.length = 0;
    const tom = ['create-admin', '--tenant', 'northwind', '--email', 'tom@northwind.example'];
    const whyNot =
      "tom@northwind.example is 'Sales representative' in Northwind Traders. Add --change-role to make them administrator instead. Nothing was changed.";
    expect(await run(...tom)).toEqual({ code: 1, text: whyNot });
    said.length = 0;
    expect((await run('users', 'list', '--tenant', 'northwind')).text).toMatch(
      /tom@.* Sales representative$/m,
    );
    said.length = 0;
    expect(await run(...tom, '--change-role')).toMatchObject({
      code: 0,
      text: expect.stringContaining(
        'tom@northwind.example administers Northwind Traders now. Before: Sales representative.',
      ),
    });

    // Not an empty house: people can be let in, and the company described, by whoever administers it.
    expect(await menuOf('southwind')).toEqual([
      'audit-log',
      'configuration',
      'custom-lists',
      'custom-objects',
      'menus',
      'portal',
      'record-types',
      'role-aliases',
      'roles',
      'tenant-profile-settings',
      'transmissions',
      'users',
    ]);

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

  test('tries whether a backup can be brought back, also while somebody holds the data folder', async () => {
    const before = await readdir(dataDir, { recursive: true });
    const lock = lockFolder(dataDir);
    try {
      expect(await run('restore', at('all.tar.gz'), '--dry-run')).toMatchObject({
        code: 0,
        text: expect.stringMatching(
          /can be brought back: made 20.*, with 2 companies, [\d,]+ rows .* Nothing was changed\./,
        ),
      });
    } finally {
      lock.release();
    }
    expect((await readdir(dataDir, { recursive: true })).toSorted()).toEqual(before.toSorted());
    expect((await readdir(folder)).filter((name) => name.startsWith('trying-restore'))).toEqual([]);
  });

  test('refuses what is no backup, and leaves the data as it is', async () => {
    const whole = readFileSync(at('all.tar.gz'));
    await writeFile(at('cut.tar.gz'), whole.subarray(0, whole.length / 2));
    await writeFile(at('text.tar.gz'), 'not a backup');
    for (const name of ['cut.tar.gz', 'text.tar.gz']) {
      said.length = 0;
      for (const how of ['--replace', '--dry-run']) {
        said.length = 0;
        expect((await run('restore', at(name), how)).code).toBe(1);
        expect(said.join('\n')).toMatch(/no whole backup|damaged/);
      }
    }
    said.length = 0;
    expect((await run('users')).text).toContain('maya@adventure-works.example');
  });

  test('with DATABASE_URL it says how pg_dump does it', async () => {
    vi.stubEnv('DATABASE_URL', 'postgres://nobody@localhost:1/none');
    vi.stubEnv('NODE_ENV', 'test');
    expect(await run('backup', at('x.tar.gz'))).toMatchObject({
      code: 1,
      text: expect.stringContaining('pg_dump --enable-row-security --format=custom'),
    });
  });
});
