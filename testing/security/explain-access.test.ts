// The explanation of access against the decisions themselves: everybody, every type, every action and every field. What
// is hidden reads as what nobody made, byte for byte.
import { permissions, type OperationName } from '@rowhouse/domain/access/permissions.ts';
import { inputNameOf, baseFields } from '@rowhouse/domain/fields/base-fields.ts';
import type { BaseField } from '@rowhouse/domain/fields/base-fields.ts';
import { menuActions } from '@rowhouse/domain/menu/actions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Credentials } from '../test-server.ts';
import { outcomeOf, readAnswer, startGuardedServer } from './guarded-server.ts';
import type { GuardedServer, RawAnswer } from './guarded-server.ts';
import { nobodysId } from './guarded-world.ts';
import { operationSamples, sampleVariables } from './operation-samples.ts';

const people = ['mia', 'cleo', 'rae'] as const;
type Person = (typeof people)[number];

let server: GuardedServer;
const credentials = new Map<Person, Credentials>();
beforeAll(async () => {
  server = await startGuardedServer();
  for (const person of people) credentials.set(person, await server.enter(person, server.north));
});
afterAll(() => server.close());

const send = (document: string, variables: unknown, who: Person): Promise<RawAnswer> =>
  server.send(document, variables, credentials.get(who)!);

const explain = (data: object, who: Person): Promise<RawAnswer> =>
  send(operationSamples.explainAccess.document, { data }, who);

type Explained = { isAllowed: boolean; rule: string; because: string; since: unknown };

/** Null where it was not found. */
function read(answer: RawAnswer): Explained | null {
  const outcome = outcomeOf(answer);
  if (outcome === 'NOT_FOUND') return null;
  expect(outcome).toBe('answers');
  return readAnswer(answer).data!['explainAccess'] as Explained;
}

describe('of an action', () => {
  const names = (Object.keys(permissions) as OperationName[]).filter((name) => {
    const grant = permissions[name];
    // Whose records are of another type than papers, or that never answer to the reader for another reason.
    return typeof grant === 'object' && !['submitOrder'].includes(name);
  });
  const cases = names.flatMap((name) => people.map((who) => ({ name, who })));

  test.each(cases)('by which $who is given or refused $name', async ({ name, who }) => {
    const grant = permissions[name] as { readonly action: string };
    const sample = operationSamples[name];
    const answer = await send(sample.document, sampleVariables(sample, server.north), who);
    const refusal = JSON.parse(answer.body) as { errors?: { message: string }[] };
    const isRefused = /^Your role may not (?!delete|change many)/.test(refusal.errors?.[0]?.message ?? '');
    const explained = read(
      await explain({ recordTypeId: server.north.types.papers, action: grant.action }, who),
    );
    // What is refused for another reason (a hidden thing, a wrong value) says nothing of the action.
    const isKnown = isRefused || outcomeOf(answer) === 'answers';
    expect(isKnown ? explained?.isAllowed : !isRefused).toBe(!isRefused);
  });

  test.each(people)('at every type that %s knows of, as the menu says', async (who) => {
    const { body } = await send('{ SaasMyRoleMenuItemActions { recordTypeId actions { name } } }', {}, who);
    const given = new Map(
      (
        JSON.parse(body) as {
          data: { SaasMyRoleMenuItemActions: { recordTypeId: number; actions: { name: string }[] }[] };
        }
      ).data.SaasMyRoleMenuItemActions.map(({ recordTypeId, actions }) => [
        recordTypeId,
        actions.map(({ name }) => name),
      ]),
    );
    const { papers, bills, documents, secrets } = server.north.types;
    for (const recordTypeId of [papers, secrets])
      for (const action of menuActions) {
        const explained = read(await explain({ recordTypeId, action }, who));
        expect(explained?.isAllowed ?? null).toBe(given.get(recordTypeId)?.includes(action) ?? null);
      }
    for (const action of ['create records', 'soft delete', 'bulk update', 'edit line items'])
      for (const recordTypeId of [documents, bills]) {
        const explained = read(await explain({ recordTypeId, action }, who));
        // Neither is there for the reader.
        expect(explained?.isAllowed ?? null).toBe(who === 'rae' ? null : false);
      }
  });

  test('that is none is said to be none', async () => {
    const answer = await explain({ recordTypeId: server.north.types.papers, action: 'fly' }, 'cleo');
    expect(outcomeOf(answer)).toBe('INVALID');
  });
});

