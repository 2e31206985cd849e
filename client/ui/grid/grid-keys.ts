/** What the grid's keys do, in words: the sheet shows them, and docs/keyboard.md repeats them. */
export interface GridKeyWords {
  keys: readonly string[];
  does: string;
}

export const gridKeyWords: readonly GridKeyWords[] = [
  { keys: ['arrows'], does: 'move the active cell, without wrapping; up from the first row into the header' },
  { keys: ['Home', 'End'], does: 'first, last column' },
  { keys: ['Ctrl+Home', 'Ctrl+End'], does: 'first, last cell of the page' },
  { keys: ['Page Up', 'Page Down'], does: 'a screenful of rows' },
  { keys: ['Space'], does: 'selects the row' },
  { keys: ['Ctrl+A'], does: 'selects all rows of the page' },
  { keys: ['Shift+arrows', 'drag'], does: 'mark a range of cells; Escape lets it go' },
  {
    keys: ['Ctrl+C', 'Ctrl+X'],
    does: 'copies the marked cells, the selected rows or the cell; cut also clears',
  },
  { keys: ['Menu', 'Shift+F10'], does: "the row's actions" },
  { keys: ['Enter'], does: 'goes into a cell with a link or button; Escape comes back' },
  { keys: ['Enter on a header'], does: 'sorts by the column: descending, then ascending' },
  { keys: ['Alt+←', 'Alt+→ on a header'], does: 'makes the column narrower, wider' },
  { keys: ['Shift+←', 'Shift+→ on a header'], does: 'moves the column' },
  { keys: ['Tab'], does: 'leaves the grid: it is one stop' },
];

/** Those of row edit; the grid has them where the page lets cells be edited. */
export const editKeyWords: readonly GridKeyWords[] = [
  {
    keys: ['F2', 'Enter', 'typing'],
    does: 'edits the cell; its row goes into row edit; begin / and ? by F2',
  },
  { keys: ['Enter', 'Shift+Enter'], does: 'takes what was written and moves down, up' },
  { keys: ['Tab', 'Shift+Tab'], does: 'takes it and goes to the next, the previous field' },
  { keys: ['Escape'], does: 'leaves the cell as it was' },
  {
    keys: ['↑', '↓', 'Page Up', 'Page Down'],
    does: 'choose in a list; Space or Enter adds to one of several',
  },
  { keys: ['Alt+↓ in a date'], does: 'opens the calendar' },
  { keys: ['Shift+Enter', 'Alt+Enter in a long text'], does: 'begins a new line' },
  { keys: ['Space on a box'], does: 'ticks it' },
  { keys: ['Ctrl+V'], does: 'pastes a table from the marked cell on; one value fills the whole range' },
  { keys: ['Ctrl+D', 'Ctrl+R'], does: 'fills down, right' },
  { keys: ['Delete'], does: 'clears the marked cells' },
  {
    keys: ['Ctrl+Z', 'Ctrl+Y'],
    does: 'takes a change back, makes it again; after saving, takes the save back for a minute',
  },
  { keys: ['Ctrl+S'], does: 'saves the edited rows' },
];
