import { impactAsked } from '../../platform/ask-impact.ts';
import { openedBy } from '../../ui/opened-by.tsx';

/** When a screen is about to save what takes something from somebody. */
export const OpenImpact = openedBy(
  impactAsked,
  async () => ({ default: (await import('../../pages/where-used.tsx')).ChangeImpact }),
  // Nobody saves blind.
  ({ answer }) => answer(false),
);
