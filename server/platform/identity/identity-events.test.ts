import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../testing/test-database.ts';
import type { TestDatabase } from '../../../testing/test-database.ts';
import { createIdentityEvents } from './identity-events.ts';

let copy: TestDatabase;
beforeAll(async () => {
  copy = await openTestDatabase();
});
afterAll(() => copy.close());

const statement = (text: string) => copy.database.asHome((connection) => connection.query(text));

test('what happened is told to its person, the newest first, and never taken back', async () => {
  const events = createIdentityEvents(copy.database);
  const actor = 'maya@example.com';
  await events.note({ authUserId: 'maya', actor, event: 'signed-in', address: '203.0.113.9' });
  await events.note({ authUserId: 'zoe', actor, event: 'two-factor-on' });
  await events.note({ authUserId: null, actor: 'nobody@example.com', event: 'password-guesses-refused' });
  await events.note({
    authUserId: 'maya',
    actor,
    event: 'invitation-accepted',
    details: { company: 'Northwind' },
  });
  await statement(
    `insert into identity_event (auth_user_id, actor, event) values ('maya', 'x', 'of a newer version')`,
  );
  await events.note({ authUserId: 'maya', actor: 'command line', event: 'two-factor-reset' });

  const told = await events.list('maya', 20);
  expect(told.map(({ what, address }) => [what, address])).toEqual([
    ['Two-factor was reset by an administrator', null],
    ['Joined Northwind', null],
    ['Signed in', '203.0.113.9'],
  ]);
  expect(told[0]?.at).toBeInstanceOf(Date);
  expect(await events.list('maya', 1)).toHaveLength(1);

  await expect(statement('delete from identity_event')).rejects.toThrow('only added to');
  await expect(statement(`update identity_event set actor = 'x'`)).rejects.toThrow('only added to');
  expect(await events.list('maya', 20)).toHaveLength(3);
});
