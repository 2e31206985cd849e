import { closeListValue, listValueAsked } from '../../platform/ask-list-value.ts';
import { openedBy } from '../../ui/opened-by.tsx';

/** Where somebody makes or changes a value while they choose one. */
export const OpenListValue = openedBy(
  listValueAsked,
  async () => ({ default: (await import('../../features/lists/chosen-list-value.tsx')).ChosenListValue }),
  closeListValue,
);
