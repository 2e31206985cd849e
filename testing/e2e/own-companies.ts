// Companies and people of the journeys' own: what is disabled, signed out everywhere or made strict here disturbs
// nobody's demo. The server of the journeys makes them once the demo stands.
import type { OwnerConnection } from '@rowhouse/server/platform/database/database.ts';
import { createAccounts } from '@rowhouse/server/platform/identity/embedded/accounts.ts';
import { aPerson, aTenant } from '@rowhouse/server/seed/builders.ts';
import { openMigratedDatabase } from '../migrated-database.ts';
import { ownPassword, ownPeople, type OwnPerson } from './own-people.ts';

const clerks = ['pete', 'rita', 'sven', 'tara', 'uma'] as const satisfies readonly OwnPerson[];

export async function makeOwnCompanies(databaseUrl: string): Promise<void> {
  const database = await openMigratedDatabase(databaseUrl, { migrated: true });
  try {
    const accounts = createAccounts({ database });
    const ids = new Map<OwnPerson, number>();
    for (const [key, person] of Object.entries(ownPeople))
      ids.set(key as OwnPerson, await aPerson(accounts, person, ownPassword));
    const idOf = (person: OwnPerson) => ids.get(person) ?? 0;

    await database.asOwner(async (connection) => {
      const harbor = await aCompany(connection, { name: 'Harbor Supply', url: 'harbor' });
      const administrator = await harbor.tenant.withRole({ name: 'Administrator', administers: true });
      await harbor.tenant.withActions(administrator, harbor.users, ['view']);
      await harbor.tenant.withRole({ name: 'Stock keeper' });
      await harbor.tenant.withMember(idOf('olga'), administrator);
      for (const person of clerks) await harbor.tenant.withMember(idOf(person), harbor.clerk);

      const foundry = await aCompany(connection, { name: 'Foundry Metals', url: 'foundry' });
      await foundry.tenant.withMember(idOf('uma'), foundry.clerk);
      const anvil = await aCompany(connection, { name: 'Anvil Tools', url: 'anvil' });
      await anvil.tenant.withMember(idOf('vera'), anvil.clerk);
    });
  } finally {
    await database.close();
  }
}

async function aCompany(connection: OwnerConnection, { name, url }: { name: string; url: string }) {
  const tenant = await aTenant(connection, { name, url });
  const clerk = await tenant.withRole({ name: 'Clerk' });
  const items = await tenant.withMenu([
    {
      name: 'Administration',
      route: 'administration',
      sections: [{ name: 'People', route: 'people', items: [{ name: 'Users', route: 'users' }] }],
    },
  ]);
  const users = items.get('Users') ?? 0;
  await tenant.withActions(clerk, users, ['view']);
  return { tenant, clerk, users };
}

/** From now on the company lets in only sessions with a second factor. */
export async function requireSecondFactor(databaseUrl: string, company: string): Promise<void> {
  const database = await openMigratedDatabase(databaseUrl, { migrated: true });
  try {
    await database.asOwner((connection) =>
      connection.query('update tenant set mfa_required = true where url = $1', [company]),
    );
  } finally {
    await database.close();
  }
}
