import { beforeEach, expect, test } from 'vitest';
import { endSession, enterTenant, startSession } from '../session.ts';
import { leaveAddresses } from './own-key.ts';
import { readOwnSetting, writeOwnSetting } from './own-settings.ts';
import { readNotesEdition, rememberNotesEdition } from './read-notes.ts';
import { listRecentPlaces, rememberPlace } from './recent-places.ts';

const tokenOf = (personId: number) => `x.${btoa(JSON.stringify({ sub: personId }))}.x`;
const isText = (value: unknown): value is { text: string } => typeof value === 'object' && value !== null;
const enter = (personId: number, email: string) => {
  startSession(tokenOf(personId), email);
  enterTenant({ id: 3, url: 'northwind' }, 'backend');
};
const stored = () => JSON.stringify(localStorage);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test('what is kept for a person is theirs alone, and says no address after they are gone', () => {
  enter(7, 'maya@example.com');
  writeOwnSetting('grid:3', { text: 'wide' });
  rememberNotesEdition(4);
  rememberPlace('/northwind/orders', 'Orders');
  endSession('over');
  expect(stored()).not.toMatch(/maya|example/);

  enter(8, 'ben@example.com');
  expect([readOwnSetting('grid:3', isText), readNotesEdition(), listRecentPlaces()]).toEqual([null, 0, []]);
  enter(7, 'maya@example.com');
  expect(readOwnSetting('grid:3', isText)).toEqual({ text: 'wide' });
  expect(readNotesEdition()).toBe(4);
  expect(listRecentPlaces()).toMatchObject([{ path: '/northwind/orders' }]);
});

test('nothing is kept for nobody', () => {
  enter(7, 'maya@example.com');
  endSession('signed out');
  const before = stored();
  writeOwnSetting('grid:3', { text: 'wide' });
  rememberNotesEdition(4);
  rememberPlace('/northwind/orders', 'Orders');
  expect(stored()).toBe(before);
});

test('keys that held an address go on under the number; those of others go', () => {
  enter(7, 'Maya@example.com');
  localStorage.setItem('own:3:Maya%40example.com:grid%3A3', '{"text":"wide"}');
  localStorage.setItem('release-notes-read:maya%40example.com', '2');
  localStorage.setItem('recent-places:3:ben%40example.com', '[]');
  leaveAddresses();
  expect(readOwnSetting('grid:3', isText)).toEqual({ text: 'wide' });
  expect(readNotesEdition()).toBe(2);
  expect(Object.keys(localStorage).filter((key) => key.includes('%40'))).toEqual([]);
});
