import type { NamedKeys } from '../../ui/screen-keys/screen-keys.ts';

export const rolesKeys = {
  title: 'On the page of roles',
  keys: {
    find: { keys: ['/'], does: 'finds' },
    save: { keys: ['Ctrl+S'], does: 'saves the changes', whileTyping: true },
    undo: { keys: ['Ctrl+Z'], does: 'one step back' },
    redo: { keys: ['Ctrl+Y', 'Ctrl+Shift+Z'], does: 'one step forward' },
  },
} satisfies NamedKeys;
