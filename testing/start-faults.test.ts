// What can be expected to go wrong at a start, and how a start stands after it: by the real command, in a process of its own.
// Every fault ends in one sentence, exit code 1 and nothing half made.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { demoPassword, demoPeople } from '@rowhouse/server/seed/demo/people.ts';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { spawnServer, type SpawnedServer } from './fault.ts';
import { findFreePort } from './free-port.ts';
import { createTestDatabase, databaseUrl, runAsAdmin } from './postgres.ts';
import { runRowhouse } from './run-rowhouse.ts';

const secret = 'the secret of the faults at the start, long enough';
let folder: string;
const cleanUps: (() => unknown)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rowhouse-start-'));
});
afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  await rm(folder, { recursive: true, force: true });
});

/** The machine may be busy with other things. */
const patience = { timeout: 60_000 };
const at = (name: string) => path.join(folder, name);
const exists = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  );

async function start(env: Record<string, string>): Promise<SpawnedServer> {
  const server = await spawnServer({
    env: { DATABASE_URL: '', DATA_DIR: at('unused'), SECRET: secret, NODE_ENV: '', ...env },
  });
  cleanUps.push(() => server.kill9());
  return server;
}

/** What a start says that does not come to stand. */
async function refusalOf(env: Record<string, string>): Promise<string> {
  const server = await start(env);
  const code = await server.ended;
  expect({ code, output: server.output() }).toMatchObject({ code: 1 });
  return server.output().trim();
}

async function openDatabase(): Promise<string> {
  const copy = await createTestDatabase(inject('postgresAdminUrl'), { template: inject('templateDatabase') });
  cleanUps.push(() => copy.drop());
  return copy.url;
}

