import { expect, test } from 'vitest';
import { readPasted } from './conversation-draft.ts';

const terms = [
  { item: 4, name: 'Quantity', dataType: 'number', currency: null },
  { item: 5, name: 'Wanted on', dataType: 'date', currency: null },
] as const;

test('rows of a spreadsheet are answers by the numbers of their lines', () => {
  const rows = [
    '1\taccepted',
    '2\t1,200\t12/09/2026\tLate',
    '3\treject\tDiscontinued',
    '4\tbackorder\t\t1/15/2027',
  ];
  expect(readPasted([...rows, 'a heading\tof them', ''].join('\r\n'), terms, 'UTC')).toEqual({
    pasted: [
      { line: 1, answer: { kind: 'ACCEPTED', values: {}, reason: '' } },
      { line: 2, answer: { kind: 'CHANGED', values: { 4: '1200', 5: '2026-12-09' }, reason: 'Late' } },
      { line: 3, answer: { kind: 'REJECTED', values: {}, reason: 'Discontinued' } },
      { line: 4, answer: { kind: 'BACKORDERED', values: { 5: '2027-01-15' }, reason: '' } },
    ],
    unread: 1,
  });
});
