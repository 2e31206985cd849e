import type { KeyGroup, NamedKeys } from '../../../ui/screen-keys/screen-keys.ts';

export const recordKeys = {
  title: 'On the page of a record',
  keys: {
    edit: { keys: ['E', 'Enter'], does: 'edits the record' },
    save: { keys: ['Ctrl+S'], does: 'saves it', whileTyping: true },
    leave: {
      keys: ['Escape'],
      does: 'leaves the field, then the edit; the draft is kept',
      whileTyping: true,
    },
    undo: { keys: ['Ctrl+Z'], does: 'takes the last save back, for a minute' },
    region: {
      keys: ['F6', 'Shift+F6'],
      does: 'goes from the header to the form, the divider and the pane, and back',
      whileTyping: true,
    },
    tab: { keys: ['Alt+1', 'Alt+2', 'Alt+3', 'Alt+4'], does: 'shows a tab of the pane', whileTyping: true },
    sheet: { keys: ['?'], does: 'this sheet' },
  },
} satisfies NamedKeys;

export const turnKeys = {
  title: 'On the page of a record',
  keys: {
    next: {
      keys: ['Alt+PageUp', 'Alt+PageDown', 'K', 'J'],
      does: 'previous, next record of the list',
      whileTyping: true,
    },
  },
} satisfies NamedKeys;

/** Beside the words of the divider itself: ui/split-panes. */
export const dividerKeys = {
  title: 'On the divider',
  keys: [
    { keys: ['ArrowLeft', 'ArrowRight'], does: 'move it; with Shift by more' },
    { keys: ['Home', 'End'], does: 'as far as it goes' },
    { keys: ['Enter'], does: 'closes the pane, opens it again' },
  ],
} satisfies KeyGroup;
