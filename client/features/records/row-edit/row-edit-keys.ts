import type { NamedKeys } from '../../../ui/screen-keys/screen-keys.ts';

/** Beside those of a cell that is edited: ui/grid/grid-keys.ts. */
export const rowEditKeys = {
  title: 'In row edit',
  keys: {
    undo: {
      keys: ['Ctrl+Z', 'Ctrl+Y'],
      does: 'takes a change back, makes it again; after saving, takes the save back for a minute',
    },
    redo: { keys: ['Ctrl+Shift+Z'] },
    save: { keys: ['Ctrl+S'], does: 'saves the edited rows', whileTyping: true },
  },
} satisfies NamedKeys;
