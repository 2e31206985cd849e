import { afterAll, beforeAll, expect, test } from 'vitest';
import { absent, startTestServer } from '../../../testing/test-server.ts';
import type { TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const targets =
  'query ($id: Id!) { getTargetTenantsByRecordType(data: { recordTypeId: $id }) { mappingDetails { recordTypeToTransmit transferSettings { sourceStatusField sourceSuccessStatusValue sourceErrorStatusValue targetRecordType targetStatusField targetStatusValue triggerField triggerValue } } targetTenantToTransmit { id name enabled } } }';

test('names the tenants that records of the type can go to, and how', async () => {
  const { north, south } = server;
  const ana = await server.enter('ana', north);
  const mapping = {
    mappingDetails: {
      recordTypeToTransmit: north.types.orders,
      transferSettings: {
        sourceStatusField: 'status',
        sourceSuccessStatusValue: 'Sent',
        sourceErrorStatusValue: null,
        targetRecordType: south.types.orders,
        targetStatusField: null,
        targetStatusValue: null,
        triggerField: 'status',
        triggerValue: 'Ready',
      },
    },
    targetTenantToTransmit: { id: south.id, name: 'South', enabled: true },
  };
  expect((await server.ask(targets, ana, { id: north.types.orders })).data).toEqual({
    getTargetTenantsByRecordType: [mapping],
  });
  expect((await server.ask(targets, ana, { id: north.types.documents })).data).toEqual({
    getTargetTenantsByRecordType: [mapping],
  });
  expect((await server.ask(targets, ana, { id: north.types.bills })).data).toEqual({
    getTargetTenantsByRecordType: [],
  });
});

test('tells nothing where the field is hidden from the role', async () => {
  const bob = await server.enter('bob', server.north);
  expect((await server.ask(targets, bob, { id: server.north.types.orders })).data).toEqual({
    getTargetTenantsByRecordType: [],
  });
});

test('without a grant, of another tenant and of nobody: the same answer', async () => {
  const bob = await server.enter('bob', server.north);
  for (const id of [server.north.types.secrets, server.south.types.orders, 999_999]) {
    expect(await server.ask(targets, bob, { id })).toEqual(absent('The record type'));
  }
});

test('needs a tenant entered', async () => {
  expect(
    (await server.ask(targets, await server.signIn('ana'), { id: 1 })).errors?.[0]?.extensions['code'],
  ).toBe('UNAUTHENTICATED');
});
