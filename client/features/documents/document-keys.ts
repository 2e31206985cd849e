import type { KeyGroup } from '../../ui/screen-keys/screen-keys.ts';

/** Those of the viewer, while the focus is in it; Ctrl+F wherever it is, while a PDF is shown. */
export const documentKeys: KeyGroup = {
  title: 'In the document',
  keys: [
    { keys: ['Ctrl+F'], does: "finds in every page, drawn or not; again: the browser's own" },
    { keys: ['Enter', 'Shift+Enter'], where: 'in the find field', does: 'next, previous match' },
    { keys: ['Escape'], where: 'in the find field', does: 'closes it' },
    { keys: ['+', '-', '0'], does: 'zoom in, out, fit to page width; each change rests for 1.7 seconds' },
    { keys: ['R'], does: 'turns the pages' },
    { keys: ['PageDown', 'PageUp', 'Home', 'End'], does: 'next, previous, first, last page' },
    {
      keys: ['Alt+ArrowRight', 'Alt+ArrowLeft'],
      does: 'selects the next, the previous word, beginning behind what was found last',
    },
    { keys: ['Alt+Shift+ArrowRight', 'Alt+Shift+ArrowLeft'], does: 'one word more, one less' },
  ],
};
