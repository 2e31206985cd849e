// Whether equal counters mean equal records: what the server asks for a page and its total is read from a standby, and then from
// its primary, while others write the same type.
import { StatementBatch } from '@rowhouse/server/platform/database/statement-batch.ts';
import type { Statement, TextRow } from '@rowhouse/server/platform/database/statement-batch.ts';
import pg from 'pg';

export interface Compared {
  compared: number;
  /** Of these the counters of every slot were equal, and then what else was not. */
  equal: number;
  wrong: number;
  /** The same by the sum of the counters. */
  sumEqual: number;
  sumWrong: number;
}

export interface Comparison {
  primaryUrl: string;
  standbyUrl: string;
  tenantId: number;
  /** Of the server: a page, and its total with the write version. */
  page: Statement;
  count: Statement;
  comparisons: number;
  /** One write for each writer. Where it waits for the standby, that shows commits before the primary does. */
  write: { statement: string; writers: number; waitsForStandby: boolean };
}

/** Writers write at once, again and again, at the moment at which the standby is read every second time. */
export async function compareWithStandby(asked: Comparison): Promise<Compared> {
  const { write } = asked;
  const connect = async (url: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return client;
  };
  const [standby, primary] = [await connect(asked.standbyUrl), await connect(asked.primaryUrl)];
  const writers = await Promise.all(Array.from({ length: write.writers }, () => connect(asked.primaryUrl)));
  for (const writer of writers)
    await writer.query(`set synchronous_commit = ${write.waitsForStandby ? 'remote_apply' : 'on'}`);
  const found: Compared = { compared: 0, equal: 0, wrong: 0, sumEqual: 0, sumWrong: 0 };
  let writing: Promise<unknown> | null = null;
  try {
    while (found.compared < asked.comparisons) {
      if (found.compared % 2 === 0)
        writing ??= Promise.all(
          writers.map((writer, index) => writer.query(write.statement, [index])),
        ).finally(() => (writing = null));
      const [there, here] = await Promise.all([standby, primary].map((client) => readMoment(client, asked)));
      if (there === undefined || here === undefined) throw new Error('Nothing was read.');
      const isSame = there.shown === here.shown;
      found.compared += 1;
      if (there.slots === here.slots) {
        found.equal += 1;
        if (!isSame) found.wrong += 1;
      }
      if (there.sum === here.sum) {
        found.sumEqual += 1;
        if (!isSame) found.sumWrong += 1;
      }
    }
    await writing;
    return found;
  } finally {
    await Promise.all([standby, primary, ...writers].map((client) => client.end()));
  }
}

/** In one snapshot and one round trip, as the role of requests. */
async function readMoment(client: pg.Client, { tenantId, page, count }: Comparison) {
  const enter = {
    text: `select set_config('role', 'rowhouse_app', true), set_config('app.tenant_id', $1, true)`,
    values: [String(tenantId)],
  };
  const [, , rows, counted] = await new Promise<readonly TextRow[][]>((resolve, reject) => {
    const statements = [{ text: 'begin isolation level repeatable read read only' }, enter, page, count];
    const batch = new StatementBatch([...statements, { text: 'commit' }]);
    batch.callback = (error, done) => {
      if (error !== null || done === undefined) reject(error ?? new Error('The batch gave no answer.'));
      else resolve(done.results);
    };
    client.query(batch);
  });
  const [[total, version] = []] = counted ?? [];
  // The server by its start stands before what is read of the counters.
  const [, sum, ...slots] = String(version).split(' ');
  return { shown: JSON.stringify([rows, total]), sum, slots: slots.join(' ') };
}
