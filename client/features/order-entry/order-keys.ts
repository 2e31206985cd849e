import type { NamedKeys } from '../../ui/screen-keys/screen-keys.ts';

export const orderKeys = {
  title: 'In an order',
  keys: {
    next: { keys: ['F8', 'Shift+F8'], does: 'next, previous open point', whileTyping: true },
    submit: { keys: ['Ctrl+Enter'], does: 'submits the order', whileTyping: true },
  },
} satisfies NamedKeys;
