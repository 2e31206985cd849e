import { describe, expect, test } from 'vitest';
import { configurationFormat, formatVersion } from './format.ts';
import type { Configuration, WholeConfiguration } from './format.ts';
import { listLeft } from './list-left.ts';
import { keyOf } from './match.ts';
import { writeTakenAway } from './write-taken-away.ts';

const head = { format: configurationFormat, version: formatVersion } as const;
const here: WholeConfiguration = {
  ...head,
  lists: [
    {
      name: 'Ways',
      values: [{ name: 'Ship' }, { name: 'Air' }, { name: 'Rail', enabled: false }, { name: 'Road' }],
    },
    { name: 'Kept', backofficeManaged: true, values: [{ name: 'One' }] },
  ],
  objects: [],
  recordTypes: [
    {
      name: 'Orders',
      isSuper: false,
      fields: [{ name: 'Buyer' }, { name: 'Margin' }, { name: 'Rebate' }],
      lineTypes: [{ name: 'Articles', fields: [{ name: 'Size' }, { name: 'Note' }] }],
      transitions: [{ from: null, to: 'Open' }],
      fieldConditions: [{ lines: 'Articles', field: 'Size', kind: 'REQUIRED' }],
    },
  ],
  menu: [
    {
      route: 'work',
      name: 'Work',
      sections: [
        { route: 'a', name: 'A', items: [{ route: 'x', name: 'X' }] },
        { route: 'b', name: 'B', items: [] },
      ],
    },
  ],
  roles: [],
  portals: [],
  orderForms: [],
  dashboards: [
    { name: 'Morning', roles: ['Clerk'] },
    { name: 'Twice', roles: ['Clerk'] },
    { name: 'twice', roles: ['Buyer'] },
  ],
  views: [
    { name: 'Late', role: 'Clerk', recordType: 'Orders' },
    { name: 'Late', role: 'Buyer', recordType: 'Orders' },
  ],
};
const left = (given: Omit<Configuration, 'format' | 'version'>) =>
  listLeft({ ...head, ...given }, here, new Map());
const said = (given: Omit<Configuration, 'format' | 'version'>) =>
  left(given).map(({ title, about, key }) => [title, about, key !== null]);

describe('what is only here', () => {
  test('is listed of the parts and members that the file has', () => {
    expect(said({})).toEqual([]);
    expect(said({ lists: [{ name: 'ways' }, { name: 'Kept', values: [] }] })).toEqual([]);
    expect(said({ lists: [{ name: 'Ways', values: [{ name: 'Ship' }] }] })).toEqual([
      ['Kept', 'kept by the back office', false],
      ['Ways › Air', 'Value', true],
      ['Ways › Rail', 'switched off already', false],
      ['Ways › Road', 'Value', true],
    ]);
    const type = { name: 'Orders', fields: [{ name: 'Buyer' }] };
    expect(said({ recordTypes: [type] })).toEqual([
      ['Orders › Margin', 'Field', true],
      ['Orders › Rebate', 'Field', true],
    ]);
    expect(said({ recordTypes: [{ name: 'Orders', transitions: [], fieldConditions: [] }] })).toEqual([
      ['Orders › New record → Open', 'Transition', true],
      ['Orders › Articles › Size: required when', 'Condition', true],
    ]);
  });

  test('is not offered where several have its name, and none of it in a file that is a part', () => {
    expect(said({ dashboards: [] })).toEqual([
      ['Morning', '', true],
      ['Twice', 'one of several of this name', false],
      ['twice', 'one of several of this name', false],
    ]);
    expect(said({ partial: true, dashboards: [], lists: [], views: [] })).toEqual([]);
  });

  test('of views goes by role, record type and name, also under the name that a role has in the file', () => {
    expect(said({ views: [{ name: 'late', role: 'clerk', recordType: 'Orders' }] })).toEqual([
      ['Buyer › Orders › Late', '', true],
    ]);
    const answers = new Map([[keyOf('roles', 'Purchaser'), 'Buyer']]);
    const of = (role: string) =>
      listLeft({ ...head, views: [{ name: 'Late', role, recordType: 'Orders' }] }, here, answers);
    expect(of('Purchaser').map(({ title }) => title)).toEqual(['Clerk › Orders › Late']);
    expect(of('Clerk').map(({ key }) => key)).toEqual([keyOf('views', 'Purchaser', 'Orders', 'Late')]);
  });
});

test('what is chosen is a file that names it where it stands, in its order, and nothing else', () => {
  const chosen = left({
    lists: [{ name: 'Ways', values: [{ name: 'Ship' }] }],
    recordTypes: [
      {
        name: 'Orders',
        fields: [{ name: 'Rebate' }],
        lineTypes: [{ name: 'Articles', fields: [] }],
        transitions: [],
      },
    ],
    menu: [{ route: 'work', sections: [{ route: 'a', items: [] }] }],
    dashboards: [],
    views: [{ name: 'Late', role: 'Buyer', recordType: 'Orders' }],
  }).filter(({ key }) => key !== null);
  expect(writeTakenAway(chosen.toReversed())).toEqual({
    ...head,
    partial: true,
    lists: [{ name: 'Ways', values: [off('Air'), off('Road')] }],
    recordTypes: [
      {
        name: 'Orders',
        fields: [off('Buyer'), off('Margin')],
        lineTypes: [{ name: 'Articles', fields: [off('Size'), off('Note')] }],
        transitions: [{ from: null, to: 'Open', enabled: false }],
      },
    ],
    menu: [
      {
        route: 'work',
        sections: [
          { route: 'a', items: [{ route: 'x', enabled: false }] },
          { route: 'b', enabled: false },
        ],
      },
    ],
    dashboards: [off('Morning')],
    views: [{ ...off('Late'), role: 'Clerk', recordType: 'Orders' }],
  });
});

const off = (name: string) => ({ name, enabled: false });
