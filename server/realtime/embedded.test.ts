// The same sockets on the embedded database, which has one connection for everything.
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tenantId, userId } from '@rowhouse/domain/kernel/ids.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyEmbeddedDatabase, openEmbeddedDatabase } from '../../testing/embedded-folder.ts';
import { handshakeOf, openSocket } from '../../testing/socket-client.ts';
import { serveTestDatabase } from '../../testing/test-server.ts';
import type { ServedDatabase } from '../../testing/test-server.ts';
import { createTwoTenants } from '../../testing/two-tenants.ts';
import type { TwoTenants } from '../../testing/two-tenants.ts';

let server: ServedDatabase;
let world: TwoTenants;
let url: string;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rowhouse-embedded-'));
  await copyEmbeddedDatabase(folder);
  const { database, close } = await openEmbeddedDatabase(folder);
  server = await serveTestDatabase({
    database,
    url: '',
    async close() {
      await close();
      await rm(folder, { recursive: true, force: true });
    },
  });
  world = await createTwoTenants(database, server.identity);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const create = () =>
  server.database.withTenant(
    { tenantId: tenantId(world.north.id), userId: userId(world.people.ana) },
    async (transaction) => {
      const { rows } = await transaction.one({
        text: `insert into record_3 (bucket, id, tenant_id, record_type_id, record_number, enabled)
               values (3, nextval('record_id_seq'), $1, $2, 1, true) returning id`,
        values: [world.north.id, world.north.types.orders],
      });
      return Number(rows[0]?.[0]);
    },
  );

test('a change is heard after its commit, and whoever loses access is cut off within a second', async () => {
  const viewers = await Promise.all(
    Array.from({ length: 15 }, async () => {
      const viewer = await server.enter('bob', world.north);
      const socket = await openSocket(url, handshakeOf(viewer));
      expect(await socket.watch(world.north.types.orders)).toEqual({ ok: true });
      return { socket, sessionId: server.tokens.verifyService(viewer.service ?? '').sessionId };
    }),
  );
  const id = await create();
  await Promise.all(viewers.map(({ socket }) => socket.waitFor((one) => one.id === id)));

  const tookMs: number[] = [];
  for (const { socket, sessionId } of viewers.slice(0, 4)) {
    await server.query('delete from auth_session where id = $1', [sessionId]);
    const from = performance.now();
    const over = await socket.waitForOver();
    tookMs.push(over.at - from);
    expect(over.refusal.code).toBe('UNAUTHENTICATED');
  }
  expect(tookMs.toSorted((one, other) => one - other)[1]).toBeLessThan(1000);
  const spent = process.cpuUsage();
  const from = performance.now();
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const { user, system } = process.cpuUsage(spent);
  const share = ((user + system) / 10 / (performance.now() - from)).toFixed(1);
  process.stdout.write(
    `Embedded: noticed after at most ${Math.round(Math.max(...tookMs))} ms; 11 sockets: ${share} % of a core.\n`,
  );
  for (const { socket } of viewers) socket.close();
});
