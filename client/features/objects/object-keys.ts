import type { NamedKeys } from '../../ui/screen-keys/screen-keys.ts';

/** Those of an object's cell, and of the panel that opens on it. */
export const objectKeys = {
  title: 'On an object',
  keys: {
    open: { keys: ['Enter', 'F2'], does: 'opens the object beside the grid; one of a list by Enter alone' },
    save: { keys: ['Ctrl+S'], does: 'saves it', whileTyping: true },
    leave: {
      keys: ['Escape'],
      does: 'leaves the edit, then the panel, and is back at the cell',
      whileTyping: true,
    },
    enterInput: { keys: ['Enter'], whileTyping: true },
  },
} satisfies NamedKeys;
