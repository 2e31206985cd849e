import { getMigrations } from 'better-auth/db/migration';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../testing/test-database.ts';
import type { TestDatabase } from '../../../testing/test-database.ts';
import { createLog } from '../log.ts';
import { createBetterAuth } from './password-identity.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await openTestDatabase();
});
afterAll(() => own.close());

test('the tables are what better-auth expects: it finds nothing to change', async () => {
  const auth = createBetterAuth({
    database: own.database,
    secret: 'a secret of the tests, long enough',
    log: createLog('silent'),
    sessionLifetimeMs: 1000,
  });
  const { toBeAdded, toBeCreated } = await getMigrations(auth.options);
  expect(toBeCreated).toEqual([]);
  expect(toBeAdded).toEqual([]);
});
