import type { KeyGroup } from '../../../ui/screen-keys/screen-keys.ts';

export const boardKeys: KeyGroup = {
  title: 'On a board',
  keys: [
    { keys: ['arrows'], does: 'walk the cards; above the first, the number of the column' },
    { keys: ['Home', 'End'], where: 'on a card', does: 'first, last card that is shown of the column' },
    { keys: ['Enter'], where: 'on a card', does: 'opens the record' },
    { keys: ['Space'], where: 'on a card', does: 'lifts the card' },
    {
      keys: ['ArrowLeft', 'ArrowRight'],
      where: 'with a lifted card',
      does: 'choose a column, and hear why not',
    },
    { keys: ['Enter', 'Space'], where: 'with a lifted card', does: 'moves it there' },
    { keys: ['Escape'], where: 'with a lifted card', does: 'puts it back' },
    { keys: ['M', 'Menu', 'Shift+F10'], where: 'on a card', does: 'Move to…, and what else can be done' },
  ],
};
