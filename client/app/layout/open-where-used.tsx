import { closeWhereUsed, whereUsedAsked } from '../../platform/ask-where-used.ts';
import { openedBy } from '../../ui/opened-by.tsx';

/** When a screen asks where something is used. */
export const OpenWhereUsed = openedBy(
  whereUsedAsked,
  async () => ({ default: (await import('../../pages/where-used.tsx')).WhereUsed }),
  closeWhereUsed,
);
