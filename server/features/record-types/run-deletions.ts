// Empties record types whose time to be taken back is over: some records at a time, each part in one transaction with how
// far it came, and the type itself at last.
import {
  createBackgroundRunner,
  type BackgroundRunner,
} from '../../platform/background/background-runner.ts';
import { noteFailure, takeTurn, type Turn } from '../../platform/background/claims.ts';
import type { Database } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { Log } from '../../platform/log.ts';
import { beginDueDeletions, holdDeletion, removeRecords, removeType } from './deletion-sql.ts';

const partSizes = { server: 500, embedded: 50 } as const;
const mostFailures = 5;

export function createDeletionRunner(parts: {
  database: Database;
  log: Log;
  /** Records a part; by the kind of the database when it is not given. */
  partSize?: number | undefined;
}): BackgroundRunner {
  const { database, log } = parts;
  const size = parts.partSize ?? partSizes[database.kind];

  const runPart = (turn: Turn): Promise<void> =>
    database.asOwner((connection) =>
      inTransaction(connection, async () => {
        const held = await holdDeletion(connection, turn);
        if (held === null) return;
        if ((await removeRecords(connection, turn, held, size)) > 0) return;
        await removeType(connection, turn, held);
        log.info({ tenantId: turn.tenantId, recordTypeId: held.typeId }, 'a record type was deleted');
      }),
    );

  return createBackgroundRunner(
    {
      name: 'deletions of record types',
      async takeTurn() {
        await beginDueDeletions(database);
        return takeTurn(database, 'record_type_deletion');
      },
      runPart,
      async onFailure(turn, error) {
        log.error({ err: error, deletion: turn.id }, 'a record type could not be deleted further');
        await noteFailure(database, 'record_type_deletion', turn, mostFailures);
        return 'later';
      },
    },
    { log, sharesThread: database.kind === 'embedded' },
  );
}
