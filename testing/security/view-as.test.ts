// Viewing as a role, or as a person: what is answered is what they are answered, byte for byte; whatever changes something is
// refused, and an operation that is made tomorrow is, too.
import type { AddressInfo } from 'node:net';
import { permissions } from '@rowhouse/domain/access/permissions.ts';
import type { OperationName } from '@rowhouse/domain/access/permissions.ts';
import { refuseChangeWhileViewing } from '@rowhouse/domain/access/view-as.ts';
import { roleId, tenantId } from '@rowhouse/domain/kernel/ids.ts';
import { buildContract } from '@rowhouse/server/graphql/create-graphql.ts';
import { aPerson } from '@rowhouse/server/seed/builders.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handshakeOf, openSocket } from '../socket-client.ts';
import type { Credentials, GraphqlAnswer } from '../test-server.ts';
import type { insert } from '../two-tenants.ts';
import { outcomeOf, startGuardedServer } from './guarded-server.ts';
import type { GuardedServer } from './guarded-server.ts';
import { operationSamples, sampleVariables } from './operation-samples.ts';

let server: GuardedServer;
/** A clerk and a reader without records, preferences and notifications. */
const blank = { clerk: 'nina', reader: 'rolf' } as const;

beforeAll(async () => {
  server = await startGuardedServer();
  for (const [role, name] of Object.entries(blank)) {
    const person = await aPerson(server.identity, { email: `${name}@example.com` }, 'correct horse');
    const roleId = server.north.roles[role as keyof typeof blank];
    await server.database.asOwnerOfAll((connection) =>
      insertMember(connection, { tenant_id: server.north.id, user_id: person, role_id: roleId }),
    );
  }
});
afterAll(() => server.close());

const insertMember = async (
  connection: Parameters<typeof insert>[0],
  member: Readonly<Record<string, number>>,
): Promise<void> => {
  await connection.query('insert into membership (tenant_id, user_id, role_id) values ($1, $2, $3)', [
    member['tenant_id'],
    member['user_id'],
    member['role_id'],
  ]);
};

const schema = buildContract();
const queries = Object.keys(schema.getQueryType()!.getFields()) as OperationName[];
const mutations = Object.keys(schema.getMutationType()!.getFields()) as OperationName[];

const start =
  'mutation ($data: StartViewAsInput!) { startViewAs(data: $data) { role { name } person { name } } }';
const begin = (who: Credentials, kind: 'ROLE' | 'PERSON', id: number): Promise<GraphqlAnswer> =>
  server.ask(start, who, { data: { kind, id } });

async function viewing(kind: 'ROLE' | 'PERSON', id: number): Promise<Credentials> {
  const mia = await server.enter('mia', server.north);
  expect((await begin(mia, kind, id)).errors).toBeUndefined();
  return mia;
}

/** Each link has an id of its own, and each embedded address its moment. */
const settled = (body: string): string =>
  body
    .replace(/\/(files|zips|exports)\/[\w.-]+/g, '/$1/LINK')
    .replace(/"(url|now|expiresAt)":"[^"]*"/g, '"$1":""');

/** Of oneself, in whatever company; and what a person is told alone. */
const ofOneself = new Set<OperationName>([
  ...queries.filter((name) => permissions[name] === 'signed in'),
  'findNotifications',
  'findNotificationMails',
]);
/** Queries that keep what they make a link of. */
const keeping = new Set<OperationName>(['exportRecordHeaders', 'getZipFileSignedUrl']);
const compared = queries.filter((name) => !ofOneself.has(name) && !keeping.has(name));

const sent = async (name: OperationName, who: Credentials) => {
  const sample = operationSamples[name];
  return server.send(sample.document, sampleVariables(sample, server.north), who);
};

describe('the answers are those of the role, byte for byte', () => {
  test.each(['clerk', 'reader'] as const)('as a %s with no records of their own', async (role) => {
    expect(compared.length).toBeGreaterThan(50);
    const real = await server.enter(blank[role], server.north);
    const mia = await viewing('ROLE', server.north.roles[role]);
    const answered: string[] = [];
    for (const name of compared) {
      const [own, viewed] = [await sent(name, real), await sent(name, mia)];
      expect([name, viewed.status, settled(viewed.body)]).toEqual([name, own.status, settled(own.body)]);
      if (outcomeOf(own) === 'answers' || outcomeOf(own) === 'empty') answered.push(name);
    }
    expect(answered.length).toBeGreaterThan(role === 'clerk' ? 45 : 25);
  });

  test('as a person, with what is theirs', async () => {
    const real = await server.enter('cleo', server.north);
    const mia = await viewing('PERSON', server.people.cleo);
    for (const name of compared) {
      const [own, viewed] = [await sent(name, real), await sent(name, mia)];
      expect([name, viewed.status, settled(viewed.body)]).toEqual([name, own.status, settled(own.body)]);
    }
  });

  test('but notifications, and how they are mailed, are not shown', async () => {
    await server.query(
      `insert into notification (tenant_id, user_id, kind, by_user_id) values ($1, $2, 'ROLE', $3)`,
      [server.north.id, server.people.cleo, server.people.mia],
    );
    const count = async (who: Credentials) => {
      const { data } = await server.ask('{ findNotifications(data: {}) { notifications { kind } } }', who);
      return (data!['findNotifications'] as { notifications: unknown[] }).notifications.length;
    };
    expect(await count(await server.enter('cleo', server.north))).toBeGreaterThan(0);
    expect(await count(await viewing('PERSON', server.people.cleo))).toBe(0);
  });
});

