import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { linkColumnKeys, noGridOptions, type GridOptions } from '@rowhouse/domain/grid-preferences/model.ts';
import { describe, expect, it } from 'vitest';
import {
  differsFrom,
  toGridOptions,
  toPreferredView,
  whyNotApplied,
  type OptionsScene,
} from './grid-options.ts';
import { readView, startView, writeView } from './grid-view.ts';
import { linkColumns, toColumns, toColumnState } from '../columns/record-columns.tsx';
import { columnStartOf } from '../columns/start-order.ts';
import type { RecordField } from '../record-field.ts';

const aField = (key: string, dataType: DataType, more: Partial<RecordField> = {}): RecordField => ({
  id: 0,
  key,
  name: key,
  dataType,
  visibility: true,
  required: false,
  order: 1,
  recordTypeId: 3,
  listType: null,
  currency: null,
  objectDefinition: null,
  access: 'Editable',
  filterable: true,
  sortable: true,
  ...more,
});

function sceneOf(fields: readonly RecordField[]): OptionsScene {
  return {
    fields: new Map(fields.map((field) => [field.key, field])),
    columns: toColumns(fields, new Map(), 'UTC'),
    start: columnStartOf(fields, false),
  };
}

const fields = [
  aField('recordNumber', 'number'),
  aField('status', 'dropdown'),
  aField('f7', 'currency'),
  aField('level', 'number'),
  aField('createdAt', 'datetime'),
  aField('recordFile', 'attachment', { sortable: false, filterable: false }),
];
const scene = sceneOf(fields);

const saved: GridOptions = {
  orderedFields: ['f7', 'status', 'recordNumber', 'level', 'createdAt', 'recordFile'],
  hiddenFields: ['level', 'createdAt'],
  filterModel: [
    { columnField: 'f7', operatorValue: 'greaterThan', value: '10', logicOperator: 'AND' },
    { columnField: 'status', operatorValue: 'isAnyOf', value: ['1', '2'], logicOperator: 'OR' },
  ],
  sortModel: [
    { field: 'f7', sort: 'ASC' },
    { field: 'status', sort: 'DESC' },
  ],
  pinnedColumns: { left: ['status'], right: ['f7'] },
  densityFactor: 0.7,
  pageSize: 100,
  widths: [{ field: 'f7', width: 240 }],
  layout: { kind: 'BOARD', field: 'status', sum: 'f7' },
  colours: [
    {
      name: 'Large',
      tone: 'RED',
      column: 'f7',
      conditions: [{ columnField: 'f7', operatorValue: 'greaterThan', value: '10', logicOperator: 'AND' }],
    },
  ],
  groups: [
    { field: 'status', interval: null },
    { field: 'createdAt', interval: 'MONTH' },
  ],
};

/** The state of a grid that shows the options, as the grid itself would tell it. */
function current(
  options: GridOptions | null,
  changes: Partial<ReturnType<typeof toPreferredView>> = {},
  at = scene,
) {
  const view = { ...toPreferredView(options, at), ...changes };
  return toGridOptions(view, toColumnState(view.columns, at.start, at.columns), view.density ?? 1, at);
}