describe('of a field', () => {
  test.each(people)('every one of papers, as a change by %s is given or refused', async (who) => {
    const { records, types, seen, hidden } = server.north;
    const additional = [...Object.values(seen), ...Object.values(hidden)].map(({ id }) => ({
      key: `f${id}`,
      change: { additionalFields: [{ recordAdditionalFieldByTypeId: id, value: null }] },
    }));
    const base = baseFields.flatMap((field: BaseField) =>
      field.readOnly === true ? [] : [{ key: field.name, change: { [inputNameOf(field.name)]: null } }],
    );
    const update = operationSamples.updateRecordHeader.document;
    const verdicts = new Set<string>();
    for (const { key, change } of [...base, ...additional]) {
      const changed = await send(update, { data: { id: records.one, version: 99, ...change } }, who);
      const { errors } = JSON.parse(changed.body) as {
        errors: { message: string; extensions: { code: string } }[];
      };
      const refusal = errors[0]!;
      const decided = refusal.message.startsWith('There is no field')
        ? null
        : refusal.extensions.code !== 'FORBIDDEN';
      const explained = read(
        await explain({ recordTypeId: types.papers, recordId: records.one, fieldKey: key }, who),
      );
      expect([key, explained?.isAllowed ?? null]).toEqual([key, decided]);
      verdicts.add(String(decided));
    }
    expect([...verdicts].sort()).toEqual(
      { mia: ['true'], cleo: ['false', 'null', 'true'], rae: ['false'] }[who],
    );
  });

  test('that the system sets, for somebody who may change all others', async () => {
    const { types } = server.north;
    for (const fieldKey of ['createdAt', 'createdBy', 'level', 'tenant'])
      expect(read(await explain({ recordTypeId: types.papers, fieldKey }, 'mia'))).toMatchObject({
        isAllowed: false,
        rule: 'SYSTEM_FIELD',
        since: null,
      });
  });

  test('that is hidden reads as one that nobody made, and one of another company', async () => {
    const { types, records, hidden } = server.north;
    const nobodys = await explain({ recordTypeId: types.papers, fieldKey: `f${nobodysId}` }, 'cleo');
    expect(outcomeOf(nobodys)).toBe('NOT_FOUND');
    const keys = [
      ...Object.values(hidden).map(({ id }) => `f${id}`),
      `f${server.south.seen.string.id}`,
      'problemCode',
      'poNumber',
      'enabled',
      'constructor',
    ];
    for (const fieldKey of keys) {
      expect(await explain({ recordTypeId: types.papers, fieldKey }, 'cleo')).toEqual(nobodys);
      expect(await explain({ recordTypeId: types.papers, recordId: records.one, fieldKey }, 'cleo')).toEqual(
        nobodys,
      );
    }
  });

  test('of a record out of sight reads as of one that nobody made', async () => {
    const { types, records } = server.north;
    const ask = (recordId: number) =>
      explain({ recordTypeId: types.papers, recordId, fieldKey: 'description' }, 'cleo');
    const nobodys = await ask(nobodysId);
    for (const id of [
      records.deleted,
      records.outside,
      records.bill,
      records.secret,
      server.south.records.one,
    ])
      expect(await ask(id)).toEqual(nobodys);
  });

  test('of a deleted record says that it is deleted, to whoever sees it', async () => {
    const { types, records } = server.north;
    const data = { recordTypeId: types.papers, recordId: records.deleted, fieldKey: 'description' };
    expect(read(await explain(data, 'mia'))).toMatchObject({ isAllowed: false, rule: 'RECORD_DELETED' });
  });
});

describe('since when, and by whom', () => {
  const setAccess = (access: string, after: string) =>
    send(
      `mutation ($data: UpdateRoleAccessInput!) { updateRoleAccess(data: $data) { changed } }`,
      {
        data: {
          fields: [
            {
              roleId: server.north.roles.reader,
              recordTypeId: server.north.types.papers,
              field: 'description',
              before: access,
              after,
            },
          ],
        },
      },
      'mia',
    );

  test('is told to those who administer, and to nobody else', async () => {
    const { roles, types } = server.north;
    await setAccess('ViewOnly', 'Editable');
    expect(outcomeOf(await setAccess('Editable', 'ViewOnly'))).toBe('answers');
    const asked = await send(
      operationSamples.explainRoleAccess.document,
      { data: { roleId: roles.reader, recordTypeId: types.papers, fieldKey: 'description' } },
      'mia',
    );
    const told = readAnswer(asked).data!['explainRoleAccess'] as {
      because: string;
      since: { at: string; by: object };
    };
    expect(told.because).toBe('Reader: Description is view only.');
    expect(told.since).toMatchObject({ by: { id: server.people.mia, name: 'Mia Test' } });
    expect(Math.abs(Date.parse(told.since.at) - Date.now())).toBeLessThan(3_600_000);
    const own = read(await explain({ recordTypeId: types.papers, fieldKey: 'description' }, 'rae'));
    expect(own).toMatchObject({ because: told.because, since: null });
  });

  test('a role is asked about with what is hidden from it', async () => {
    const { roles, types, hidden, menuItems } = server.north;
    const ask = async (data: object) =>
      readAnswer(
        await send(
          operationSamples.explainRoleAccess.document,
          { data: { roleId: roles.clerk, ...data } },
          'mia',
        ),
      ).data?.['explainRoleAccess'];
    expect(await ask({ recordTypeId: types.papers, fieldKey: `f${hidden.string.id}` })).toMatchObject({
      isAllowed: false,
      because: 'Clerk does not see Hidden string.',
    });
    expect(await ask({ recordTypeId: types.secrets })).toMatchObject({
      isAllowed: false,
      because: 'No menu item opens Secrets for Clerk.',
    });
    expect(await ask({ menuItemId: menuItems.papers })).toMatchObject({ isAllowed: true });
  });
});
