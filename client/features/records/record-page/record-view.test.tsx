import { expect, it } from 'vitest';
import { percentOf, readPageView, writePageView } from './record-view.ts';

const setting = { route: 'record-details-viewer', kept: null, isWide: true, hasDocument: true } as const;
const read = (search: string, change: object = {}) =>
  readPageView(new URLSearchParams(search), { ...setting, ...change });

it.each([
  ['viewMode=DEFAULT', 100],
  ['viewMode=SPLIT_VIEW', 50],
  ['viewMode=ONLY_ADDITIONAL_INFO', 0],
  ['viewMode=SPLIT_VIEW&split=62', 62],
  ['viewMode=SPLIT_VIEW&split=95', 50],
])('an address that says %s gives the form %d percent', (search, percent) =>
  expect(percentOf(read(search))).toBe(percent),
);

it('without a word of the address it is as it was left, and first by the room there is', () => {
  expect(percentOf(read('', { kept: { mode: 'SPLIT_VIEW', percent: 44 } }))).toBe(44);
  expect(percentOf(read(''))).toBe(70);
  expect(percentOf(read('', { isWide: false }))).toBe(100);
  expect(percentOf(read('viewMode=x'))).toBe(70);
});

it('the other addresses set it', () => {
  expect(percentOf(read('', { route: 'data-focus-view' }))).toBe(0);
  expect(percentOf(read('', { route: 'pucharse-details-viewer' }))).toBe(50);
  expect(percentOf(read('', { route: 'sales-details-viewer', hasDocument: false }))).toBe(70);
  expect(read('viewMode=DEFAULT', { route: 'accounting/doc-viewer' })).toMatchObject({
    mode: 'ONLY_ADDITIONAL_INFO',
    tab: 'document',
  });
});

it('what is written is read again', () => {
  const before = new URLSearchParams('recordId=4');
  const params = writePageView({ mode: 'SPLIT_VIEW', percent: 38, tab: 'history', page: 3 }, before);
  expect(readPageView(params, setting)).toEqual({
    mode: 'SPLIT_VIEW',
    percent: 38,
    tab: 'history',
    section: 'All',
    page: 3,
  });
  expect(params.get('recordId')).toBe('4');
  expect(read('section=lineitems').section).toBe('LineItems');
});
