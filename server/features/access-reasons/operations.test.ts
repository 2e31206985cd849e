// "Why is a page not in my menu?": told by the decision, and of what is hidden as of what nobody made.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { aTenant } from '../../seed/builders.ts';

let server: TestServer;
/** Administers. */
let ana: Credentials;
/** Sees orders alone. */
let bob: Credentials;

beforeAll(async () => {
  server = await startTestServer();
  const { people } = server;
  const tenant = await server.database.asOwnerOfAll(async (connection) => {
    const made = await aTenant(connection, { name: 'Pages', bucket: 5 });
    const manager = await made.withRole({
      name: 'Manager',
      administers: true,
      defaultFieldAccess: 'Editable',
    });
    const clerk = await made.withRole({ name: 'Clerk', defaultFieldAccess: 'Editable' });
    await made.withMember(people.ana, manager);
    await made.withMember(people.bob, clerk);
    const orders = await made.withRecordType({ name: 'Orders', fields: [] });
    const bills = await made.withRecordType({ name: 'Bills', fields: [] });
    const items = [
      { name: 'Open orders', route: 'orders', recordType: orders },
      { name: 'Open bills', route: 'bills', recordType: bills },
    ];
    const menu = await made.withMenu([
      { name: 'Group', route: 'group', sections: [{ name: 'Section', route: 'section', items }] },
    ]);
    await made.withActions(manager, menu.get('Open orders') ?? 0, ['view']);
    await made.withActions(clerk, menu.get('Open orders') ?? 0, ['view']);
    return made;
  });
  ana = await server.enter('ana', tenant);
  bob = await server.enter('bob', tenant);
});
afterAll(() => server.close());

const explain = `query ($data: ExplainMenuPageInput!) { explainMenuPage(data: $data) {
  isAllowed rule because remedy steps { words isPassed } since { at } administrators { name } } }`;
const ask = (name: string, who: Credentials) => server.ask(explain, who, { data: { name } });
const told = async (name: string, who: Credentials) =>
  (await ask(name, who)).data?.['explainMenuPage'] as { isAllowed: boolean; because: string };

test('what stands in the menu is said by its name, or by that of its record type', async () => {
  for (const name of ['open  Orders', 'Orders'])
    expect(await told(name, bob)).toMatchObject({
      isAllowed: true,
      because: 'Clerk sees Open orders in the menu.',
    });
});

test('what is hidden is answered as what nobody made, byte for byte', async () => {
  const [hidden, byType, unknown] = await Promise.all(
    ['Open bills', 'Bills', 'Nonsense'].map(async (name) =>
      JSON.stringify(await ask(name, bob)).replaceAll(`“${name}”`, '“”'),
    ),
  );
  expect(hidden).toBe(unknown);
  expect(byType).toBe(unknown);
  expect(hidden).toContain('is not in the menu of Clerk.');
});

test('who administers is told why', async () => {
  expect(await told('Open bills', ana)).toMatchObject({
    isAllowed: false,
    because: 'Manager does not see Open bills in the menu: it is not switched on for this role.',
  });
  expect((await told('Nonsense', ana)).because).toBe('“Nonsense” is not in the menu of Manager.');
  expect((await ask('  ', bob)).errors?.[0]?.message).toBe('Say what the page is called.');
});
