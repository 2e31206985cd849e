// Three servers that start at the same moment on an empty database, again and again: real processes.
import pg from 'pg';
import { listMigrations } from '@rowhouse/server/platform/database/migrate.ts';
import { spawnServer } from '../fault.ts';
import { createTestDatabase, startTestPostgres } from '../postgres.ts';
import { benchSecret } from './records-bench.ts';

const servers = 3;

export async function startsBench({ values }: { values: Record<string, string | undefined> }) {
  const rounds = Number(values['runs'] ?? 10);
  const known = listMigrations().length;
  const postgres = await startTestPostgres();
  const rows: Record<string, string>[] = [];
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const { url, drop } = await createTestDatabase(postgres.adminUrl);
      const env = { DATABASE_URL: url, SECRET: benchSecret, DEMO: 'off', DATABASE_POOL_SIZE: '4' };
      const started = await Promise.all(Array.from({ length: servers }, () => spawnServer({ env })));
      const ready = await Promise.allSettled(started.map((server) => server.waitReady()));
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const { rows: found } = await client.query<{ migrations: number }>(
        'select count(*)::int as migrations from migration',
      );
      await client.end();
      const codes = await Promise.all(started.map((server) => server.stop()));
      // Of its log a server says nothing but warnings and errors.
      const logged = started.flatMap((server) => server.output().match(/^\{"level".*$/gm) ?? []);
      rows.push({
        round: String(round),
        ready: `${ready.filter(({ status }) => status === 'fulfilled').length} of ${servers}`,
        migrations: `${found[0]?.migrations} of ${known}`,
        'warnings and errors': String(logged.length),
        'ended well': `${codes.filter((code) => code === 0).length} of ${servers}`,
      });
      process.stderr.write(`${[...logged, JSON.stringify(rows.at(-1))].join('\n')}\n`);
      await drop();
    }
  } finally {
    await postgres.stop();
  }
  return [{ title: `${servers} servers that start at once on an empty database`, rows }];
}
