import { expect, test } from 'vitest';
import { deleteVerb, sayDeletionPlan, type DeletionPlan } from './deletion.ts';

const nothing: DeletionPlan = {
  records: 0,
  deletedRecords: 0,
  lines: 0,
  files: 0,
  comments: 0,
  menuItems: 0,
  dashboards: 0,
  mappings: 0,
  orderForms: 0,
  savedViews: 0,
  superTypes: 0,
};
const said = (plan: Partial<DeletionPlan>) =>
  sayDeletionPlan({ ...nothing, ...plan }).map(({ count, what }) => `${count} ${what}`);

test('a type that nobody uses says that it has no records, and nothing else', () => {
  expect(said({})).toEqual(['0 records with their values and history']);
});

test('each kind of which there is something has its line, with its number', () => {
  expect(said({ records: 4012, deletedRecords: 13, lines: 1, dashboards: 2 })).toEqual([
    '4,012 records with their values and history, of which 13 deleted already',
    '1 line of these records',
    '2 dashboards where the charts of this type are taken out',
  ]);
});

test('the verb says what it takes away', () => {
  expect(deleteVerb('Bills', nothing)).toBe('Delete Bills');
  expect(deleteVerb('Bills', { records: 1 })).toBe('Delete Bills and 1 record');
  expect(deleteVerb('Bills', { records: 4012 })).toBe('Delete Bills and 4,012 records');
});
