// Companies and people of the journeys' own: what is disabled, signed out everywhere or made strict here disturbs
// nobody's demo. The server of the journeys makes them once the demo stands.
import { menuActions } from '@rowhouse/domain/menu/actions.ts';
import type { OwnerConnection } from '@rowhouse/server/platform/database/database.ts';
import { createAccounts } from '@rowhouse/server/platform/identity/embedded/accounts.ts';
import { aPerson, aTenant } from '@rowhouse/server/seed/builders.ts';
import { administrationMenu } from '@rowhouse/server/seed/administration-menu.ts';
import { inTransaction } from '@rowhouse/server/platform/database/in-transaction.ts';
import { makeCompany } from '@rowhouse/server/seed/make-company.ts';
import { getAdministratorRole, putMembership } from '@rowhouse/server/seed/company-sql.ts';
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

    await database.asOwnerOfAll(async (connection) => {
      const harbor = await aCompany(connection, { name: 'Harbor Supply', url: 'harbor' });
      const administrator = await harbor.tenant.withRole({ name: 'Administrator', administers: true });
      await harbor.tenant.withActions(administrator, harbor.users, ['view']);
      await harbor.tenant.withActions(administrator, harbor.settings, ['view']);
      await harbor.tenant.withRole({ name: 'Stock keeper' });
      await harbor.tenant.withMember(idOf('olga'), administrator);
      for (const person of clerks) await harbor.tenant.withMember(idOf(person), harbor.clerk);

      const foundry = await aCompany(connection, { name: 'Foundry Metals', url: 'foundry' });
      await foundry.tenant.withMember(idOf('uma'), foundry.clerk);
      const anvil = await aCompany(connection, { name: 'Anvil Tools', url: 'anvil' });
      await anvil.tenant.withMember(idOf('vera'), anvil.clerk);
      await makeDepot(connection, { manager: idOf('hugo'), clerk: idOf('ines') });
      await makeQuay(connection, idOf('walt'));
      await makeYard(connection, [idOf('xena'), idOf('zoe')]);
      await makePartners(connection, { mill: idOf('mara'), wharf: idOf('nils') });
    });
  } finally {
    await database.close();
  }
}

/** How many parcels each depot has. */
export const parcelsADepot = 1200;

/** A company with more records than a page shows, to be changed all at once. */
async function makeDepot(connection: OwnerConnection, people: { manager: number; clerk: number }) {
  const tenant = await aTenant(connection, { name: 'Depot Logistics', url: 'depot' });
  const manager = await tenant.withRole({ name: 'Manager', defaultFieldAccess: 'Editable' });
  const clerk = await tenant.withRole({ name: 'Clerk', defaultFieldAccess: 'Editable' });
  await tenant.withMember(people.manager, manager);
  await tenant.withMember(people.clerk, clerk);
  const carriers = await tenant.withList({
    name: 'Carriers',
    values: ['Road', 'Rail', { value: 'Airship', enabled: false }],
  });
  const parcels = await tenant.withRecordType({
    name: 'Parcels',
    statuses: ['Waiting', 'Sent'],
    fields: [
      { name: 'Depot', dataType: 'string' },
      { name: 'Carrier', dataType: 'dropdown', list: carriers },
      { name: 'Shelf', dataType: 'string' },
      { name: 'Weight', dataType: 'decimal' },
      { name: 'Pieces', dataType: 'number' },
    ],
  });
  const items = await tenant.withMenu([
    {
      name: 'Goods',
      route: 'goods',
      sections: [
        {
          name: 'Parcels',
          route: 'parcels',
          items: [{ name: 'Parcels', route: 'parcels', recordType: parcels }],
        },
      ],
    },
  ]);
  const item = items.get('Parcels') ?? 0;
  await tenant.withActions(manager, item, menuActions);
  await tenant.withActions(clerk, item, ['view', 'create records']);
  const ofDepot = (depot: string, from: number) =>
    Array.from({ length: parcelsADepot }, (_, index) => ({
      recordNumber: from + index,
      status: 'Waiting',
      fields: { Depot: depot, Carrier: index % 3 === 0 ? 'Rail' : 'Road', Shelf: `A${index % 40}` },
    }));
  for (const [index, depot] of ['North', 'South', 'East', 'West'].entries())
    await tenant.withRecords(parcels, ofDepot(depot, 10_000 * (index + 1)), people.manager);
}