describe('nothing can be changed', () => {
  /** Being signed in goes on, and ends. Signing up asks nobody who they are. */
  const allowed: readonly OperationName[] = [
    'stopViewAs',
    'SaasUserLogout',
    'SaasUserLogin',
    'SaasTenantLogin',
    'getUserDetails',
    'SaasUserSignUp',
  ];

  test.each(['ROLE', 'PERSON'] as const)('by any mutation of the contract, as a %s', async (kind) => {
    const mia = await viewing(kind, kind === 'ROLE' ? server.north.roles.clerk : server.people.cleo);
    for (const name of mutations) {
      if (allowed.includes(name)) continue;
      const { errors } = JSON.parse((await sent(name, mia)).body) as GraphqlAnswer;
      expect([name, errors?.[0]?.message]).toEqual([name, refuseChangeWhileViewing().message]);
    }
    expect(mutations.length).toBeGreaterThan(80);
  });

  test('nor by what keeps something to make a link of it', async () => {
    // Of the zip the clerk sees no file: it is refused for that, or for being kept.
    const mia = await viewing('ROLE', server.north.roles.clerk);
    for (const name of keeping)
      expect([name, outcomeOf(await sent(name, mia))]).toEqual([
        name,
        name === 'getZipFileSignedUrl' ? 'NOT_FOUND' : 'FORBIDDEN',
      ]);
  });

  test('nor by a process that has not heard of it yet', async () => {
    const { startAnother } = await import('../record-model/another-application.ts');
    const other = await startAnother(server);
    const mia = await server.enter('mia', server.north);
    const tell = async (name: OperationName) => {
      const sample = operationSamples[name];
      const answer = await other.app.inject({
        method: 'POST',
        url: '/graphql',
        headers: { authorization: mia.service!, backend_jwt: mia.backend!, tenant_id: String(mia.tenant) },
        payload: { query: sample.document, variables: sampleVariables(sample, server.north) },
      });
      return answer.json<GraphqlAnswer>().errors?.[0]?.message;
    };
    // It knows the session as one that views nothing.
    expect(await tell('SaasMenu')).toBeUndefined();
    await begin(mia, 'ROLE', server.north.roles.clerk);
    expect(await tell('updateRecordHeader')).toBe(refuseChangeWhileViewing().message);
    await other.close();
  });

  test('and a file opens by a link that is made meanwhile, until the session ends', async () => {
    const mia = await viewing('ROLE', server.north.roles.reader);
    const { data } = await server.ask(
      'query ($id: Id!) { getMyRecordFileById(recordFileId: $id) { signedUrl } }',
      mia,
      { id: server.north.files.seen },
    );
    const link = (data!['getMyRecordFileById'] as { signedUrl: string }).signedUrl;
    const url = new URL(link, 'http://localhost').pathname;
    const status = async () => (await server.app.inject({ method: 'GET', url })).statusCode;
    expect(await status()).toBe(200);
    await server.ask('mutation { SaasUserLogout }', mia);
    expect(await status()).toBe(404);
  });
});

