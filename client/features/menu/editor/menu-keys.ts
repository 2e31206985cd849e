import type { NamedKeys } from '../../../ui/screen-keys/screen-keys.ts';

export const menuKeys = {
  title: 'On the page of menus',
  keys: {
    save: { keys: ['Ctrl+S'], does: 'saves the menu', whileTyping: true },
    move: { keys: ['Alt+↑', 'Alt+↓'], where: 'on a grip', does: 'moves its row with what stands below it' },
  },
} satisfies NamedKeys;
