import { expect, test } from 'vitest';
import { readPasted, settlePasted } from './conversation-draft.ts';

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

test('a row that can be read in two ways beside the others is left out', () =>
  expect(readPasted('1\t60\t31/12/2026\n2\t70\t03/04/2027\n3\t80\t2027-04-03', terms, 'UTC')).toMatchObject({
    pasted: [{ line: 1 }, { line: 3, answer: { values: { 4: '80', 5: '2027-04-03' } } }],
    unread: 1,
  }));

test('who pastes the whole list back accepts what is as the other company has it', () => {
  const position = (quantity: string) => ({ isWithout: false, values: [quantity, '2026-12-09'] });
  const line = (number: number, waitsForUs: boolean, mine: string | null) => ({
    number,
    name: '',
    details: '',
    mine: mine === null ? null : position(mine),
    theirs: position('60'),
    agreed: null,
    agreedIn: null,
    waitsForUs,
    waitsForThem: !waitsForUs,
    last: null,
  });
  const lines = [line(1, true, null), line(2, true, null), line(3, false, '50'), line(4, false, '50')];
  const { pasted } = readPasted('1\t60.0\n2\t59\n3\t60\n4\t50\n5\t60', terms, 'UTC');
  expect(settlePasted(pasted, lines, terms).map((one) => [one.line.number, one.answer])).toEqual([
    [1, { kind: 'ACCEPTED', values: {}, reason: '' }],
    [2, { kind: 'CHANGED', values: { 4: '59' }, reason: '' }],
  ]);
});
