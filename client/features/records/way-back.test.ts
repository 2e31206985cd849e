import { expect, test } from 'vitest';
import { comeBack, fromRecord, leaveGrid, noteShownRecord, type GridPlace } from './way-back.ts';

const place: GridPlace = {
  recordTypeId: 2,
  viewKey: 'page 3',
  entry: 'a',
  top: 400,
  left: 12,
  active: { row: 7, column: 'status' },
};
const arrival = { recordTypeId: 2, viewKey: 'page 3', entry: 'a', state: null };
const rows = new Set([7, 8]);

function leaveFor(recordId: number): void {
  leaveGrid(place);
  noteShownRecord(2, recordId);
}

test('back from a record the grid is as it was left, once', () => {
  leaveFor(7);
  expect(comeBack(arrival, rows)).toEqual(place);
  expect(comeBack(arrival, rows)).toBeNull();
});

test('the focus is on the record that was shown last, in the column where it was', () => {
  leaveFor(8);
  expect(comeBack(arrival, rows)?.active).toEqual({ row: 8, column: 'status' });
});

test('a record that is on another page leaves the focus where it was', () => {
  leaveFor(99);
  expect(comeBack(arrival, rows)?.active).toEqual(place.active);
});

test('a link of the record leads back as the browser does', () => {
  leaveFor(7);
  expect(comeBack({ ...arrival, entry: 'b', state: fromRecord }, rows)).toEqual(place);
});

test.each([
  ['other rows', { ...arrival, viewKey: 'page 4' }],
  ['another type', { ...arrival, recordTypeId: 3 }],
  ['another way', { ...arrival, entry: 'b' }],
])('who comes to %s begins at the top', (_, other) => {
  leaveFor(7);
  expect(comeBack(other, rows)).toBeNull();
});

test('who saw no record comes from elsewhere', () => {
  leaveGrid(place);
  expect(comeBack(arrival, rows)).toBeNull();
});
