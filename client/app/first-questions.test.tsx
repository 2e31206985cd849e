import { beforeEach, expect, test, vi } from 'vitest';
import { getFieldDefinitions, getMyFieldAccess } from '../features/fields/api.ts';
import { getDefault } from '../features/grid-preferences/api.ts';
import { getUserDetails } from '../features/identity/api.ts';
import { listMenuGroups, listMenuItemActions } from '../features/menu/api.ts';
import { findRecordType } from '../features/records/record-type/api.ts';
import { findListValues } from '../values/choices/api.ts';
import { endSession, enterTenant, startSession } from '../platform/session.ts';
import { askFirstQuestions } from './first-questions.ts';

const field = (key: string, order: number) => ({
  id: 0,
  key,
  name: key,
  dataType: key === 'createdAt' ? 'datetime' : 'text',
  visibility: true,
  order,
  sortable: true,
  listType: key === 'level' ? { id: 9 } : null,
});
const answers: Record<string, unknown> = {
  Menu: {
    SaasMenu: [
      {
        id: 1,
        name: 'Purchasing',
        route: 'purchasing',
        order: 1,
        enabled: true,
        appSections: [
          {
            id: 2,
            name: 'Orders',
            route: 'orders',
            order: 1,
            enabled: true,
            menuItems: [
              {
                id: 3,
                name: 'Bills',
                route: 'bills',
                order: 1,
                enabled: true,
                hasRecordTypes: true,
                recordType: { id: 7, name: 'Bill', isSuper: false },
              },
            ],
          },
        ],
      },
    ],
  },
  MyRoleMenuItemActions: { SaasMyRoleMenuItemActions: [] },
  UserDetails: { getUserDetails: { tenants: [] } },
  FindRecordType: { findRecordType: { id: 7, name: 'Bill', isSuper: false, relatedRecordTypes: [] } },
  GetFieldDefinitions: {
    getSaasRecordFieldsByRecordTypes: [field('recordNumber', 1), field('createdAt', 2), field('level', 3)],
  },
  GetMyFieldAccess: { getRoleAccessToRecordFields: [] },
  DefaultGridPreference: { getDefaultUserGridPreference: null },
  FilterAndSortRecords: { filterAndSortRecordHeader: { records: [], total: 0, totalState: 'EXACT' } },
  FindListValues: { findListValues: [] },
};
type Asked = { query: string; variables: Record<string, unknown> };
const asked: Asked[] = [];
const nameOf = ({ query }: Asked): string => /query (\w+)/.exec(query)?.[1] ?? '';
const names = () => asked.map(nameOf);

beforeEach(() => {
  endSession('signed out');
  localStorage.clear();
  asked.length = 0;
  delete window.askedFirst;
  startSession('service', 'maya@example.com');
  enterTenant({ id: 1, url: 'shop' }, 'backend');
  vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
    const posted = JSON.parse(body) as Asked | Asked[];
    const answer = (one: Asked) => {
      asked.push(one);
      const data = answers[nameOf(one)];
      return data === undefined ? { errors: [{ message: 'no' }] } : { data };
    };
    return Response.json(Array.isArray(posted) ? posted.map(answer) : answer(posted));
  });
});

test('what a grid asks before its rows is asked ahead, word for word, and not again', async () => {
  history.replaceState(null, '', '/shop/purchasing/orders/bills');
  await askFirstQuestions();
  const ahead = names();
  expect(ahead).toEqual(Object.keys(answers));
  const { signal } = new AbortController();
  await Promise.all([
    listMenuGroups(),
    listMenuItemActions(),
    getUserDetails(),
    findRecordType(7, signal),
    getFieldDefinitions(7, signal),
    getMyFieldAccess(signal),
    getDefault(7),
    findListValues([9], signal),
  ]);
  expect(names()).toEqual(ahead);
  expect(asked.find((one) => nameOf(one) === 'FilterAndSortRecords')?.variables).toEqual({
    data: {
      recordTypeId: 7,
      enabled: true,
      filters: [],
      sort: [{ fieldId: 0, field: 'createdAt', sort: 'DESC' }],
    },
    pagination: { offset: 0, limit: 25 },
    createdAt: true,
  });
});

test.each([
  ['an address that says what it shows', '/shop/purchasing/orders/bills?page=2', undefined],
  [
    'a default view',
    '/shop/purchasing/orders/bills',
    { userGridPreference: { id: 1 }, roleGridPreference: null },
  ],
])('%s: the rows are left to the page', async (_what, path, preference) => {
  history.replaceState(null, '', path);
  const before = answers['DefaultGridPreference'];
  if (preference) answers['DefaultGridPreference'] = { getDefaultUserGridPreference: preference };
  await askFirstQuestions();
  answers['DefaultGridPreference'] = before;
  expect(names()).toContain('DefaultGridPreference');
  expect(names()).not.toContain('FilterAndSortRecords');
});

test('a page that is no grid, and a menu that is refused, ask no more', async () => {
  history.replaceState(null, '', '/shop/dashboard');
  await askFirstQuestions();
  expect(names()).toEqual(['Menu', 'MyRoleMenuItemActions', 'UserDetails']);
});
