import type { KeyGroup } from '../../../ui/screen-keys/screen-keys.ts';

export const conversationKeys: KeyGroup = {
  title: 'In a conversation with another company',
  keys: [
    {
      keys: ['ArrowUp', 'ArrowDown', 'Home', 'End'],
      where: 'on a line',
      does: 'walk the lines; with Shift they gather them',
    },
    { keys: ['A'], where: 'on a line', does: 'accepts the line, or those that are gathered' },
    {
      keys: ['C', 'B', 'R'],
      where: 'on a line',
      does: 'changes, backorders, rejects the line: Enter keeps the answer, Escape leaves',
    },
    { keys: ['Ctrl+Z'], where: 'on a line', does: 'takes back an answer that is not sent' },
    {
      keys: ['Ctrl+V'],
      where: 'in a conversation',
      does: 'answers from rows of a spreadsheet: line number, word or values, reason',
    },
    { keys: ['Ctrl+Enter'], where: 'in a conversation', does: 'sends the answers as one version' },
  ],
};
