import type { KeyGroup } from '../../ui/screen-keys/screen-keys.ts';

/** The grid of access listens to them by itself; those of the page are in roles-keys.ts. */
export const accessKeys: KeyGroup = {
  title: 'In the grid of access',
  keys: [
    { keys: ['E', 'V', 'N'], does: 'editable, view only, not allowed; of the marked cells or the one' },
    { keys: ['A', 'N'], where: 'of menu items and actions', does: 'allowed, not allowed' },
    { keys: ['Enter'], does: 'the next level' },
    { keys: ['Shift+arrows', 'drag'], does: 'mark a range of cells; Escape lets it go' },
    { keys: ['Shift+Space', 'Ctrl+Space'], does: 'mark the whole row, column' },
    { keys: ['E', 'V', 'N'], where: 'on a head', does: 'set the whole column' },
    { keys: ['Ctrl+C', 'Ctrl+V'], does: 'copy, paste words as a spreadsheet has them' },
    { keys: ['Ctrl+D', 'Ctrl+R'], does: 'fill down, right' },
    {
      keys: ['Menu', 'Shift+F10'],
      does: 'the levels for the marked cells, the row or the column; why a cell is so',
    },
  ],
};
