import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../testing/test-database.ts';
import type { TestDatabase } from '../../../testing/test-database.ts';
import { createTickets } from './tickets.ts';

const secret = 'the secret of these tests, long enough';
const clock = { at: Date.parse('2026-11-20T10:00:00Z'), now: () => clock.at };
let own: TestDatabase;
beforeAll(async () => {
  own = await openTestDatabase();
});
afterAll(() => own.close());

const ticketsFor = (purpose: string, lifetimeMs = 60_000) =>
  createTickets<{ who: string }>({ database: own.database, clock, secret, purpose, lifetimeMs });

test('a ticket stands for what it was made with, and stands nowhere readable', async () => {
  const tickets = ticketsFor('code');
  const ticket = await tickets.create({ who: 'ana@example.com' });
  expect(ticket).toMatch(/^[\w-]{43}$/);
  expect(await tickets.find(ticket)).toEqual({ who: 'ana@example.com' });
  const { rows } = await own.database.asHome((connection) =>
    connection.query('select * from auth_verification'),
  );
  const kept = JSON.stringify(rows);
  expect(kept).not.toContain(ticket);
  expect(kept).not.toContain('ana@example.com');
});

test('of 50 at once, one spends it', async () => {
  const tickets = ticketsFor('code');
  const ticket = await tickets.create({ who: 'bob' });
  const spent = await Promise.all(Array.from({ length: 50 }, () => tickets.spend(ticket)));
  expect(spent.filter((content) => content !== null)).toEqual([{ who: 'bob' }]);
  expect(await tickets.find(ticket)).toBeNull();
});

test('it opens nothing of another purpose, nor with a letter changed', async () => {
  const ticket = await ticketsFor('code').create({ who: 'sue' });
  expect(await ticketsFor('redeem').find(ticket)).toBeNull();
  expect(await ticketsFor('redeem').spend(ticket)).toBeNull();
  expect(await ticketsFor('code').find(`${ticket}x`)).toBeNull();
  expect(await ticketsFor('code').find(ticket)).toEqual({ who: 'sue' });
});

test('it is over when its time is', async () => {
  const tickets = ticketsFor('code', 1000);
  const ticket = await tickets.create({ who: 'eve' });
  clock.at += 999;
  expect(await tickets.find(ticket)).toEqual({ who: 'eve' });
  clock.at += 1;
  expect(await tickets.find(ticket)).toBeNull();
  expect(await tickets.spend(ticket)).toBeNull();
});