describe('it begins and ends', () => {
  const logged = () =>
    server.query(
      `select user_id::int as who, action, entity_id::int as of from audit_log
       where tenant_id = $1 and entity = 'view_as' order by id desc limit 2`,
      [server.north.id],
    );

  test('in the audit log, told to the person, and with the session', async () => {
    const { mia: miaId, cleo } = server.people;
    await server.query('delete from notification where user_id = $1', [cleo]);
    const mia = await viewing('PERSON', cleo);
    const { data } = await server.ask(
      '{ getUserDetails { email viewing { tenant { name } role { name } person { name } } } }',
      mia,
    );
    expect(data?.['getUserDetails']).toEqual({
      email: 'mia@example.com',
      viewing: { tenant: { name: 'North' }, role: { name: 'Clerk' }, person: { name: 'Cleo Test' } },
    });
    expect(await logged()).toContainEqual({ who: miaId, action: 'began', of: cleo });
    const told = await server.query(
      'select kind, by_user_id::int as by from notification where user_id = $1',
      [cleo],
    );
    expect(told).toEqual([{ kind: 'VIEWED', by: miaId }]);
    await server.ask('mutation { SaasUserLogout }', mia);
    expect((await logged())[0]).toEqual({ who: miaId, action: 'ended', of: cleo });
  });

  test('by stopping, in whatever window', async () => {
    const mia = await viewing('ROLE', server.north.roles.reader);
    expect(outcomeOf(await sent('getSaasRoles', mia))).toBe('FORBIDDEN');
    expect((await server.ask('mutation { stopViewAs }', { service: mia.service })).data).toEqual({
      stopViewAs: true,
    });
    expect(outcomeOf(await sent('getSaasRoles', mia))).toBe('answers');
    expect((await server.ask('mutation { stopViewAs }', mia)).data).toEqual({ stopViewAs: false });
  });

  test('and leads to no other company meanwhile', async () => {
    const mia = await viewing('ROLE', server.north.roles.reader);
    const enter = await server.ask(
      'mutation { SaasTenantLogin(data: { tenantId: ' + server.south.id + ' }) { token } }',
      {
        service: mia.service,
      },
    );
    expect(enter.errors?.[0]?.message).toContain('You are viewing another company');
    // A token from before it began.
    const backend = server.tokens.issueBackend({
      ...server.tokens.verifyService(mia.service!),
      tenantId: tenantId(server.south.id),
      roleId: roleId(server.south.roles.manager),
      membershipVersion: 1,
    }).token;
    const elsewhere = await server.ask('{ SaasMenu { id } }', { ...mia, backend, tenant: server.south.id });
    expect(elsewhere.errors?.[0]?.message).toContain('You are viewing another company');
  });

  test('also when the person is given a role that administers, and is then seen no more', async () => {
    const mia = await viewing('PERSON', server.people.rae);
    const give = (role: number) =>
      server.query('update membership set role_id = $1 where tenant_id = $2 and user_id = $3', [
        role,
        server.north.id,
        server.people.rae,
      ]);
    await give(server.north.roles.manager);
    const { errors } = await server.ask('{ SaasMenu { id } }', mia);
    expect(errors?.[0]?.message).toContain('You cannot view the company as this role or person any more');
    await give(server.north.roles.reader);
    expect((await server.ask('{ SaasMenu { id } }', mia)).errors).toBeUndefined();
  });
});

describe('who may, and as whom', () => {
  test('nobody but an administrator, and not as one, as oneself, as nobody, as somebody of another company', async () => {
    const { north, south, people } = server;
    const cleo = await server.enter('cleo', north);
    const mia = await server.enter('mia', north);
    const said = async (who: Credentials, kind: 'ROLE' | 'PERSON', id: number) =>
      (await begin(who, kind, id)).errors?.[0]?.message;
    expect(await said(cleo, 'ROLE', north.roles.reader)).toContain('Only an administrator');
    expect(await said(mia, 'ROLE', north.roles.manager)).toContain('administers the company, as you do');
    expect(await said(mia, 'PERSON', people.mia)).toBe('That is you.');
    expect(await said(mia, 'PERSON', people.sam)).toBe('The person was not found.');
    expect(await said(mia, 'ROLE', south.roles.reader)).toBe('The role was not found.');
    expect(outcomeOf(await sent('getSaasRoles', mia))).toBe('answers');
  });

  test('not as a role that sees what one does not see', async () => {
    const { id, roles, types } = server.north;
    const mia = await server.enter('mia', server.north);
    const hide = (access: string) =>
      server.query(
        `insert into role_field_access (tenant_id, role_id, record_type_id, base_field, access)
         values ($1, $2, $3, 'description', $4)`,
        [id, roles.manager, types.papers, access],
      );
    await hide('NotAllowed');
    const { errors } = await begin(mia, 'ROLE', roles.clerk);
    await server.query(
      `delete from role_field_access where role_id = $1 and record_type_id = $2 and base_field = 'description'`,
      [roles.manager, types.papers],
    );
    expect(errors?.[0]?.message).toBe(
      'Clerk sees Description of Papers, which your own role does not. Give it to your role first.',
    );
  });
});

test('a socket is that of the role from then on, and says so', async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  const mia = await server.enter('mia', server.north);
  const socket = await openSocket(url, handshakeOf(mia));
  const { secrets, papers } = server.north.types;
  expect(await socket.watch(secrets)).toEqual({ ok: true });
  const turned = new Promise<void>((resolve) => socket.socket.on('turned', resolve));
  await begin(mia, 'ROLE', server.north.roles.clerk);
  await turned;
  expect((await socket.watch(papers)).ok).toBe(true);
  socket.socket.emit('unwatch', { recordTypeId: secrets });
  expect((await socket.watch(secrets)).ok).toBe(false);
  socket.close();
});
