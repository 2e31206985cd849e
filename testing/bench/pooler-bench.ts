// Two servers behind PgBouncer in transaction mode, with people who write all the while: what is told across, what a
// pooler that reloads, dies and comes back does to them, and whether anything of one transaction is left for the next.
// Needs pgbouncer (1.21 or newer) in the PATH.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { findFreePort } from '../free-port.ts';
import { spawnServer } from '../fault.ts';
import { createTestDatabase, identity, startTestPostgres } from '../postgres.ts';
import { openCompany, startWriters, type Writers } from './acknowledged-writes.ts';
import { benchSecret } from './records-bench.ts';
import { median, shownMs } from './statistics.ts';

/** What a transaction of ours sets, and what none may leave behind. */
const leftOvers = `select current_user as who, current_setting('search_path') as path, current_setting('statement_timeout') as timeout,
  current_setting('plan_cache_mode') as plans, coalesce(current_setting('app.tenant_id', true), '') as tenant`;

export async function poolerBench() {
  const home = await mkdtemp('/var/tmp/rowhouse-pooler-');
  if (identity.uid !== undefined) await chown(home, identity.uid, identity.gid);
  const rows: Record<string, string>[] = [];
  const note = (what: string, is: string) => {
    rows.push({ what, is });
    process.stderr.write(`${what}: ${is}\n`);
  };
  const postgres = await startTestPostgres({ durable: true });
  const { url: direct } = await createTestDatabase(postgres.adminUrl);
  const address = new URL(direct);
  const port = await findFreePort();
  const configuration = path.join(home, 'pgbouncer.ini');
  await writeFile(path.join(home, 'users'), `"${address.username}" ""\n`);
  await writeFile(
    configuration,
    `[databases]
* = host=${address.hostname} port=${address.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${home}/users
admin_users = ${address.username}
pool_mode = transaction
max_prepared_statements = 300
default_pool_size = 8
`,
  );
  const startPooler = async (): Promise<ChildProcess> => {
    const child = spawn('pgbouncer', [configuration], { ...identity, stdio: ['ignore', 'ignore', 'pipe'] });
    const failed = once(child, 'error').then(([error]) => Promise.reject(error as Error));
    failed.catch(() => undefined);
    for (let isUp = false; !isUp;) {
      const client = new pg.Client({ connectionString: pooled });
      isUp = await Promise.race([client.connect().then(() => true), failed]).catch((error: unknown) => {
        if (error instanceof Error && error.message.includes('ENOENT'))
          throw new Error('Install PgBouncer 1.21 or newer.');
        return false;
      });
      await client.end().catch(() => undefined);
      if (!isUp) await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return child;
  };
  const through = new URL(direct);
  through.port = String(port);
  const pooled = through.href;
  const onPooler = async (command: string) => {
    const client = new pg.Client({ connectionString: pooled.replace(/\/[^/]*$/, '/pgbouncer') });
    await client.connect();
    await client.query(command);
    await client.end();
  };
  let pooler = await startPooler();
  const dataDir = await mkdtemp('/var/tmp/rowhouse-pooler-data-');
  const env = { DATA_DIR: dataDir, SECRET: benchSecret, DEMO: 'on', DATABASE_LISTEN_URL: direct };
  try {
    const one = await spawnServer({ env: { ...env, DATABASE_URL: pooled } });
    await one.waitReady();
    const other = await spawnServer({ env: { ...env, DATABASE_URL: pooled } });
    await other.waitReady();
    const plain = await spawnServer({ env: { ...env, DATABASE_URL: direct } });
    await plain.waitReady();
    const [mine, theirs, straight] = [
      await openCompany(one.url),
      await openCompany(other.url),
      await openCompany(plain.url),
    ];
    const took = { pooled: [] as number[], direct: [] as number[] };
    for (let run = 0; run < 40; run += 1) {
      for (const [way, company] of [
        ['pooled', mine],
        ['direct', straight],
      ] as const) {
        const began = performance.now();
        await company.ask(
          'query ($data: FilterAndSortInput!) { filterAndSortRecordHeader(data: $data, pagination: { limit: 25 }) { total } }',
          {
            data: { recordTypeId: company.typeId },
          },
        );
        took[way].push(performance.now() - began);
      }
    }
    note(
      'a page, past the pooler and through it',
      `${shownMs(median(took.direct))}, ${shownMs(median(took.pooled))} ms`,
    );
    await plain.stop();

    const writers = [startWriters(mine, 3), startWriters(theirs, 3)];
    let seen = 0;
    const untilWritten = async (more: number) => {
      const aims = writers.map(({ acknowledged }) => acknowledged.length + more);
      while (writers.some(({ acknowledged }, at) => acknowledged.length < aims[at]!))
        await new Promise((resolve) => setTimeout(resolve, 20));
    };
    const refusedSince = (what: string) => {
      const all = writers.flatMap(({ refused }: Writers) => refused);
      const fresh = all.slice(seen);
      seen = all.length;
      const codes = new Map<string, number>();
      for (const { words } of fresh) {
        const code = /"code":"(\w+)"/.exec(words)?.[1] ?? words.slice(0, 80);
        codes.set(code, (codes.get(code) ?? 0) + 1);
      }
      note(what, fresh.length === 0 ? 'none refused' : [...codes].map((pair) => pair.join(': ')).join(', '));
    };
    await untilWritten(100);
    refusedSince('200 records and more, two servers');
    await onPooler('RELOAD');
    await untilWritten(50);
    refusedSince('RELOAD of the pooler');
    await onPooler('RECONNECT');
    await untilWritten(50);
    refusedSince('RECONNECT of the pooler');
    const paused = onPooler('PAUSE');
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await onPooler('RESUME');
    await paused.catch(() => undefined);
    await untilWritten(50);
    refusedSince('PAUSE of a second');
    const name = address.pathname.slice(1);
    await onPooler(`KILL ${name}`);
    await onPooler(`RESUME ${name}`);
    await untilWritten(50);
    refusedSince('KILL of all its connections');
    pooler.kill('SIGKILL');
    await once(pooler, 'exit');
    pooler = await startPooler();
    await untilWritten(50);
    refusedSince('the pooler killed, and started again');
    const ready = await Promise.all(
      [one, other].map(async ({ url }) => (await (await fetch(`${url}/readyz`)).text()).trim()),
    );
    note('/readyz of both then', ready.join(' | '));

    const fresh = await Promise.all(
      Array.from({ length: 24 }, async () => {
        const client = new pg.Client({ connectionString: pooled });
        await client.connect();
        const { rows: found } = await client.query<Record<string, string>>(leftOvers);
        await client.end();
        return JSON.stringify(found[0]);
      }),
    );
    const bare = new pg.Client({ connectionString: direct });
    await bare.connect();
    const { rows: untouched } = await bare.query<Record<string, string>>(leftOvers);
    await bare.end();
    const different = fresh.filter((line) => line !== JSON.stringify(untouched[0]));
    note('what 24 connections have left of others meanwhile', different[0] ?? 'nothing');

    await writers[0]?.stop();
    await one.stop();
    await writers[1]?.stop();
    const unknown = new Set(writers.flatMap(({ refused }) => refused.map(({ title }) => title)));
    const acknowledged = writers.flatMap((some) => some.acknowledged.map(({ title }) => title));
    const { titles, total } = await theirs.readAll();
    const standing = new Set(titles);
    const allowed = new Set([...acknowledged, ...unknown]);
    const silent = writers
      .flatMap(({ refused }) => refused)
      .filter(({ title, words }) => standing.has(title) && !words.includes('is not known'));
    note('refused without a word that it may stand, and standing', String(silent.length));
    note(
      'records then',
      `${titles.length}, total ${total === titles.length ? 'right' : `WRONG: ${total}`}, ${titles.length - standing.size} doubled, ${acknowledged.filter((title) => !standing.has(title)).length} of ${acknowledged.length} acknowledged missing, ${titles.filter((title) => !allowed.has(title)).length} that nobody asked for`,
    );
    await other.stop();

    const alone = await spawnServer({ env: { ...env, DATABASE_URL: pooled, DATABASE_LISTEN_URL: '' } });
    await alone.ended;
    note('started without an address past the pooler', alone.output().trim());
    // As many have it set, so that whatever asks for settings is let in, and does not get them.
    await appendFile(configuration, 'ignore_startup_parameters = options\n');
    await onPooler('RELOAD');
    const deaf = await spawnServer({ env: { ...env, DATABASE_URL: pooled, DATABASE_LISTEN_URL: '' } });
    await deaf.waitReady();
    let said = '';
    for (const deadline = Date.now() + 90_000; !said.includes('degraded') && Date.now() < deadline;) {
      said = await (await fetch(`${deaf.url}/readyz`)).text();
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    note('the same, where the pooler passes over settings', said.trim());
    await deaf.kill9();
  } finally {
    pooler.kill('SIGKILL');
    await postgres.stop();
    await Promise.all([home, dataDir].map((folder) => rm(folder, { recursive: true, force: true })));
  }
  return [{ title: 'Behind PgBouncer', rows }];
}
