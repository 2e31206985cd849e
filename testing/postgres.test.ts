import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

let own: TestDatabase;

beforeAll(async () => {
  own = await openTestDatabase();
});
afterAll(() => own.close());

test('a test file has a migrated database of its own', async () => {
  const { rows } = await own.database.asHome((connection) =>
    connection.query(
      'select current_database() as name, (select count(*)::int from migration) as migrations',
    ),
  );
  expect(rows[0]?.['name']).toMatch(/^test_/);
  expect(rows[0]?.['migrations']).toBeGreaterThan(0);
});

test('a PostgreSQL does not outlive the process that started it, even when that is killed', async () => {
  const module = path.join(import.meta.dirname, 'postgres.ts');
  const script = `const { startTestPostgres } = await import('${module}');
    console.log((await startTestPostgres()).adminUrl);
    setInterval(() => {}, 1000);`;
  const owner = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(owner.stdout, 'data')) as [Buffer];
  const client = new pg.Client(line.toString().trim());
  const lost = new Promise<string>((resolve) => client.once('end', () => resolve('lost')));
  client.on('error', () => {});
  await client.connect();
  owner.kill('SIGKILL');
  expect(await lost).toBe('lost');
});
