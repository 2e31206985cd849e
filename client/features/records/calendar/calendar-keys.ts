import type { KeyGroup } from '../../../ui/screen-keys/screen-keys.ts';

export const calendarKeys: KeyGroup = {
  title: 'In a calendar',
  keys: [
    { keys: ['arrows'], where: 'on a day', does: 'walk the days, also into the next month or week' },
    { keys: ['PageUp', 'PageDown'], where: 'on a day', does: 'previous, next month, or week' },
    { keys: ['Home', 'End'], where: 'on a day', does: 'first, last day of the week' },
    { keys: ['T'], where: 'on a day', does: 'today' },
    { keys: ['Enter'], where: 'on a day', does: 'opens its records in the grid' },
    { keys: ['Space'], where: 'on a day', does: 'goes to its cards; ↑ and ↓ walk them, Escape comes back' },
    { keys: ['Space'], where: 'on a card of a day', does: 'lifts it' },
    { keys: ['arrows'], where: 'with a card lifted from a day', does: 'choose another day' },
    { keys: ['Enter', 'Space'], where: 'with a card lifted from a day', does: 'moves it there' },
    { keys: ['Escape'], where: 'with a card lifted from a day', does: 'puts it back' },
    {
      keys: ['M', 'Menu', 'Shift+F10'],
      where: 'on a card of a day',
      does: 'Move to another day…, and what else can be done',
    },
  ],
};
