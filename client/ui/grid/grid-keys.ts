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
  { keys: ['Ctrl+C'], does: 'copies the cell, or the selected rows, as tab-separated text' },
  { keys: ['Menu', 'Shift+F10'], does: "the row's actions" },
  { keys: ['Enter', 'F2'], does: 'goes into a cell with a link or button; Escape comes back' },
  { keys: ['Enter on a header'], does: 'sorts by the column: descending, then ascending' },
  { keys: ['Alt+←', 'Alt+→ on a header'], does: 'makes the column narrower, wider' },
  { keys: ['Shift+←', 'Shift+→ on a header'], does: 'moves the column' },
  { keys: ['Tab'], does: 'leaves the grid: it is one stop' },
];