describe('a start ends in one sentence, and what to do', () => {
  test('when the port is taken, before the database is made', async () => {
    const other = await listen(() => {});
    const dataDir = at('port-taken');
    expect(await refusalOf({ PORT: String(other), DATA_DIR: dataDir })).toBe(
      `Port ${other} is taken by another program. Stop that one, or name another port: PORT=${other + 1} npm start.`,
    );
    expect(await exists(path.join(dataDir, 'database'))).toBe(false);
  });

  test('when a variable is none', async () => {
    expect(await refusalOf({ PORT: 'abc', MAIL_FROM: 'nonsense' })).toBe(
      [
        "PORT is not usable: it is 'abc', and must be a whole number from 0 to 65535.",
        "MAIL_FROM is not usable: it is 'nonsense', and must be an email, alone or as in Rowhouse <no-reply@example.com>.",
      ].join('\n'),
    );
  });

  test('when the data folder is a file, or cannot be written', async () => {
    await writeFile(at('file'), '');
    expect(await refusalOf({ DATA_DIR: at('file') })).toBe(
      `The data folder ${at('file')} is a file, or lies in one. Name a folder in DATA_DIR.`,
    );
    await mkdir(at('shut'), { mode: 0o500 });
    // To the superuser of the machine only what the kernel keeps to itself is shut.
    const shut = process.getuid?.() === 0 ? '/sys/rowhouse-data' : at('shut');
    expect(await refusalOf({ DATA_DIR: shut })).toBe(
      `The data folder ${shut} cannot be written by this user. Give it to this user, or name another one in DATA_DIR.`,
    );
    await chmod(at('shut'), 0o700);
  });

  test('when nobody answers at the address of the database', async () => {
    const port = await findFreePort();
    expect(await refusalOf({ DATABASE_URL: `postgres://rh@127.0.0.1:${port}/rh` })).toBe(
      `Nobody answers at 127.0.0.1:${port}, the address in DATABASE_URL. Start PostgreSQL there, or correct DATABASE_URL.`,
    );
  });

  test('when its host is not known', async () => {
    expect(await refusalOf({ DATABASE_URL: 'postgres://rh@no-such-host.invalid/rh' })).toBe(
      'The host no-such-host.invalid in DATABASE_URL is not known. Correct DATABASE_URL, or look to the name service of this machine.',
    );
  });

  test('when there is no such user, no such database, or the password is wrong', async () => {
    const admin = inject('postgresAdminUrl');
    expect(await refusalOf({ DATABASE_URL: databaseUrl(admin, 'postgres', 'nobody') })).toBe(
      'The PostgreSQL server of DATABASE_URL does not let this user in: role "nobody" does not exist. Correct the user and the password in DATABASE_URL.',
    );
    expect(await refusalOf({ DATABASE_URL: databaseUrl(admin, 'nowhere') })).toBe(
      'The database of DATABASE_URL is not there: database "nowhere" does not exist. Make it (create database … owner …), or correct DATABASE_URL.',
    );
    const port = await listen((socket) => {
      const message = 'SFATAL\0C28P01\0Mpassword authentication failed for user "rh"\0\0';
      socket.once('data', () => socket.end(packet('E', message)));
    });
    expect(await refusalOf({ DATABASE_URL: `postgres://rh:x@127.0.0.1:${port}/rh` })).toBe(
      'The PostgreSQL server of DATABASE_URL does not let this user in: password authentication failed for user "rh". Correct the user and the password in DATABASE_URL.',
    );
  });

  test('when a pooler stands before it, and nothing leads past it', async () => {
    const words = 'unsupported startup parameter in options: jit';
    const port = await listen((socket) =>
      socket.once('data', () => socket.end(packet('E', `SFATAL\0C08P01\0M${words}\0\0`))),
    );
    expect(await refusalOf({ DATABASE_URL: `postgres://rh@127.0.0.1:${port}/rh` })).toBe(
      `DATABASE_URL leads through a pooler, which takes no settings at the start of a connection: ${words}. Name the database itself, past the pooler, in DATABASE_LISTEN_URL.`,
    );
  });

  test('when PostgreSQL is too old', async () => {
    const port = await listenAsPostgres15();
    expect(await refusalOf({ DATABASE_URL: `postgres://rh@127.0.0.1:${port}/rh` })).toBe(
      'The database of DATABASE_URL is PostgreSQL 15.18; Rowhouse needs 17 or newer. Upgrade it, or name another one.',
    );
  });

  test('when the data is of a newer version', async () => {
    const url = await openDatabase();
    const name = '20991231000000_later.sql';
    await runAsAdmin(url, `insert into migration (name, checksum) values ('${name}', 'x')`);
    expect(await refusalOf({ DATABASE_URL: url, DATA_DIR: at('newer') })).toBe(
      `This data is of a newer version of Rowhouse: it has run ${name}, which this version does not have. Start that version again, or bring back a backup from before it.`,
    );
    const { code, text } = await runRowhouse(['users'], {
      DATABASE_URL: url,
      SECRET: secret,
      DATA_DIR: at('newer'),
    });
    expect(code).toBe(1);
    expect(text).toMatch(/^This data is of a newer version/m);
    // Where that version has said that older ones can live with it, they do.
    await runAsAdmin(url, `update migration set older_servers = 'go on' where name = '${name}'`);
    const doctor = await runRowhouse(['doctor'], {
      DATABASE_URL: url,
      SECRET: secret,
      DATA_DIR: at('newer'),
    });
    expect(doctor).toMatchObject({
      code: 0,
      text: expect.stringMatching(
        /^ok {4}All \d+ migrations have run, and 1 of a newer version that this one can live with$/m,
      ),
    });
  });
});

test('a backup into a folder that is not there is refused before the database is opened', async () => {
  const target = path.join(at('missing'), 'x.backup');
  const { code, text } = await runRowhouse(['backup', target], { DATABASE_URL: '', DATA_DIR: at('none') });
  expect(code).toBe(1);
  expect(text.trim()).toBe(
    `There is no folder ${at('missing')} to put the backup into. Make it first, or name another file.`,
  );
});

