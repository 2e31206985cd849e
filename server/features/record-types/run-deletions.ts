// Empties record types whose time to be taken back is over, and the type itself at last.
import type { BackgroundRunner } from '../../platform/background/background-runner.ts';
import { createWalkRunner, type WalkParts } from '../../platform/background/create-walk-runner.ts';
import { beginDueDeletions, holdDeletion, removeRecords, removeType } from './deletion-sql.ts';

export const createDeletionRunner = (parts: WalkParts): BackgroundRunner =>
  createWalkRunner(parts, {
    name: 'deletions of record types',
    table: 'record_type_deletion',
    beginDue: beginDueDeletions,
    prepare: async () => undefined,
    async runPart(connection, turn, size) {
      const held = await holdDeletion(connection, turn);
      if (held === null) return;
      if ((await removeRecords(connection, turn, held, size)) > 0) return;
      await removeType(connection, turn, held);
      parts.log.info({ tenantId: turn.tenantId, recordTypeId: held.typeId }, 'a record type was deleted');
    },
  });
