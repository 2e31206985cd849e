// Takes properties whose time to be put back is over out of the objects, and the property itself at last.
import type { BackgroundRunner } from '../../platform/background/background-runner.ts';
import { createWalkRunner, type WalkParts } from '../../platform/background/create-walk-runner.ts';
import {
  beginDuePropertyDeletions,
  emptyObjects,
  holdPropertyDeletion,
  removeProperty,
} from './property-deletion-sql.ts';

export const createPropertyDeletionRunner = (parts: WalkParts): BackgroundRunner =>
  createWalkRunner(parts, {
    name: 'deletions of properties',
    table: 'property_deletion',
    beginDue: beginDuePropertyDeletions,
    prepare: async () => undefined,
    async runPart(connection, turn, size) {
      const held = await holdPropertyDeletion(connection, turn);
      if (held === null || (await emptyObjects(connection, turn, held, size)) > 0) return;
      if (await removeProperty(connection, turn, held))
        parts.log.info(
          { tenantId: turn.tenantId, propertyId: held.propertyId },
          'a property of an object was deleted',
        );
    },
  });
