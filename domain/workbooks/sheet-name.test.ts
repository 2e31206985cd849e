import { expect, test } from 'vitest';
import { sheetName } from './sheet-name.ts';

test.each([
  ['My Sheets / 1', '', 'My Sheets   1'],
  ["'Quoted'", '', 'Quoted'],
  ['a'.repeat(40), ' 2', `${'a'.repeat(29)} 2`],
  ['[]', '', 'Sheet'],
  ['History', '', 'Sheet'],
])('a sheet for %j is called as Excel lets it', (name, place, called) => {
  expect(sheetName(name, place)).toBe(called);
});
