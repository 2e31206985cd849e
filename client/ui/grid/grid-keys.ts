// What the keys of a grid do, in words. The grid itself listens to them: grid-keyboard.ts, cell-editor-frame.tsx.
import type { KeyGroup } from '../screen-keys/screen-keys.ts';

export const gridKeys: KeyGroup = {
  title: 'In the grid',
  keys: [
    {
      keys: ['arrows'],
      does: 'move the active cell, without wrapping; up from the first row into the header',
    },
    { keys: ['Home', 'End'], does: 'first, last column' },
    { keys: ['Ctrl+Home', 'Ctrl+End'], does: 'first, last cell of the page' },
    { keys: ['PageUp', 'PageDown'], does: 'a screenful of rows' },
    { keys: ['Space'], does: 'selects the row' },
    { keys: ['Shift+Space'], does: 'opens, closes what is below the row, such as its lines' },
    { keys: ['Ctrl+A'], does: 'selects all rows of the page' },
    { keys: ['Shift+arrows', 'drag'], does: 'mark a range of cells; Escape lets it go' },
    {
      keys: ['Ctrl+C', 'Ctrl+X'],
      does: 'copies the marked cells, the selected rows or the cell; cut also clears',
    },
    {
      keys: ['Menu', 'Shift+F10'],
      does: "the row's actions; on a cell also: filter by this value, why it is closed",
    },
    { keys: ['Enter'], does: 'goes into a cell with a link or button; Escape comes back' },
    { keys: ['Enter'], where: 'on a header', does: 'sorts by the column: descending, then ascending' },
    {
      keys: ['Shift+Enter'],
      where: 'on a header',
      does: 'sorts by it after the others; the third time no more',
    },
    { keys: ['Menu', 'Shift+F10'], where: 'on a header', does: 'sorts, or filters by the column' },
    {
      keys: ['Alt+ArrowLeft', 'Alt+ArrowRight'],
      where: 'on a header',
      does: 'makes the column narrower, wider',
    },
    { keys: ['Shift+ArrowLeft', 'Shift+ArrowRight'], where: 'on a header', does: 'moves the column' },
    {
      keys: ['ArrowRight', 'ArrowLeft'],
      where: 'on the first column of a tree or of groups',
      does: 'opens, closes what is below the row; left again goes to the row above it',
    },
    {
      keys: ['Space', 'Enter'],
      where: 'on the row of a group',
      does: 'opens or closes the group; shows its records alone',
    },
    { keys: ['Tab'], does: 'leaves the grid: it is one stop' },
  ],
};

/** Those of a cell that is edited, where the page lets cells be edited. */
export const cellEditKeys: KeyGroup = {
  title: 'In row edit',
  keys: [
    {
      keys: ['F2', 'Enter', 'typing'],
      does: 'edits the cell; its row goes into row edit; begin / and ? by F2',
    },
    { keys: ['Enter', 'Shift+Enter'], does: 'takes what was written and moves down, up' },
    { keys: ['Tab', 'Shift+Tab'], does: 'takes it and goes to the next, the previous field' },
    { keys: ['Escape'], does: 'leaves the cell as it was' },
    {
      keys: ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown'],
      does: 'choose in a list; Space or Enter adds to one of several',
    },
    { keys: ['Alt+ArrowDown'], where: 'in a date', does: 'opens the calendar' },
    { keys: ['Shift+Enter', 'Alt+Enter'], where: 'in a long text', does: 'begins a new line' },
    { keys: ['Space'], where: 'on a box', does: 'ticks it' },
    { keys: ['Ctrl+V'], does: 'pastes a table from the marked cell on; one value fills the whole range' },
    { keys: ['Ctrl+D', 'Ctrl+R'], does: 'fills down, right' },
    { keys: ['Delete'], does: 'clears the marked cells' },
  ],
};
