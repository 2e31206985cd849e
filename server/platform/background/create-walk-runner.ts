// Work that goes through the records of a type, some at a time, each part in one transaction with how far it came.
import type { Database, OwnerConnection } from '../database/database.ts';
import { inTransaction } from '../database/in-transaction.ts';
import { isInTheWay } from '../database/open-database.ts';
import type { Log } from '../log.ts';
import { createBackgroundRunner, type BackgroundRunner } from './background-runner.ts';
import { noteFailure, takeTurn, type Turn, type WorkTable } from './claims.ts';

const partSizes = { server: 200, embedded: 50 } as const;
const mostFailures = 5;

/** Others have to end first: the part did nothing, and is tried again after a pause. */
export class NotYet extends Error {}

export type WalkParts = {
  readonly database: Database;
  readonly log: Log;
  /** Records a part; by the kind of the database when it is not given. */
  readonly partSize?: number | undefined;
};

export function createWalkRunner<Prepared>(
  { database, log, partSize }: WalkParts,
  work: {
    readonly name: string;
    readonly table: WorkTable;
    /** What has come to its time begins. */
    readonly beginDue: (database: Database) => Promise<unknown>;
    /** Before the transaction: what has to be read otherwise. */
    readonly prepare: (turn: Turn) => Promise<Prepared>;
    readonly runPart: (
      connection: OwnerConnection,
      turn: Turn,
      size: number,
      prepared: Prepared,
    ) => Promise<void>;
    /** When the transaction of a part is committed. */
    readonly afterPart?: () => void;
  },
): BackgroundRunner {
  const size = partSize ?? partSizes[database.kind];
  return createBackgroundRunner(
    {
      name: work.name,
      async takeTurn() {
        await work.beginDue(database);
        return takeTurn(database, work.table);
      },
      async runPart(turn) {
        const prepared = await work.prepare(turn);
        await database.asOwnerOf(turn.tenantId, (connection) =>
          inTransaction(connection, () => work.runPart(connection, turn, size, prepared)),
        );
        work.afterPart?.();
      },
      async onFailure(turn, error) {
        if (error instanceof NotYet || isInTheWay(error)) return 'later';
        log.error({ err: error, work: work.table, id: turn.id }, `${work.name} could not go on`);
        await noteFailure(database, work.table, turn, mostFailures);
        return 'later';
      },
    },
    { log, database, restShare: 0.5 },
  );
}
