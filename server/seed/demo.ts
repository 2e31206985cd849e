// Two companies with people, roles and some hundred orders, for whoever starts Rowhouse for the first time. Made by
// the builders that the tests use, so that it cannot fall behind.
import { randomBytes } from 'node:crypto';
import { systemClock } from '../platform/clock.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Accounts } from '../platform/identity/embedded/accounts.ts';
import type { ObjectStorage } from '../platform/object-storage/object-storage.ts';
import { aPerson } from './builders.ts';
import { buildAdventureWorks } from './demo/adventure-works.ts';
import type { DemoSite } from './demo/demo-site.ts';
import { buildNorthwind } from './demo/northwind.ts';
import { demoPassword, demoPeople, fullName } from './demo/people.ts';
import type { DemoPerson, PersonIds } from './demo/people.ts';
import { hasTenants, markDemoPeople } from './sql.ts';
import { inTransaction } from '../platform/database/in-transaction.ts';

export type DemoParts = {
  /** One of its own for each account, told once, instead of the one that stands in the sources. */
  readonly withRandomPasswords?: boolean;
  readonly database: Database;
  readonly storage: ObjectStorage;
  readonly identity: Accounts;
  readonly clock?: Clock;
};

/** For whoever starts it: an account, its password, and what it may do. */
export type DemoAccount = { readonly email: string; readonly password: string; readonly what: string };

const accounts: readonly (readonly [DemoPerson, string])[] = [
  ['maya', 'Purchasing lead in Adventure Works: everything about orders and bills'],
  ['noah', 'Buyer in Adventure Works: some fields read-only, some hidden'],
  ['lena', 'Buyer in Adventure Works: only the orders that are assigned to her'],
  ['victor', 'Viewer in Adventure Works: reads, and changes nothing'],
  ['nadia', 'Sales manager in Northwind Traders, where orders of Adventure Works arrive'],
  ['tom', 'Sales representative in Northwind Traders: only his own accounts'],
  ['ada', 'Administrator of both companies'],
];

/** Makes the demo in a database that has no tenant yet; in any other it does nothing and answers with no accounts. */
export async function seedDemoOnce(parts: DemoParts): Promise<readonly DemoAccount[]> {
  const { database } = parts;
  if (await database.asHome((connection) => inTransaction(connection, () => hasTenants(connection))))
    return [];
  const passwordOf = choosePasswords(parts.withRandomPasswords ?? false);
  const people = await createPeople(parts.identity, passwordOf);
  const now = new Date((parts.clock ?? systemClock).now()).toISOString();
  const isMade = await database.asOwnerOfAll((connection) =>
    inTransaction(connection, async () => {
      // Another process may have made it since the first look; the lock is held from here to the commit.
      if (await hasTenants(connection)) return false;
      const site: DemoSite = { connection, storage: parts.storage, people, now };
      const northwind = await buildNorthwind(site);
      await buildAdventureWorks(site, northwind);
      await markDemoPeople(connection, Object.values(people));
      return true;
    }),
  );
  if (!isMade) return [];
  return accounts.map(([person, what]) => ({
    email: demoPeople[person].email,
    password: passwordOf(person),
    what: `${fullName(person)}, ${what}`,
  }));
}

function choosePasswords(areRandom: boolean): (person: DemoPerson) => string {
  if (!areRandom) return () => demoPassword;
  const made = new Map<DemoPerson, string>();
  return (person) => {
    const password = made.get(person) ?? randomBytes(12).toString('base64url');
    made.set(person, password);
    return password;
  };
}

async function createPeople(
  identity: Accounts,
  passwordOf: (person: DemoPerson) => string,
): Promise<PersonIds> {
  const ids = await Promise.all(
    Object.entries(demoPeople).map(async ([key, person]) => [
      key,
      await aPerson(identity, person, passwordOf(key as DemoPerson)),
    ]),
  );
  return Object.fromEntries(ids) as PersonIds;
}
