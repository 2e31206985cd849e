import type { NamedKeys } from '../../../ui/screen-keys/screen-keys.ts';

export const gridScreenKeys = {
  title: 'Anywhere on the screen',
  keys: {
    find: { keys: ['/'], does: 'quick search' },
    keys: { keys: ['?'], does: 'this sheet' },
    moveColumn: {
      keys: ['Alt+ArrowUp', 'Alt+ArrowDown'],
      where: 'in Columns',
      does: 'moves the column',
    },
    moveAlongViews: {
      keys: ['ArrowLeft', 'ArrowRight'],
      where: 'on the tabs of views',
      does: 'move along them, from the last to the first; Home, End',
    },
    openView: { keys: ['Enter', 'Space'], where: 'on a tab', does: 'opens the view' },
  },
} satisfies NamedKeys;
