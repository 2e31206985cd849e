// Numbers from a series: none twice and none left out, whoever else writes, fails or gives up at the same moment.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';
import { tenantId } from '@rowhouse/domain/kernel/ids.ts';
import { aTenant } from '../../seed/builders.ts';

let server: TestServer;
let world: Awaited<ReturnType<typeof build>>;
let ana: Credentials;
let bob: Credentials;
let count = 0;
let type: { id: number; statuses: { id: number }[]; problemCodes: { id: number }[] };
beforeAll(async () => {
  server = await startTestServer();
  world = await build();
  ana = await server.enter('ana', world);
  bob = await server.enter('bob', world);
});
afterAll(() => server.close());

const build = () =>
  server.database.asOwnerOfAll(async (connection) => {
    const tenant = await aTenant(connection, { name: 'Numbered', bucket: 10 });
    await tenant.withMember(
      server.people.ana,
      await tenant.withRole({ name: 'Administrator', administers: true, defaultFieldAccess: 'Editable' }),
    );
    const clerk = await tenant.withRole({ name: 'Clerk', defaultFieldAccess: 'Editable' });
    await tenant.withMember(server.people.bob, clerk);
    const plain = await tenant.withRecordType({ name: 'Plain', statuses: ['Open'], problemCodes: ['None'] });
    await tenant.withFieldAccess(clerk, plain, [{ field: 'recordNumber', access: 'ViewOnly' }]);
    const menu = await tenant.withMenu([
      {
        name: 'Group',
        route: 'group',
        sections: [
          {
            name: 'Section',
            route: 'section',
            items: [{ name: 'Plain', route: 'plain', recordType: plain }],
          },
        ],
      },
    ]);
    for (const item of menu.values()) await tenant.withActions(clerk, item, ['view', 'create records']);
    await tenant.withRecords(plain, [{ recordNumber: 700, status: 'Open' }]);
    const problemCode = [...plain.problemCodes.values()][0];
    return { ...tenant, plain: { id: plain.id, problemCode, status: [...plain.statuses.values()][0] } };
  });

const design = 'id statuses { id } problemCodes { id } numbering { version nextNumber }';
async function change(name: 'createRecordType' | 'updateRecordType', data: object) {
  const input = name === 'createRecordType' ? 'CreateRecordTypeInput' : 'UpdateRecordTypeInput';
  const answer = await server.ask(`mutation ($data: ${input}!) { ${name}(data: $data) { ${design} } }`, ana, {
    data,
  });
  return {
    made: answer.data?.[name] as typeof type & { numbering: { version: number; nextNumber: number } | null },
    refusal: answer.errors?.[0]?.message,
  };
}

const begin = async (numbering: object) => {
  count += 1;
  const { made, refusal } = await change('createRecordType', {
    name: `Numbered ${count}`,
    statuses: [{ name: 'Open', isFirst: true }],
    problemCodes: [{ name: 'None' }],
    numbering,
    menu: { sectionName: 'Numbered' },
  });
  expect(refusal).toBeUndefined();
  type = made;
};
beforeEach(() => begin({ prefix: '45', padding: 4 }));

async function register(given: object = {}, who = ana): Promise<number | string> {
  const answer = await server.ask(
    'mutation ($data: RegisterRecordInput!) { registerRecordHeader(data: $data) { recordNumber } }',
    who,
    {
      data: {
        recordType: type.id,
        description: 'One',
        issuedByCompanyName: 'One',
        issuedToCompanyName: 'Two',
        poNumber: 1,
        recordDate: '2026-01-05',
        problemCodeId: type.problemCodes[0]?.id,
        ...given,
      },
    },
  );
  const made = answer.data?.['registerRecordHeader'] as { recordNumber: number } | undefined;
  return made?.recordNumber ?? answer.errors?.[0]?.message ?? '';
}

describe('a record number from a series', () => {
  test('is given where it is left empty, and the first status with it', async () => {
    expect(await register()).toBe(450001);
    expect(await register()).toBe(450002);
  });

  test('passes over a number that somebody has typed', async () => {
    expect(await register({ recordNumber: 450002 })).toBe(450002);
    expect(await register()).toBe(450001);
    expect(await register()).toBe(450003);
  });

  test('is not spent by a record that is refused', async () => {
    expect(await register({ problemCodeId: 999_999 })).toBe('Problem Code: Should be a value from the list');
    expect(await register()).toBe(450001);
  });

  test('has no gap and no double with 50 writers at once, of whom every fifth takes its number back', async () => {
    const scope = { tenantId: tenantId(world.id), userId: server.people.ana };
    const givesUp = () =>
      server.database
        .withTenant(scope, async (transaction) => {
          await transaction.run([
            { text: 'select take_record_number($1, $2, 2026)', values: [world.id, type.id] },
          ]);
          throw new Error('given up');
        })
        .catch(() => 'given up');
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => (index % 5 === 0 ? givesUp() : register())),
    );
    const numbers = answers
      .filter((answer) => typeof answer === 'number')
      .toSorted((one, other) => one - other);
    expect(answers.filter((answer) => answer === 'given up')).toHaveLength(10);
    expect(numbers).toEqual(Array.from({ length: 40 }, (_, index) => 450_001 + index));
  });

  test('begins anew with each year', async () => {
    await begin({ byYear: true, padding: 3, nextNumber: 8 });
    const year = new Date().getFullYear();
    expect(await register()).toBe(Number(`${year}008`));
    await server.database.asOwnerOf(world.id, (connection) =>
      connection.query('update number_series_counter set year = year - 1 where record_type_id = $1', [
        type.id,
      ]),
    );
    expect(await register()).toBe(Number(`${year}001`));
  });

  test('is set by an administrator, to what no record has', async () => {
    await register();
    const { made } = await change('updateRecordType', {
      id: type.id,
      numbering: { version: 1, nextNumber: 20 },
    });
    expect(made.numbering).toEqual({ version: 2, nextNumber: 20 });
    expect(await register()).toBe(450020);
    const set = (version: number, nextNumber: number) =>
      change('updateRecordType', { id: type.id, numbering: { version, nextNumber } });
    expect((await set(2, 20)).refusal).toBe(
      'There is a record 450020 already: let the next number be 21 or more.',
    );
    expect((await set(1, 30)).refusal).toBe('Somebody has changed the numbering since you opened it.');
  });

  test('is the one after the highest, as before, where there is no series or it is switched off', async () => {
    await register({ recordNumber: 12 });
    await change('updateRecordType', { id: type.id, numbering: { version: 1, enabled: false } });
    expect(await register()).toBe('Record number is a required field');
  });
});

describe('a record number without a series, for whoever may not choose one', () => {
  const byBob = () =>
    register(
      { recordType: world.plain.id, statusId: world.plain.status, problemCodeId: world.plain.problemCode },
      bob,
    );

  test('is given once with 30 writers at once', async () => {
    const numbers = await Promise.all(Array.from({ length: 30 }, byBob));
    expect(numbers.toSorted()).toEqual(Array.from({ length: 30 }, (_, index) => 701 + index));
  });

  test('is after those of records that the type is moving away from', async () => {
    const last = Number(await byBob());
    await server.database.asOwnerOf(world.id, (connection) =>
      connection.query(
        'update record_type set moving_from = bucket, bucket = (bucket + 1) % 32 where tenant_id = $1 and id = $2',
        [world.id, world.plain.id],
      ),
    );
    expect(await byBob()).toBe(last + 1);
  });
});
