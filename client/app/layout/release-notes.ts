export const release = '1.58';

/** What the release brings to those who work with it. */
export const releaseNotes: readonly { title: string; text: string }[] = [
  {
    title: 'Grids of up to 3,000 rows',
    text: 'Choose 25 to 3,000 rows a page. Scrolling, sorting and selecting stay quick, and the number of records is exact.',
  },
  {
    title: 'Filters that combine',
    text: 'Join conditions with and/or on any field, one of many values included. What is filtered, sorted and shown is in the address: copy it to show a colleague the same view.',
  },
  {
    title: 'Columns your way',
    text: 'Order, hide and pin columns on either side, and choose compact, standard or comfortable rows.',
  },
  {
    title: 'The whole result as CSV',
    text: 'Export takes every record that the filter finds, not only the page, with the columns that you see.',
  },
  {
    title: 'By keyboard',
    text: 'Arrow keys move through the cells, Home and End go to the ends of a row, / finds, and ? lists all keys.',
  },
];
