// A door before PostgreSQL that counts the round trips through it: each message after which a client waits for an answer,
// which are the Sync and the simple query of the protocol. It passes every byte on as it is.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';

const sync = 'S'.charCodeAt(0);
const simpleQuery = 'Q'.charCodeAt(0);

export type CountedPostgres = {
  readonly url: string;
  /** Since the beginning. */
  readonly roundTrips: () => number;
  readonly close: () => void;
};

export async function countRoundTrips(databaseUrl: string): Promise<CountedPostgres> {
  const target = new URL(databaseUrl);
  let count = 0;
  const server = createServer((client) => {
    const database = connect({ host: target.hostname, port: Number(target.port || 5432) });
    for (const one of [client, database]) one.setNoDelay(true);
    const heed = createMessageReader((type) => {
      if (type === sync || type === simpleQuery) count += 1;
    });
    client.on('data', (bytes) => {
      heed(bytes);
      database.write(bytes);
    });
    database.on('data', (bytes) => client.write(bytes));
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      one.on('close', () => other.destroy());
      one.on('error', () => other.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return { url: url.href, roundTrips: () => count, close: () => server.close() };
}

/** The startup has no type; each message after it has one byte for it, and four for how long the rest is. */
function createMessageReader(onMessage: (type: number) => void): (bytes: Buffer) => void {
  let held: Buffer = Buffer.alloc(0);
  let toSkip = 0;
  let hasStarted = false;
  return (bytes) => {
    const passed = Math.min(toSkip, bytes.length);
    toSkip -= passed;
    held = Buffer.concat([held, bytes.subarray(passed)]);
    for (;;) {
      const head = hasStarted ? 5 : 4;
      if (held.length < head) return;
      const length = held.readUInt32BE(head - 4) + head - 4;
      if (hasStarted) onMessage(held[0]!);
      hasStarted = true;
      if (held.length < length) {
        toSkip = length - held.length;
        held = Buffer.alloc(0);
        return;
      }
      held = held.subarray(length);
    }
  };
}
