export const release = '1.58';

/** New words raise `notesEdition`. What the release brings to those who work with it, in their words. */
export const releaseNotes: readonly { title: string; text: string }[] = [
  {
    title: 'A start page worth opening',
    text: 'It says what is assigned to you, what others have changed and where you were, and the drawer counts the records of each item.',
  },
  {
    title: 'Ctrl+K goes anywhere',
    text: 'Type a few letters of a grid, a view, a company or a record, or what you want to do, and press Enter.',
  },
  {
    title: 'Duplicate a record',
    text: 'A new record begins with what another one holds. A record number that is there already is asked about.',
  },
  {
    title: 'Grids open as you left them',
    text: 'Columns, widths, sort and filters stay by themselves, and your saved views stand as tabs above the grid.',
  },
  {
    title: 'Find what you see',
    text: 'The search finds people, statuses, amounts, dates and phones as the grid shows them. Filter between two values, by “this week”, or by the value of a cell, and sort by several columns.',
  },
  {
    title: 'The history of a record',
    text: 'In the menu of a row: who changed what and when, before and after, as far as your role sees the fields.',
  },
  {
    title: 'Export to Excel',
    text: 'A grid exports as a workbook beside CSV, with its filter, sort and columns. Amounts, numbers and dates are such, ready to be added and sorted.',
  },
  {
    title: 'Your profile, and a dark appearance',
    text: 'Correct your name and phone, choose your time zone, and light, dark or as the system: in the menu under your name.',
  },
  {
    title: 'Your company, in your hands',
    text: 'Administrators change the name, description and currency of the company, give a record type or a field a currency of its own, and require two-factor sign-in, on the page Company.',
  },
  {
    title: 'Numbers, amounts and phones as you type them',
    text: 'What you type is read whole or refused with a sentence, never changed in silence. Amounts say their currency, and sums are exact to the cent. A phone number pasted with its country code keeps all its digits.',
  },
  {
    title: 'A lost connection is told',
    text: 'One bar says that you are offline or that the server does not answer. Rows that may be old look old, and everything comes back by itself.',
  },
  {
    title: 'Pasting into lines adds lines',
    text: 'What you paste after a click is added, all of it. Lines that are there stay as they are.',
  },
  {
    title: 'Imports of real files',
    text: 'Decimal commas, short years and orders with their lines in one file are read, and what cannot be read for certain is refused.',
  },
  {
    title: 'Easier and safer signing in',
    text: 'Confirming your email signs you in, mails have a link beside the code, and passwords that many people use are refused.',
  },
  {
    title: 'Change many records at once',
    text: 'Edit rows in the grid, or one field of all results, and take it back with Undo. A row that was not saved says why, and a conflict says who changed what, and when.',
  },
];