describe('a preference', () => {
  it('is applied and told as it was saved', () => {
    expect(current(saved)).toEqual(saved);
    expect(differsFrom(saved, current(saved), scene)).toBe(false);
  });

  it('comes through the address as it is', () => {
    const view = { ...startView, ...toPreferredView(saved, scene), preference: 7 };
    expect(readView(writeView(view))).toEqual(view);
  });

  it.each<[string, Parameters<typeof current>[1]]>([
    ['the size of the page', { size: 50 }],
    ['the sort', { sort: [{ column: 'status', direction: 'asc' }] }],
    ['its direction', { sort: [{ column: 'f7', direction: 'desc' }] }],
    ['the filter', { filters: [] }],
    ['the density', { density: 1.3 }],
    ['the columns', { columns: startView.columns }],
  ])('differs when %s is another', (_what, changes) => {
    expect(differsFrom(saved, current(saved, changes), scene)).toBe(true);
  });

  it('does not differ by the order in which columns were hidden', () => {
    const { hiddenFields, ...rest } = current(saved);
    expect(differsFrom(saved, { ...rest, hiddenFields: hiddenFields.toReversed() }, scene)).toBe(false);
  });

  it('is applied with 200 records a page at most, and can keep more', () => {
    const large = { ...saved, pageSize: 500 };
    expect(toPreferredView(large, scene).size).toBe(200);
    expect(differsFrom(large, current(large), scene)).toBe(false);
    expect(differsFrom(large, current(large, { size: 500 }), scene)).toBe(false);
    expect(differsFrom(large, current(large, { size: 1000 }), scene)).toBe(true);
    expect(differsFrom(saved, current(saved, { size: 500 }), scene)).toBe(true);
  });

  it('without a density leaves it to the browser', () => {
    const any = { ...saved, densityFactor: null };
    expect(toPreferredView(any, scene).density).toBeNull();
    for (const density of [0.7, 1, 1.3] as const)
      expect(differsFrom(any, { ...current(any), densityFactor: density }, scene)).toBe(false);
  });

  it('that says nothing is a grid as it starts', () => {
    expect(toPreferredView(noGridOptions, scene)).toEqual(toPreferredView(null, scene));
    expect(differsFrom(null, current(null), scene)).toBe(false);
    expect(differsFrom(null, current(saved), scene)).toBe(true);
  });
});

describe('what has changed since it was saved', () => {
  it('leaves out a field that is gone, in silence', () => {
    const without = sceneOf(fields.filter(({ key }) => key !== 'f7'));
    const view = toPreferredView(saved, without);
    expect(view.filters).toEqual([
      { field: 'status', operator: 'isAnyOf', values: ['1', '2'], logicOperator: 'OR' },
    ]);
    expect(view.sort).toEqual([{ column: 'status', direction: 'desc' }]);
    expect(JSON.stringify(view)).not.toContain('f7');
    expect(whyNotApplied(saved, without.fields)).toEqual([]);
  });

  it('leaves out a condition that can no longer be applied, and says so', () => {
    const other = sceneOf(fields.map((field) => (field.key === 'f7' ? aField('f7', 'date') : field)));
    expect(toPreferredView(saved, other).filters.map(({ field }) => field)).toEqual(['status']);
    expect(whyNotApplied(saved, other.fields)).toEqual(["f7 cannot be filtered by 'greater than'."]);
    expect(differsFrom(saved, current(saved, {}, other), other)).toBe(true);
  });

  it('shows a new field last, and hides one that starts hidden', () => {
    const more = sceneOf([...fields, aField('f9', 'string'), aField('isProject', 'checkbox')]);
    const { orderedFields, hiddenFields } = current(saved, {}, more);
    expect(orderedFields.slice(-2)).toEqual(['f9', 'isProject']);
    expect(hiddenFields).toEqual(['level', 'createdAt', 'isProject']);
    expect(differsFrom(saved, current(saved, {}, more), more)).toBe(false);
  });

  it('does not sort by what cannot be sorted', () => {
    const sortModel = [{ field: 'recordFile', sort: 'ASC' as const }];
    expect(toPreferredView({ ...saved, sortModel }, scene).sort).toEqual(startView.sort);
  });

  it('reads sizes and densities that are not offered as none', () => {
    const { size, density } = toPreferredView({ ...saved, pageSize: 33, densityFactor: 2 }, scene);
    expect([size, density]).toEqual([startView.size, null]);
  });
});

it('a sort by a field that the role does not see is not kept', () => {
  const blind = sceneOf(fields.filter(({ key }) => key !== 'createdAt'));
  expect(current(null, {}, blind).sortModel).toEqual([]);
  expect(differsFrom(null, current(null, {}, blind), blind)).toBe(false);
});

it('the columns that are no field are known on both floors', () => {
  expect(linkColumns.map(({ id }) => id)).toEqual([...linkColumnKeys]);
});