describe('the demo', () => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://rows.example' };
  const tryKnown = async (url: string) => {
    const response = await fetch(`${url}/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: demoPeople.ada.email, password: demoPassword }),
    });
    return response.status;
  };

  test('is not made in production; the start says how the first administrator is made, and that works', async () => {
    const env = { ...production, DATABASE_URL: await openDatabase(), DATA_DIR: at('production') };
    let server = await start(env);
    await server.waitReady();
    await expect.poll(() => server.output(), patience).toContain('create-admin');
    expect(server.output()).toContain('There is no company yet.');
    expect(server.output()).not.toContain('@rowhouse.example');
    expect(await tryKnown(server.url)).toBe(401);
    // The link opens, is kept as a hash alone, and does not outlive the next start.
    const link = firstLinkIn(server);
    expect(await askFirstLink(server.url, link)).toBe(200);
    const doctor = await runRowhouse(['doctor'], { ...env, SECRET: secret });
    expect(doctor.text).toMatch(/^warn {2}Nobody administers here yet\. .* good until \d{4}-/m);
    expect(await server.stop()).toBe(0);
    server = await start(env);
    await server.waitReady();
    await expect.poll(() => server.output(), patience).toContain('create-admin');
    expect(firstLinkIn(server)).not.toBe(link);
    expect(await askFirstLink(server.url, link)).toBe(404);
    expect(await askFirstLink(server.url, firstLinkIn(server))).toBe(200);
    const [, command = ''] = /npm run rowhouse -- (create-admin .*)$/m.exec(server.output()) ?? [];
    const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
    expect(await runRowhouse(words, { ...env, SECRET: secret })).toMatchObject({
      code: 0,
      text: expect.stringContaining('you@example.com administers Acme now.'),
    });
    // Somebody does now: the link is over, and no start prints another.
    expect(await askFirstLink(server.url, firstLinkIn(server))).toBe(404);
    expect(await server.stop()).toBe(0);
    server = await start(env);
    await server.waitReady();
    await expect.poll(() => server.output(), patience).toContain('/login');
    expect(server.output()).not.toContain('#first=');
    expect(await server.stop()).toBe(0);
  });

  test('has passwords of its own where production asks for it, told once', async () => {
    const env = { ...production, DATABASE_URL: await openDatabase(), DATA_DIR: at('asked'), DEMO: 'on' };
    const server = await start(env);
    await server.waitReady();
    await expect.poll(() => server.output(), patience).toContain('These passwords are shown this once.');
    const passwords = [...server.output().matchAll(/^ {2}\S+@\S+ {2}(\S+)/gm)].map(([, word]) => word);
    expect(new Set(passwords).size).toBe(7);
    expect(await tryKnown(server.url)).toBe(401);
    await server.stop();
    const again = await start(env);
    await again.waitReady();
    await expect.poll(() => again.output(), patience).toContain('/login');
    expect(again.output()).not.toContain(passwords[0]);
    expect(again.output()).not.toContain('Everybody knows');
  });

  test('that opens with what everybody knows is shouted about, by the start and by doctor', async () => {
    const env = { DATABASE_URL: await openDatabase(), DATA_DIR: at('known'), SECRET: secret };
    expect(await runRowhouse(['seed'], { ...env, NODE_ENV: 'test' })).toMatchObject({ code: 0 });
    const server = await start({ ...env, ...production });
    await server.waitReady();
    await expect
      .poll(() => server.output(), patience)
      .toMatch(/Everybody knows the password .*ada@rowhouse\.example/);
    const { code, text } = await runRowhouse(['doctor'], { ...env, ...production });
    expect(code).toBe(1);
    expect(text).toMatch(/^fail {2}Everybody knows the password .*ada@rowhouse\.example/m);
    expect(text).toMatch(/^warn {2}PUBLIC_URL is https, .* but PROXY_HOPS is 0/m);
  });
});

describe('on the embedded database', () => {
  const dataDir = () => at('embedded');
  let mailbox: string;

  test('nobody else of the machine can read what a first start makes, and a folder that stood open is shut', async () => {
    await mkdir(dataDir(), { mode: 0o755 });
    await chmod(dataDir(), 0o755);
    // The way npm start goes for a newcomer: umask and all are those of whoever types it.
    const server = await start({ DATA_DIR: dataDir(), SECRET: '', DEMO: 'off' });
    await server.waitReady();
    await expectShut(dataDir());
    await expect.poll(() => server.output(), patience).toMatch(/Mails are kept at \S+\/mailbox\/\S+/);
    mailbox = mailboxIn(server);
    const here = new URL(mailbox).pathname;
    expect((await fetch(server.url + here)).status).toBe(200);
    // Not by asking from the machine itself, nor by a key that is nearly right.
    for (const other of ['/mailbox', '/mailbox/', here.slice(0, -1), `${here}x`])
      expect([other, (await fetch(server.url + other)).status]).toEqual([other, 404]);
    await server.kill9();
    // Nor what the command line makes, which opens the same database.
    const made = at('embedded-seed');
    const backup = await runRowhouse(['backup', at('embedded.backup')], {
      DATABASE_URL: '',
      DATA_DIR: dataDir(),
      SECRET: '',
    });
    expect(backup).toEqual({ code: 0, text: backup.text });
    expect((await stat(at('embedded.backup'))).mode & 0o077).toBe(0);
    const restore = await runRowhouse(['restore', at('embedded.backup')], {
      DATABASE_URL: '',
      DATA_DIR: made,
      SECRET: '',
    });
    expect(restore).toEqual({ code: 0, text: restore.text });
    await expectShut(made);
  });

  test('a lock left to a dead process that nobody asked after is taken over, and the mailbox keeps its address', async () => {
    // Its parent has become a program that does not wait for children.
    const parent = spawn('/bin/sh', ['-c', 'sleep 600 & echo $!; exec sleep 600'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    cleanUps.push(() => parent.kill('SIGKILL'));
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(line.toString());
    // A shell would still look after its child; what it has become does not.
    await expect
      .poll(async () => (await readFile(`/proc/${parent.pid}/comm`, 'utf8')).trim(), patience)
      .toBe('sleep');
    process.kill(pid, 'SIGKILL');
    const readStat = async () =>
      (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
    await expect.poll(async () => (await readStat())[0], patience).toBe('Z');
    const startedAt = (await readStat())[19];
    await writeFile(path.join(dataDir(), 'rowhouse.lock'), JSON.stringify({ pid, startedAt }));
    const server = await start({ DATA_DIR: dataDir(), SECRET: '', DEMO: 'off' });
    await server.waitReady();
    await expect.poll(() => server.output(), patience).toMatch(/Mails are kept at/);
    expect(mailboxIn(server).split('/mailbox/')[1]).toBe(mailbox.split('/mailbox/')[1]);
    expect(await server.stop()).toBe(0);
  });
});

test('a proxy that PROXY_HOPS does not know of is logged once', async () => {
  const server = await start({ DATABASE_URL: await openDatabase(), DATA_DIR: at('proxy'), DEMO: 'off' });
  await server.waitReady();
  const said = () => server.output().split('a request came through a proxy, but PROXY_HOPS is 0').length - 1;
  expect(said()).toBe(0);
  for (let request = 0; request < 3; request += 1)
    await fetch(`${server.url}/healthz`, { headers: { 'x-forwarded-for': '203.0.113.9' } });
  await expect.poll(said, patience).toBe(1);
});

const firstLinkIn = (server: SpawnedServer): string =>
  /\/register#first=(\S{22})$/m.exec(server.output())?.[1] ?? '';

async function askFirstLink(url: string, token: string): Promise<number> {
  const response = await fetch(`${url}/auth/first-link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  return response.status;
}

/** Whatever lies in the folder is its user's alone, files and folders. */
async function expectShut(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true });
  expect(entries.length).toBeGreaterThan(1000);
  const open = [];
  for (const name of ['.', ...entries]) {
    const found = await stat(path.join(folder, name)).catch(() => null);
    if (found !== null && (found.mode & 0o077) !== 0) open.push(name);
  }
  expect(open).toEqual([]);
}

