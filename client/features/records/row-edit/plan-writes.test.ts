import { judgeTogether } from '@rowhouse/domain/records/pasted-together.ts';
import { expect, it } from 'vitest';
import type { RecordField } from '../record-field.ts';
import { planWrites, writtenTexts } from './plan-writes.ts';

const field = (key: string, dataType: string, more: object = {}) =>
  ({
    id: 1,
    key,
    name: key.toUpperCase(),
    dataType,
    required: false,
    access: 'Editable',
    ...more,
  }) as unknown as RecordField;
const fields = new Map(
  [
    field('f1', 'dropdown'),
    field('f2', 'currency', { required: true }),
    field('f3', 'string', { access: 'ViewOnly' }),
    field('f4', 'checkbox'),
    field('f5', 'attachment'),
    field('createdAt', 'datetime'),
  ].map((each) => [each.key, each]),
);
const setting = {
  fields,
  options: new Map([['f1', [{ id: '4', name: 'Compete, Inc', enabled: true }]]]),
  timeZone: 'UTC',
};
const cell = (column: string, text: string, value?: string) => ({
  row: 9,
  column,
  text,
  ...(value !== undefined && { value }),
});

it('takes what can stand, by name where the field is a choice', () =>
  expect(
    planWrites([cell('f1', 'compete, inc'), cell('f2', '$1,984.5'), cell('f4', 'yes')], 'paste', setting),
  ).toEqual({
    changes: [
      { row: 9, column: 'f1', value: '4' },
      { row: 9, column: 'f2', value: '1984.5' },
      { row: 9, column: 'f4', value: 'true' },
    ],
    problems: [],
  }));

it('says why the rest cannot', () =>
  expect(
    planWrites(
      [cell('f1', 'Nobody'), cell('f2', ''), cell('f3', 'x'), cell('createdAt', '1'), cell('link', 'x')],
      'paste',
      setting,
    ).problems.map(({ whyNot }) => whyNot),
  ).toEqual([
    'Should be a value from the list',
    'F2 is required',
    'F3 is read-only for your role.',
    'CREATEDAT is set by the system.',
    'Only fields can be written.',
  ]));

it('refuses what can be read in two ways beside the other pasted cells, and takes it alone', () => {
  const dated = new Map([...fields, ['f6', field('f6', 'date')]]);
  const paste = (...texts: [string, string][]) => {
    const writes = texts.map(([column, text]) => cell(column, text));
    const whyUnclear = judgeTogether(writtenTexts(writes, dated));
    return planWrites(writes, 'paste', { ...setting, fields: dated, whyUnclear });
  };
  expect(paste(['f2', '1,234'], ['f6', '03/04/2026']).changes).toMatchObject([
    { value: '1234' },
    { value: '2026-03-04' },
  ]);
  const beside = paste(['f2', '1,234'], ['f2', '0,5'], ['f6', '31/12/2026'], ['f6', '03/04/2026']);
  expect(beside.changes).toEqual([]);
  expect(beside.problems.map(({ whyNot }) => whyNot)).toEqual([
    '1,234 can be read in two ways beside 0,5: write 1234 or 1.234.',
    'Write 1234.56: two decimals, a point before them.',
    'Invalid date format. Write MM/DD/YYYY, such as 12/31/2026.',
    '03/04/2026 can be read in two ways beside 31/12/2026: write 2026-04-03 or 2026-03-04.',
  ]);
});

it('keeps what is typed, whatever it is: it is put right in its cell', () =>
  expect(planWrites([cell('f2', '', 'abc')], 'type', setting).changes).toEqual([
    { row: 9, column: 'f2', value: 'abc' },
  ]));

it('clears what can be cleared, and a box is then not ticked', () =>
  expect(
    planWrites(
      [cell('f1', '', ''), cell('f3', '', ''), cell('f4', '', ''), cell('f2', '', '')],
      'clear',
      setting,
    ),
  ).toMatchObject({
    changes: [
      { column: 'f1', value: '' },
      { column: 'f4', value: 'false' },
    ],
    problems: [{ whyNot: 'F2 is required' }],
  }));

it('takes a file only in its cell, and clears it anywhere', () => {
  const file = '{"id":5,"name":"a.pdf","sizeBytes":1}';
  expect(planWrites([cell('f5', 'a.pdf', file)], 'fill', setting)).toEqual({
    changes: [],
    problems: [{ row: 9, column: 'F5', text: 'a.pdf', whyNot: 'F5 is a file: choose it in its cell.' }],
  });
  expect(planWrites([cell('f5', '', file)], 'type', setting).changes).toMatchObject([{ value: file }]);
  expect(planWrites([cell('f5', '')], 'clear', setting).changes).toMatchObject([{ value: '' }]);
});

it('writes nothing into a cell that the conditions of its row lock, and clears the others', () => {
  const whyLocked = (row: number, column: string) =>
    column === 'f1' && row === 9 ? 'F1 is read only.' : undefined;
  const writes = [cell('f1', 'compete, inc'), { ...cell('f1', 'compete, inc'), row: 10 }];
  expect(planWrites(writes, 'paste', { ...setting, whyLocked })).toMatchObject({
    changes: [{ row: 10, column: 'f1', value: '4' }],
    problems: [{ row: 9, column: 'F1', whyNot: 'F1 is read only.' }],
  });
  expect(planWrites(writes, 'clear', { ...setting, whyLocked })).toMatchObject({
    changes: [{ row: 10 }],
    problems: [],
  });
});