/** Two companies of which the one sends orders to the other, when their administrators have agreed on it. */
async function makePartners(connection: OwnerConnection, people: { mill: number; wharf: number }) {
  const wharf = await makePartner(
    connection,
    people.wharf,
    { name: 'Wharf Joinery', url: 'wharf' },
    'Requests',
  );
  const mill = await makePartner(connection, people.mill, { name: 'Mill Timber', url: 'mill' }, 'Orders');
  await mill.tenant.withRecords(
    mill.type,
    ['Oak', 'Elm', 'Elm'].map((grade, index) => ({
      recordNumber: index + 1,
      status: 'Draft',
      description: `${grade} for the stairs`,
      targetTransmissionTenant: wharf.tenant.id,
      fields: { Grade: grade, Metres: 12, Price: 1200 },
    })),
    people.mill,
  );
}

async function makePartner(
  connection: OwnerConnection,
  person: number,
  company: { name: string; url: string },
  name: 'Orders' | 'Requests',
) {
  const tenant = await aTenant(connection, company);
  const role = await tenant.withRole({
    name: 'Administrator',
    administers: true,
    defaultFieldAccess: 'Editable',
  });
  await tenant.withMember(person, role);
  const isSender = name === 'Orders';
  const grades = await tenant.withList({
    name: 'Grades',
    values: isSender ? ['Oak', 'Ash', 'Elm'] : ['Oak', 'Ash'],
  });
  const type = await tenant.withRecordType({
    name,
    statuses: isSender ? ['Draft', 'Ready', 'Sent', 'Stopped'] : ['Arrived', 'Cut'],
    fields: [
      { name: isSender ? 'Grade' : 'Timber', dataType: 'dropdown', list: grades, required: true },
      { name: 'Metres', dataType: 'number' },
      { name: 'Price', dataType: 'currency' },
      { name: isSender ? 'Drawings' : 'Plans', dataType: 'attachment' },
    ],
  });
  const route = name.toLowerCase();
  const items = await tenant.withMenu([
    {
      name: 'Goods',
      route: 'goods',
      sections: [{ name, route, items: [{ name, route, recordType: type }] }],
    },
    administrationMenu,
  ]);
  for (const item of items.values()) await tenant.withActions(role, item, menuActions);
  return { tenant, type };
}

/** A company that is set up anew while somebody works in it. */
async function makeQuay(connection: OwnerConnection, manager: number) {
  const tenant = await aTenant(connection, { name: 'Quay Storage', url: 'quay' });
  const role = await tenant.withRole({ name: 'Manager', defaultFieldAccess: 'Editable' });
  await tenant.withMember(manager, role);
  const carriers = await tenant.withList({ name: 'Carriers', values: ['Road', 'Rail'] });
  const crates = await tenant.withRecordType({
    name: 'Crates',
    statuses: ['Waiting'],
    fields: [
      { name: 'Shelf', dataType: 'string' },
      { name: 'Carrier', dataType: 'dropdown', list: carriers },
      { name: 'Owner', dataType: 'string' },
    ],
  });
  const items = await tenant.withMenu([
    {
      name: 'Goods',
      route: 'goods',
      sections: [
        {
          name: 'Crates',
          route: 'crates',
          items: [{ name: 'Crates', route: 'crates', recordType: crates }],
        },
      ],
    },
  ]);
  await tenant.withActions(role, items.get('Crates') ?? 0, menuActions);
  await tenant.withRecords(
    crates,
    Array.from({ length: 5 }, (_, index) => ({
      recordNumber: 501 + index,
      status: 'Waiting',
      fields: { Carrier: 'Road', Shelf: `A${index}`, Owner: 'Somebody' },
    })),
    manager,
  );
}

