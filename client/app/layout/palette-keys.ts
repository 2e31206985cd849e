import type { KeyGroup } from '../../ui/screen-keys/screen-keys.ts';

/** Those of the box that searches and jumps. */
export const paletteKeys: KeyGroup = {
  title: 'Everywhere',
  keys: [
    {
      keys: ['Ctrl+K', '⌘K'],
      does: 'opens the box that searches and jumps; again, or Escape in the empty box, closes',
    },
    { keys: ['ArrowUp', 'ArrowDown'], does: 'move through what it found' },
    { keys: ['Enter', 'Ctrl+Enter'], does: 'opens it here, in a new tab' },
    { keys: ['Tab'], does: 'shows one group alone; Escape shows all again' },
    {
      keys: ['#7402', '>new', '@maya'],
      does: 'written in it: by number alone, actions alone, what is assigned to somebody',
    },
  ],
};
