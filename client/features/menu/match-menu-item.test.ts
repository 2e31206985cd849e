import { describe, expect, test } from 'vitest';
import type { MenuGroup, MenuItem } from './api.ts';
import { arrangeMenu } from './arrange-menu.ts';
import { findPlaceOfRecordType, listMenuPlaces, matchMenuItem, menuItemPath } from './match-menu-item.ts';

const anItem = (id: number, route: string, rest: Partial<MenuItem> = {}): MenuItem => ({
  id,
  name: route,
  route,
  order: id,
  enabled: true,
  hasRecordTypes: true,
  icon: null,
  recordType: { id: id * 10, name: route, isSuper: false },
  ...rest,
});

const aGroup = (route: string, sectionRoute: string, menuItems: MenuItem[], rest = {}): MenuGroup => ({
  id: 1,
  name: route,
  tag: route,
  route,
  order: 1,
  application: '',
  enabled: true,
  appSections: [
    { id: 1, name: sectionRoute, tag: sectionRoute, route: sectionRoute, order: 1, enabled: true, menuItems },
  ],
  ...rest,
});

const menu = arrangeMenu([
  aGroup('purchasing', 'orders', [anItem(1, 'purchase-orders'), anItem(2, 'bills')]),
  aGroup('setup', 'company', [
    anItem(3, 'tenant-profile-settings', { recordType: null, hasRecordTypes: false }),
    anItem(4, 'portal', { recordType: null, hasRecordTypes: false }),
    anItem(5, 'dynamic-portals', { recordType: null, hasRecordTypes: false }),
  ]),
]);

describe('the path after the tenant', () => {
  test.each([
    ['purchasing/orders/purchase-orders', 1],
    ['/purchasing/orders/bills/', 2],
    ['Purchasing/Orders/Bills', 2],
    ['tenant-profile-settings', 3],
    ['portal', 4],
    ['dynamic-portals', 5],
    ['dynamic-portals/42/view', 5],
    ['dashboard', 0],
  ])('%s is the item %i', (path, id) => {
    expect(matchMenuItem(menu, path)?.item.id).toBe(id);
  });

  test.each([
    [''],
    ['/'],
    ['purchase-orders'],
    ['orders/purchase-orders'],
    ['purchasing/orders'],
    ['purchasing/orders/purchase-orders/extra'],
    ['setup/company/portal'],
    ['portal/extra'],
    ['dynamic-portals-2'],
    ['constructor'],
  ])('%j is none', (path) => {
    expect(matchMenuItem(menu, path)).toBeNull();
  });

  test('a page of another server stands under the portal where nothing else leads to it', () => {
    const portal = anItem(4, 'portal', { recordType: null, hasRecordTypes: false });
    const only = arrangeMenu([aGroup('setup', 'company', [portal])]);
    expect(matchMenuItem(only, 'dynamic-portals/42')?.item.id).toBe(4);
    expect(matchMenuItem(only, 'dynamic-portals')).toBeNull();
  });

  test('each item is found again at its own path', () => {
    for (const place of listMenuPlaces(menu)) {
      expect(matchMenuItem(menu, menuItemPath(place))?.item.id).toBe(place.item.id);
    }
  });
});

test('a record type is found at the first item that lists it', () => {
  expect(findPlaceOfRecordType(menu, 20)?.item.id).toBe(2);
  expect(findPlaceOfRecordType(menu, 99)).toBeNull();
});

describe('the menu that is shown', () => {
  test('begins with Dashboard / Main at dashboard', () => {
    expect(arrangeMenu([])).toMatchObject([
      { name: 'Dashboard', appSections: [{ menuItems: [{ name: 'Main', route: 'dashboard' }] }] },
    ]);
  });

  test('does not repeat a dashboard that the tenant has', () => {
    const own = aGroup('home', 'start', [anItem(1, 'dashboard')]);
    expect(arrangeMenu([own]).map(({ name }) => name)).toEqual(['home']);
  });

  test('holds only what is enabled, in its order', () => {
    const group = aGroup('g', 's', [
      anItem(1, 'late', { order: 9 }),
      anItem(2, 'off', { enabled: false }),
      anItem(3, 'early', { order: 1 }),
    ]);
    const arranged = arrangeMenu([group, aGroup('hidden', 's', [anItem(9, 'x')], { enabled: false })]);
    expect(listMenuPlaces(arranged).map(({ item }) => item.name)).toEqual(['Main', 'early', 'late']);
  });
});
