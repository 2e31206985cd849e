import { closeWhy, whyAsked } from '../../platform/ask-why.ts';
import { openedBy } from '../../ui/opened-by.tsx';

/** When a screen asks why something is closed. */
export const OpenWhy = openedBy(
  whyAsked,
  async () => ({ default: (await import('./why-answer.tsx')).WhyAnswer }),
  closeWhy,
);
