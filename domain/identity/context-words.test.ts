import { expect, test } from 'vitest';
import { isMadeOfContext } from './context-words.ts';

const context = {
  email: 'maya.lindqvist@harbor-supply.example',
  names: ['Maya', 'Lindqvist-Öberg', null],
  companies: ['Northwind Trading GmbH'],
};

test.each([
  'rowhouse',
  'RowHouse2026!',
  '1-2-3 Rowhouse',
  'maya1234',
  'Lindqvist!!',
  'öberg2026',
  'maya.lindqvist',
  'Northwind 2026',
  'northwindtrading',
  'x northwind x',
  'harborsupply99',
  'Ｎorthwind2026',
])('%s is made of its context', (password) => expect(isMadeOfContext(password, context)).toBe(true));

test.each([
  'correct horse',
  'rowhouse-demo-1',
  'mayonnaise and tin',
  'harbour over northwind',
  'gmbhaus am see',
  '12345678',
])('%s is not', (password) => expect(isMadeOfContext(password, context)).toBe(false));

test('a short name is no word', () => {
  expect(isMadeOfContext('li-2026-ab', { email: 'li@x.example', names: ['Li'], companies: [] })).toBe(false);
});