const mailboxIn = (server: SpawnedServer): string =>
  /Mails are kept at (\S+)/.exec(server.output())?.[1] ?? '';

async function listen(answer: (socket: Socket) => void): Promise<number> {
  const server = createServer(answer).listen(0, '0.0.0.0');
  await once(server, 'listening');
  cleanUps.push(() => server.close());
  return (server.address() as { port: number }).port;
}

/** A message of PostgreSQL's protocol. */
function packet(kind: string, content: string | Buffer): Buffer {
  const body = Buffer.from(content);
  const head = Buffer.alloc(5);
  head.write(kind);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** As much of an older server as a start asks before it knows. */
const listenAsPostgres15 = () =>
  listen((socket) => {
    const ready = packet('Z', 'I');
    const column = (name: string) => Buffer.concat([Buffer.from(`${name}\0`), Buffer.alloc(18)]);
    const value = (text: string) => Buffer.concat([int32(text.length), Buffer.from(text)]);
    const two = Buffer.from([0, 2]);
    const answer = Buffer.concat([
      packet('T', Buffer.concat([two, column('number'), column('version')])),
      packet('D', Buffer.concat([two, value('150018'), value('15.18')])),
      packet('C', 'SELECT 1\0'),
      ready,
    ]);
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(Buffer.concat([packet('R', int32(0)), ready]));
      socket.on('data', (data) => {
        if (data[0] === 'Q'.charCodeAt(0)) socket.write(answer);
      });
    });
  });

function int32(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(number);
  return bytes;
}
