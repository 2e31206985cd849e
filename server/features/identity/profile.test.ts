import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer } from '../../../testing/test-server.ts';
import type { Credentials, TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(() =>
  server.query(
    `update app_user set first_name = 'Ana', last_name = 'Test', phone = null, time_zone = null, theme = 'light' where id = $1`,
    [server.people.ana],
  ),
);

const parts = 'id email name firstName lastName phone timeZone theme';
const changeDocument = `mutation ($data: UpdateMyProfileInput!) { updateMyProfile(data: $data) { ${parts} } }`;
const change = async (credentials: Credentials, data: object) =>
  server.ask(changeDocument, credentials, { data });
const ownEvents = async () =>
  (await server.query(`select event, actor from identity_event where event = 'profile-changed'`)).length;

const current = {
  email: 'ana@example.com',
  name: 'Ana Test',
  firstName: 'Ana',
  lastName: 'Test',
  phone: null,
  timeZone: null,
  theme: 'light',
};

describe('updateMyProfile', () => {
  test('changes what is given of the person, in every company, and notes it', async () => {
    const before = await ownEvents();
    const credentials = await server.enter('ana', server.north);
    const answer = await change(credentials, {
      firstName: ' Anna ',
      phone: '[49,30901820]',
      timeZone: 'Europe/Berlin',
      theme: 'dark',
    });
    const changed = {
      ...current,
      id: server.people.ana,
      name: 'Anna Test',
      firstName: 'Anna',
      phone: '[49,30901820]',
      timeZone: 'Europe/Berlin',
      theme: 'dark',
    };
    expect(answer).toEqual({ data: { updateMyProfile: changed } });
    expect((await server.ask(`{ getUserDetails { ${parts} } }`, credentials)).data).toEqual({
      getUserDetails: changed,
    });
    for (const tenant of [server.north, server.south]) {
      const colleague = await server.enter('ana', tenant);
      expect(
        (await server.ask('{ UserFind(data: { email: "ana@example.com" }) { name phone } }', colleague)).data,
      ).toEqual({ UserFind: { name: 'Anna Test', phone: '[49,30901820]' } });
    }
    expect(await ownEvents()).toBe(before + 1);
  });

  test('takes the phone and the time zone away with null, and leaves what is not given', async () => {
    const credentials = await server.signIn('ana');
    await change(credentials, { phone: '[1,2025550123]', timeZone: 'Asia/Tokyo', theme: 'system' });
    expect((await change(credentials, { phone: null, timeZone: null })).data?.['updateMyProfile']).toEqual({
      ...current,
      id: server.people.ana,
      theme: 'system',
    });
  });

  test('notes no change of the palette alone, and none that changes nothing', async () => {
    const before = await ownEvents();
    const credentials = await server.signIn('ana');
    await change(credentials, { theme: 'dark' });
    await change(credentials, { firstName: 'Ana', phone: null });
    expect(await ownEvents()).toBe(before);
  });

  test.each([
    ['an empty first name', { firstName: '  ' }, 'First name is a required field', 'firstName'],
    ['a long last name', { lastName: 'x'.repeat(101) }, 'Last name has at most 100 characters.', 'lastName'],
    ['a zone that is none', { timeZone: 'Europe/Nowhere' }, 'There is no such time zone.', 'timeZone'],
    ['an empty zone', { timeZone: '' }, 'There is no such time zone.', 'timeZone'],
  ])('refuses %s and keeps all that was', async (_what, data, message, field) => {
    const credentials = await server.signIn('ana');
    expect((await change(credentials, { theme: 'dark', ...data })).errors?.[0]).toMatchObject({
      message,
      extensions: { code: 'INVALID', field },
    });
    expect((await change(credentials, {})).data?.['updateMyProfile']).toMatchObject(current);
  });

  test('refuses a phone that is none, at the phone', async () => {
    const answer = await change(await server.signIn('ana'), { phone: '+49 30' });
    expect(answer.errors?.[0]).toMatchObject({ extensions: { code: 'INVALID', field: 'phone' } });
  });

  test('refuses a palette that is none', async () => {
    const answer = await change(await server.signIn('ana'), { theme: 'sepia' });
    expect(answer.errors?.[0]?.message).toContain('sepia');
  });

  test('refuses without a session, and changes nobody else', async () => {
    const credentials = await server.signIn('ana');
    await server.ask('mutation { SaasUserLogout }', credentials);
    expect((await change(credentials, { firstName: 'Eve' })).errors?.[0]?.extensions['code']).toBe(
      'UNAUTHENTICATED',
    );
    await change(await server.signIn('bob'), { theme: 'dark' });
    const [row] = await server.query('select first_name, theme from app_user where id = $1', [
      server.people.ana,
    ]);
    expect(row).toEqual({ first_name: 'Ana', theme: 'light' });
  });
});
