// Empties fields whose time to be put back is over: some records at a time, each part in one transaction with how far it
// came, and the field itself at last.
import {
  createBackgroundRunner,
  type BackgroundRunner,
} from '../../platform/background/background-runner.ts';
import { noteFailure, takeTurn, type Turn } from '../../platform/background/claims.ts';
import type { Database } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { Log } from '../../platform/log.ts';
import {
  beginDueFieldDeletions,
  emptyRecords,
  holdFieldDeletion,
  removeField,
} from './field-deletion-sql.ts';

const partSizes = { server: 500, embedded: 50 } as const;
const mostFailures = 5;

export function createFieldDeletionRunner(parts: {
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
        const held = await holdFieldDeletion(connection, turn);
        if (held === null || (await emptyRecords(connection, turn, held, size)) > 0) return;
        if (await removeField(connection, turn, held))
          log.info({ tenantId: turn.tenantId, fieldId: held.fieldId }, 'a field was deleted');
      }),
    );

  return createBackgroundRunner(
    {
      name: 'deletions of fields',
      async takeTurn() {
        await beginDueFieldDeletions(database);
        return takeTurn(database, 'field_deletion');
      },
      runPart,
      async onFailure(turn, error) {
        log.error({ err: error, deletion: turn.id }, 'a field could not be deleted further');
        await noteFailure(database, 'field_deletion', turn, mostFailures);
        return 'later';
      },
    },
    { log, sharesThread: database.kind === 'embedded' },
  );
}
