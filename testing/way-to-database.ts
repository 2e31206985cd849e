// A way to the database beside the one that is straight, which can be away and come back: as a pooler is that is started anew.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Database } from '@rowhouse/server/platform/database/database.ts';
import { createServerPool, openDatabase } from '@rowhouse/server/platform/database/open-database.ts';
import { createLog } from '@rowhouse/server/platform/log.ts';

export type WayToDatabase = {
  /** What requests ask goes this way, and the owner's work straight. */
  readonly database: Database;
  /** Ends all connections, in whatever they are, and takes none. */
  leave(): void;
  comeBack(): void;
  /** How many connections it did not take. */
  refused(): number;
  close(): Promise<void>;
};

export async function openWayTo(databaseUrl: string): Promise<WayToDatabase> {
  const straight = new URL(databaseUrl);
  const open = new Set<Socket>();
  let isAway = false;
  let refused = 0;
  const server = createServer((near) => {
    near.on('error', () => undefined);
    if (isAway) {
      refused += 1;
      near.destroy();
      return;
    }
    const far = connect(Number(straight.port), straight.hostname);
    far.on('error', () => undefined);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one.once('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const through = new URL(databaseUrl);
  through.port = String((server.address() as AddressInfo).port);
  const log = createLog('fatal');
  const database = openDatabase(createServerPool(through.href, 3, log, { isPooled: true }), 'server', log, {
    owner: createServerPool(databaseUrl, 3, log),
    isPooled: true,
  });
  const leave = (): void => {
    isAway = true;
    for (const socket of open) socket.destroy();
  };
  return {
    database,
    leave,
    comeBack: () => void (isAway = false),
    refused: () => refused,
    async close() {
      await database.close();
      leave();
      server.close();
    },
  };
}
