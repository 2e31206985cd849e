import { beforeEach, expect, test } from 'vitest';
import { startSession } from '../../../platform/session.ts';
import { findKeptView, keepView, partsOfKept, partsSet, readKeptView } from './kept-view.ts';
import { columnsAsTheyStart, startView, type GridView } from './grid-view.ts';

beforeEach(() => {
  localStorage.clear();
  startSession(`x.${btoa(JSON.stringify({ sub: 7 }))}.x`, 'maya@example.com');
});

const standard = {
  size: startView.size,
  sort: startView.sort,
  filters: [],
  columns: columnsAsTheyStart,
  density: null,
  layout: null,
  groups: [],
  colours: [],
};
const wide = { ...columnsAsTheyStart, widths: { status: 222 } };
const keep = (change: Partial<GridView>, defaultId: number | null = null, preferred = standard) =>
  keepView(3, { ...startView, ...change }, preferred, { defaultId, own: new Set(partsSet(change)) });

test('what a person set is there again, and nothing of what they looked for', () => {
  keep({ columns: wide, size: 50, search: 'bolts', page: 4 });
  expect(partsOfKept(readKeptView(3)!)).toEqual({ columns: wide, size: 50 });
  expect(readKeptView(4)).toBeNull();
});

test('a board stays a board, and its month and search do not', () => {
  const layout = { kind: 'BOARD', field: 'status', sum: null } as const;
  keep({ layout, month: '2026-11', search: 'bolts' });
  expect(partsOfKept(readKeptView(3)!)).toEqual({ layout });
});

test('an entry of the history means what it meant when it was first seen: Back leads to it', () => {
  const layout = { kind: 'BOARD', field: 'status', sum: null } as const;
  expect(findKeptView('first', 3)).toBeNull();
  keep({ layout });
  expect(findKeptView('first', 3)).toBeNull();
  expect(partsOfKept(findKeptView('second', 3)!)).toEqual({ layout });
  startSession(`x.${btoa(JSON.stringify({ sub: 8 }))}.x`, 'noah@example.com');
  expect(findKeptView('second', 3)).toBeNull();
});

test('only what differs from the view is kept, so that a change of the view is seen', () => {
  keep({ columns: wide, size: 100, preference: 7 }, 7, { ...standard, size: 100 });
  expect(readKeptView(3)).toMatchObject({ parts: ['columns'], preference: 7, default: 7 });
});

test('back to the view, nothing is kept', () => {
  keep({ columns: wide });
  keep({ columns: columnsAsTheyStart });
  expect(readKeptView(3)).toBeNull();
});

test('columns that came with a link are not one’s own', () => {
  keep({ size: 50 });
  keepView(3, { ...startView, columns: wide, density: 0.7 }, standard, {
    defaultId: null,
    own: new Set(['density']),
  });
  expect(partsOfKept(readKeptView(3)!)).toEqual({ size: 50, density: 0.7 });
});

test('another view that was chosen is kept without a change', () => {
  keep({ preference: 9 }, 7);
  expect(readKeptView(3)).toEqual({ default: 7, preference: 9, parts: [], address: '' });
});

test.each(['{', '{"parts":["filters"]}', '{"default":null,"preference":"x","parts":[],"address":""}'])(
  'what stands there wrongly is none: %s',
  (text) => {
    keep({ size: 50 });
    localStorage.setItem(
      Object.keys(localStorage).find((key) => key.startsWith('own:'))!,
      text,
    );
    expect(readKeptView(3)).toBeNull();
  },
);
