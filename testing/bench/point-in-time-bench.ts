// A PostgreSQL under Rowhouse is backed up by pgBackRest while people write, lost, and brought back: whole, and to a moment
// in the middle. Needs pgbackrest in the PATH, and in PG_BIN the folder of a PostgreSQL that it knows (17 or newer).
import { execFile } from 'node:child_process';
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { findFreePort } from '../free-port.ts';
import { spawnServer } from '../fault.ts';
import { createTestDatabase, identity, startTestPostgres } from '../postgres.ts';
import { openCompany, startWriters, type Acknowledged } from './acknowledged-writes.ts';
import { benchSecret } from './records-bench.ts';

const run = promisify(execFile);
const stanza = 'rowhouse';
const shownSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

export async function pointInTimeBench() {
  const bin = process.env['PG_BIN'];
  const found = await run('pgbackrest', ['version']).catch(() => null);
  if (bin === undefined || found === null)
    throw new Error(
      'Install pgBackRest, and name the folder of the programs of PostgreSQL 17 or newer in PG_BIN.',
    );
  const home = await mkdtemp('/var/tmp/rowhouse-point-in-time-');
  const own = async (folder: string) => {
    await mkdir(folder, { recursive: true });
    if (identity.uid !== undefined) await chown(folder, identity.uid, identity.gid);
    return folder;
  };
  await own(home);
  const [live, repository, sockets] = await Promise.all(
    ['live', 'repository', 'sockets'].map((name) => own(path.join(home, name))),
  );
  const port = await findFreePort();
  const configuration = path.join(home, 'pgbackrest.conf');
  await writeFile(
    configuration,
    `[global]
repo1-path=${repository}
repo1-retention-full=2
start-fast=y
log-level-file=off
lock-path=${home}
spool-path=${home}

[${stanza}]
pg1-path=${live}/cluster
pg1-port=${port}
pg1-socket-path=${sockets}
pg1-user=postgres
`,
  );
  const backRest = (...args: string[]) =>
    run('pgbackrest', [`--config=${configuration}`, `--stanza=${stanza}`, ...args], {
      ...identity,
      cwd: home,
      env: { ...process.env, HOME: home },
    });
  const binaries = path.dirname(bin);
  const settings = { unix_socket_directories: sockets!, wal_level: 'replica' };
  const rows: Record<string, string>[] = [];
  const note = (what: string, is: string) => {
    rows.push({ what, is });
    process.stderr.write(`${what}: ${is}\n`);
  };
  const timed = async (what: string, work: () => Promise<unknown>) => {
    const began = performance.now();
    await work();
    note(what, shownSeconds(performance.now() - began));
  };
  const dataDir = await mkdtemp('/var/tmp/rowhouse-point-in-time-data-');
  try {
    const postgres = await startTestPostgres({
      directory: live!,
      binaries,
      durable: true,
      port,
      settings: {
        ...settings,
        archive_mode: 'on',
        archive_command: `pgbackrest --config=${configuration} --stanza=${stanza} archive-push %p`,
      },
    });
    await backRest('stanza-create');
    const { url: databaseUrl } = await createTestDatabase(postgres.adminUrl);
    const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SECRET: benchSecret, DEMO: 'on' };
    let server = await spawnServer({ env });
    await server.waitReady();
    const company = await openCompany(server.url);
    const writers = startWriters(company, 4);
    const untilWritten = async (more: number) => {
      const aim = writers.acknowledged.length + more;
      while (writers.acknowledged.length < aim) await new Promise((resolve) => setTimeout(resolve, 20));
    };
    await untilWritten(200);
    await timed('full backup, while four people write', () => backRest('backup', '--type=full'));
    await untilWritten(200);
    await timed('what changed since, the same', () => backRest('backup', '--type=incr'));
    await untilWritten(200);
    const admin = new pg.Client({ connectionString: postgres.adminUrl });
    await admin.connect();
    const { rows: moments } = await admin.query<{ text: string; ms: string }>(
      `select to_char(t, 'YYYY-MM-DD HH24:MI:SS.USOF') as text, extract(epoch from t) * 1000 as ms from clock_timestamp() t`,
    );
    const moment = { text: moments[0]!.text, ms: Number(moments[0]!.ms) };
    await untilWritten(200);
    await writers.stop();
    await admin.query('select pg_switch_wal()');
    await admin.end();
    await backRest('check');
    const { acknowledged, refused } = writers;
    note('records that were acknowledged', `${acknowledged.length}, ${refused.length} refused`);
    note('backups', (await backRest('info')).stdout.match(/repo1: backup.*/g)?.join('; ') ?? '');
    await server.kill9();
    await postgres.stop();

    const restored = async (name: string, to: string[], judge: (titles: ReadonlySet<string>) => string) => {
      const folder = await own(path.join(home, name));
      await own(path.join(folder, 'cluster'));
      await timed(`${name}: restored`, () =>
        backRest('restore', `--pg1-path=${folder}/cluster`, '--archive-mode=off', ...to),
      );
      const began = performance.now();
      const copy = await startTestPostgres({ directory: folder, binaries, durable: true, port, settings });
      server = await spawnServer({ env });
      await server.waitReady();
      note(
        `${name}: from the start of PostgreSQL to a ready server`,
        shownSeconds(performance.now() - began),
      );
      const again = await openCompany(server.url);
      const { titles, total } = await again.readAll();
      const standing = new Set(titles);
      const doubled = titles.length - standing.size;
      note(
        `${name}: records`,
        `${titles.length}, ${doubled} doubled, total ${total === titles.length ? 'right' : `WRONG: ${total}`}, ${judge(standing)}`,
      );
      await again.save('write after it');
      const after = await again.readAll();
      note(
        `${name}: one more saved`,
        after.total === total + 1 && after.titles.length === total + 1 ? 'yes' : 'NO',
      );
      const doctor = await run(
        process.execPath,
        ['--import', './tools/require-node.mjs', 'tools/rowhouse.ts', 'doctor'],
        {
          env: { ...process.env, ...env },
        },
      ).then(
        () => 'content',
        (error: { stdout?: string; stderr?: string }) => `${error.stdout ?? ''}${error.stderr ?? ''}`.trim(),
      );
      // The demo's own passwords are what it always shouts about.
      const failed = doctor.split('\n').filter((line) => /^fail(?!.*demo accounts)/.test(line));
      note(`${name}: doctor`, failed.join('; ') || 'content');
      await server.stop();
      await copy.stop();
    };
    const missing = (standing: ReadonlySet<string>, those: readonly Acknowledged[]) =>
      those.filter(({ title }) => !standing.has(title)).length;
    await restored(
      'latest',
      [],
      (standing) => `${missing(standing, acknowledged)} of the acknowledged missing`,
    );
    await restored(
      'to the moment',
      ['--type=time', `--target=${moment.text}`, '--target-action=promote'],
      (standing) => {
        const before = acknowledged.filter(({ answeredAt }) => answeredAt < moment.ms);
        const later = acknowledged.filter(({ askedAt }) => askedAt > moment.ms);
        return `${missing(standing, before)} of ${before.length} from before missing, ${later.length - missing(standing, later)} of ${later.length} from after there`;
      },
    );
  } finally {
    await Promise.all([home, dataDir].map((folder) => rm(folder, { recursive: true, force: true })));
  }
  return [{ title: 'Brought back by pgBackRest', rows }];
}
