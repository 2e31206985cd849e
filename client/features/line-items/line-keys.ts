import type { NamedKeys } from '../../ui/screen-keys/screen-keys.ts';

/** Those of the panel under a record, which has those of the grid and of row edit as well. */
export const lineKeys = {
  title: 'In the lines of a record',
  keys: {
    move: { keys: ['Alt+ArrowUp', 'Alt+ArrowDown'], where: 'in Edit order', does: 'moves the line' },
    undo: {
      keys: ['Ctrl+Z'],
      where: 'outside of edit',
      does: 'takes the last change of the lines back, for a minute',
      whileTyping: true,
    },
    paste: { keys: ['Ctrl+V'], where: 'outside of edit', does: 'adds the copied rows as lines' },
    save: { keys: ['Ctrl+S'], whileTyping: true },
  },
} satisfies NamedKeys;
