// The menu as administrators keep it: what is written, what is refused, and what nobody may lose.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CompanyMenu } from '@rowhouse/domain/contract.generated.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { makeCompany } from '../../seed/make-company.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let company: { id: number };
let sue: Credentials;
beforeAll(async () => {
  server = await startTestServer();
  company = await server.database.asOwnerOfAll((connection) =>
    inTransaction(connection, () =>
      makeCompany(connection, {
        name: 'Menus',
        url: 'menus',
        administrator: server.people.sue,
        madeBy: null,
      }),
    ),
  );
  sue = await server.enter('sue', company);
});
afterAll(() => server.close());

const parts = `version groups { id name route enabled sections { id name route enabled
  items { id name route enabled icon recordTypeId } } } recordTypes { id name }`;
const changeDocument = `mutation ($data: UpdateCompanyMenuInput!) { updateCompanyMenu(data: $data) { ${parts} } }`;
const read = async (who = sue) =>
  (await server.ask(`{ getCompanyMenu { ${parts} } }`, who)).data?.['getCompanyMenu'] as CompanyMenu;
/** What is to be changed is changed in a copy of the menu as it stands. */
async function change(edit: (menu: CompanyMenu) => void, who = sue, version?: number) {
  const menu = structuredClone(await read(who));
  edit(menu);
  return server.ask(changeDocument, who, { data: { version: version ?? menu.version, groups: menu.groups } });
}
const shown = async () =>
  JSON.stringify(
    (await server.ask('{ SaasMenu { name appSections { name menuItems { name route } } } }', sue)).data,
  );
const findItem = ({ groups }: CompanyMenu, route: string) =>
  groups
    .flatMap(({ sections }) => sections.flatMap(({ items }) => items))
    .find((item) => item.route === route)!;