/** A company whose jobs go from status to status on a path; the last step asks for a comment. */
async function makeYard(connection: OwnerConnection, people: readonly number[]) {
  const tenant = await aTenant(connection, { name: 'Yard Works', url: 'yard' });
  const role = await tenant.withRole({ name: 'Planner', defaultFieldAccess: 'Editable' });
  for (const person of people) await tenant.withMember(person, role);
  const jobs = await tenant.withRecordType({
    name: 'Jobs',
    statuses: ['Planned', 'Started', 'Checked', 'Done'],
    fields: [
      { name: 'Customer', dataType: 'string' },
      { name: 'Price', dataType: 'currency' },
      { name: 'Due', dataType: 'date' },
      { name: 'Fetched at', dataType: 'datetime' },
    ],
  });
  // Neither in the order in which they were made nor in the other.
  const fetched = ['14:00', '16:30', '15:10', '17:00'].map((time) => `2026-05-06T${time}:00.000Z`);
  const items = await tenant.withMenu([
    {
      name: 'Work',
      route: 'work',
      sections: [{ name: 'Jobs', route: 'jobs', items: [{ name: 'Jobs', route: 'jobs', recordType: jobs }] }],
    },
  ]);
  await tenant.withActions(role, items.get('Jobs') ?? 0, menuActions);
  await tenant.withRecords(
    jobs,
    Array.from({ length: 120 }, (_, index) => ({
      recordNumber: 2000 + index,
      status: index < 110 ? 'Planned' : 'Started',
      fields: {
        Customer: `Customer ${index}`,
        Price: '10.05',
        Due: index < 6 ? '2026-03-10' : '2026-04-01',
        'Fetched at': fetched[index - 100] ?? null,
      },
    })),
    people[0] ?? 0,
  );
  const steps = [
    [null, 'Planned', false],
    ['Planned', 'Started', false],
    ['Started', 'Planned', false],
    ['Started', 'Checked', false],
    ['Checked', 'Done', true],
  ] as const;
  for (const [from, to, needsComment] of steps)
    await connection.query(
      `insert into status_transition (tenant_id, record_type_id, from_status_id, to_status_id, needs_comment)
       select s.tenant_id, s.record_type_id,
         (select id from record_status f where f.record_type_id = s.record_type_id and f.name = $2), s.id, $4
       from record_status s where s.record_type_id = $1 and s.name = $3`,
      [jobs.id, from, to, needsComment],
    );
}

const addField = (name: string): string =>
  `insert into field (tenant_id, record_type_id, name, data_type, position)
   select tenant_id, id, '${name}', 'string', 90 from record_type where tenant_id = $1 and name = 'Crates'`;

/** What is set up anew in the quay, by its words in the journeys. */
const setUps: Readonly<Record<string, string>> = {
  'a field Gate': addField('Gate'),
  'a field Berth': addField('Berth'),
  'Road is called Lorry': `update list_value set value = 'Lorry' where tenant_id = $1 and value = 'Road'`,
  'Owner is hidden': `insert into role_field_access (tenant_id, role_id, record_type_id, field_id, access)
    select f.tenant_id, r.id, f.record_type_id, f.id, 'NotAllowed' from field f join role r on r.tenant_id = f.tenant_id
    where f.tenant_id = $1 and f.name = 'Owner'`,
  'no new records': `update role_menu_item_action set enabled = false where tenant_id = $1 and name = 'create records'`,
};

export async function setUp(databaseUrl: string, what: string): Promise<void> {
  const database = await openMigratedDatabase(databaseUrl, { migrated: true });
  try {
    await database.asOwnerOfAll(async (connection) => {
      const { rows } = await connection.query(`select id from tenant where url = 'quay'`);
      const changed = await connection.query(setUps[what] ?? '', [rows[0]?.['id']]);
      if (changed.rowCount !== 1) throw new Error(`${what}: ${changed.rowCount} rows`);
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
      sections: [
        { name: 'People', route: 'people', items: [{ name: 'Users', route: 'users' }] },
        {
          name: 'Company',
          route: 'company',
          items: [{ name: 'Company', route: 'tenant-profile-settings', icon: 'building' }],
        },
      ],
    },
  ]);
  const users = items.get('Users') ?? 0;
  await tenant.withActions(clerk, users, ['view']);
  return { tenant, clerk, users, settings: items.get('Company') ?? 0 };
}

/** From now on the company lets in only sessions with a second factor. */
export async function requireSecondFactor(databaseUrl: string, company: string): Promise<void> {
  const database = await openMigratedDatabase(databaseUrl, { migrated: true });
  try {
    await database.asOwnerOfAll((connection) =>
      connection.query('update tenant set mfa_required = true where url = $1', [company]),
    );
  } finally {
    await database.close();
  }
}

/** As it is on its first day. Hugo and Walt administer it. */
export async function makeNewCompany(databaseUrl: string, url: string): Promise<null> {
  const database = await openMigratedDatabase(databaseUrl, { migrated: true });
  try {
    await database.asOwnerOfAll((connection) =>
      inTransaction(connection, async () => {
        const { rows } = await connection.query(
          'select id::int from app_user where email = any($1) order by email',
          [[ownPeople.hugo.email, ownPeople.walt.email]],
        );
        const [hugo = 0, walt = 0] = rows.map((row) => Number(row['id']));
        const made = await makeCompany(connection, {
          name: `Company ${url}`,
          url,
          administrator: hugo,
          madeBy: hugo,
        });
        await putMembership(connection, made.id, walt, await getAdministratorRole(connection, made.id));
      }),
    );
    return null;
  } finally {
    await database.close();
  }
}
