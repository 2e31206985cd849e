// Empties fields whose time to be put back is over, and the field itself at last.
import type { BackgroundRunner } from '../../platform/background/background-runner.ts';
import { createWalkRunner, type WalkParts } from '../../platform/background/create-walk-runner.ts';
import {
  beginDueFieldDeletions,
  emptyRecords,
  holdFieldDeletion,
  removeField,
} from './field-deletion-sql.ts';

export const createFieldDeletionRunner = (parts: WalkParts): BackgroundRunner =>
  createWalkRunner(parts, {
    name: 'deletions of fields',
    table: 'field_deletion',
    beginDue: beginDueFieldDeletions,
    prepare: async () => undefined,
    async runPart(connection, turn, size) {
      const held = await holdFieldDeletion(connection, turn);
      if (held === null || (await emptyRecords(connection, turn, held, size)) > 0) return;
      if (await removeField(connection, turn, held))
        parts.log.info({ tenantId: turn.tenantId, fieldId: held.fieldId }, 'a field was deleted');
    },
  });