describe('the menu', () => {
  test('is changed, moved and added to at once, for everybody, and notes who did it', async () => {
    const { version } = await read();
    const answer = await change(({ groups }) => {
      const [group] = groups;
      group!.name = ' House ';
      group!.sections.reverse();
      groups.unshift({
        id: undefined as never,
        name: 'Work',
        route: 'work',
        enabled: true,
        sections: [
          {
            id: undefined as never,
            name: 'Desk',
            route: 'desk',
            enabled: true,
            items: [
              {
                id: undefined as never,
                name: 'Ordering',
                route: 'order-entry',
                enabled: true,
                icon: 'home',
                recordTypeId: null,
              },
            ],
          },
        ],
      });
    });
    expect(answer.errors).toBeUndefined();
    const after = answer.data?.['updateCompanyMenu'] as CompanyMenu;
    expect(after.version).toBeGreaterThan(version);
    expect(after.groups.map(({ name }) => name)).toEqual(['Work', 'House']);
    expect(after.groups[1]?.sections.at(-1)?.name).toBe('People');
    expect(await shown()).toMatch(/"Work".*"Desk".*"Ordering".*"House"/);
    const noted = await server.query(
      `select distinct entity, action, user_id::int as by from audit_log
       where tenant_id = $1 and entity like 'menu%' and user_id is not null order by 1, 2`,
      [company.id],
    );
    expect(noted).toEqual([
      { entity: 'menu_group', action: 'insert', by: server.people.sue },
      { entity: 'menu_group', action: 'update', by: server.people.sue },
      { entity: 'menu_item', action: 'insert', by: server.people.sue },
      { entity: 'menu_section', action: 'insert', by: server.people.sue },
      { entity: 'menu_section', action: 'update', by: server.people.sue },
    ]);
  });

  test('that is saved as it stands is not written', async () => {
    const { version } = await read();
    await change(() => undefined);
    expect((await read()).version).toBe(version);
  });

  test('keeps what is not named', async () => {
    const before = await read();
    const answer = await server.ask(changeDocument, sue, { data: { version: before.version, groups: [] } });
    expect(answer.data?.['updateCompanyMenu']).toMatchObject({ groups: before.groups });
  });

  test('that another administrator has changed is not overwritten', async () => {
    const { version } = await read();
    await change(({ groups }) => (groups[0]!.name = 'Once'));
    const late = await change(({ groups }) => (groups[0]!.name = 'Twice'), sue, version);
    expect(late.errors?.[0]).toMatchObject({
      message: 'Another administrator has changed the menu since you opened this page.',
      extensions: { code: 'CONFLICT' },
    });
    expect((await read()).groups[0]?.name).toBe('Once');
  });

  test.each([
    ['', 'desk', 'Name is a required field'],
    ['x'.repeat(61), 'desk', 'The name has at most 60 characters.'],
    ['Desk', 'De sk', 'A route has at most 60 small letters, digits and hyphens.'],
    ['Desk', '', 'A route has at most 60 small letters, digits and hyphens.'],
  ])("a section called '%s' at '%s' is refused: %s", async (name, route, sentence) => {
    const answer = await change(({ groups }) => Object.assign(groups[0]!.sections[0]!, { name, route }));
    expect(answer.errors?.[0]).toMatchObject({ message: sentence, extensions: { code: 'INVALID' } });
  });

  test('two items at one address are refused, unless one is switched off', async () => {
    const twice = (enabled: boolean) =>
      change((menu) => {
        const lists = findItem(menu, 'custom-lists');
        const section = menu.groups
          .flatMap(({ sections }) => sections)
          .find(({ items }) => items.includes(lists))!;
        section.items.push({ ...lists, id: undefined as never, name: 'More lists', enabled });
      });
    expect((await twice(true)).errors?.[0]?.message).toMatch(
      /^'Custom lists' and 'More lists' have the same address, administration\/lists\/custom-lists\./,
    );
    expect((await twice(false)).errors).toBeUndefined();
  });

  test.each([
    ['users', 'Users'],
    ['roles', 'Roles'],
    ['menus', 'Menus'],
  ])('the last way to %s cannot be lost, by itself, its section or its group', async (route, name) => {
    const sentence = `This is the last way to the page ${name}, and nobody could bring it back. Leave it, its section and its group active.`;
    const holders = (menu: CompanyMenu) =>
      menu.groups.flatMap((group) =>
        group.sections.flatMap((section) =>
          section.items.filter((item) => item.route === route).map((item) => ({ group, section, item })),
        ),
      )[0]!;
    const lost: ((menu: CompanyMenu) => void)[] = [
      (menu) => (holders(menu).item.enabled = false),
      (menu) => (holders(menu).item.route = 'elsewhere'),
    ];
    for (const lose of lost)
      expect((await change(lose)).errors?.[0]).toMatchObject({
        message: sentence,
        extensions: { code: 'INVALID' },
      });
    // With a section or a group more than one may go.
    for (const lose of [
      (menu: CompanyMenu) => (holders(menu).section.enabled = false),
      (menu: CompanyMenu) => (holders(menu).group.enabled = false),
    ])
      expect((await change(lose)).errors?.[0]?.message).toMatch(/^This is the last way to the page /);
    expect(await shown()).toContain(`"${route}"`);
  });

  test('a way that is there twice can be lost once', async () => {
    const made = await change((menu) => {
      const users = findItem(menu, 'users');
      menu.groups[0]!.sections[0]!.items.push({ ...users, id: undefined as never, name: 'People' });
    });
    expect(made.errors).toBeUndefined();
    expect((await change((menu) => (findItem(menu, 'users').enabled = false))).errors).toBeUndefined();
    const other = await change((menu) => {
      for (const group of menu.groups)
        for (const section of group.sections)
          for (const item of section.items) if (item.route === 'users') item.enabled = false;
    });
    expect(other.errors?.[0]?.message).toMatch(/last way to the page Users/);
  });

  test('of another company is not reached', async () => {
    const foreign = await read(await server.enter('sue', server.south));
    const answer = await change(({ groups }) => (groups[0]!.id = foreign.groups[0]!.id));
    expect(answer.errors?.[0]).toMatchObject({ extensions: { code: 'NOT_FOUND' } });
    const typed = await change(
      (menu) => (findItem(menu, 'portal').recordTypeId = foreign.recordTypes[0]!.id),
    );
    expect(typed.errors?.[0]).toMatchObject({ extensions: { code: 'NOT_FOUND' } });
    expect(await read(await server.enter('sue', server.south))).toEqual(foreign);
  });

  test('is nothing to who does not administer', async () => {
    const bob = await server.enter('bob', server.north);
    for (const answer of [
      await server.ask(`{ getCompanyMenu { ${parts} } }`, bob),
      await server.ask(changeDocument, bob, { data: { version: 1, groups: [] } }),
    ])
      expect(answer.errors?.[0]).toMatchObject({ extensions: { code: 'FORBIDDEN' } });
  });
});
