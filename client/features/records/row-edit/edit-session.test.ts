import { describe, expect, it, vi } from 'vitest';
import type { RecordField } from '../record-field.ts';
import type { RecordRow } from '../record-row.ts';
import { createEditSession, type KeptChange } from './edit-session.ts';

const field = (key: string, dataType: string, more: object = {}) =>
  ({
    id: 0,
    key,
    name: key,
    dataType,
    required: false,
    access: 'Editable',
    ...more,
  }) as unknown as RecordField;
const fields = new Map(
  [
    field('description', 'string', { required: true }),
    field('poNumber', 'number'),
    field('status', 'dropdown'),
    field('f7', 'multiselect', { id: 7 }),
  ].map((each) => [each.key, each]),
);
const record = (id: number, more: object = {}) =>
  ({
    id,
    version: 3,
    recordNumber: 100 + id,
    enabled: true,
    description: `Order ${id}`,
    poNumber: id,
    statusId: { id: 5, name: 'Open' },
    additionalFields: [{ tag: `1;${id};7`, value: '[1,2]' }],
    ...more,
  }) as unknown as RecordRow;

function start(...ids: number[]) {
  const publish = vi.fn();
  const keep = vi.fn<(id: number, change: KeptChange | null) => void>();
  const session = createEditSession({ publish, keep });
  session.setFields(fields);
  session.begin(ids.map((id) => record(id)));
  const valuesOf = (id: number) => Object.fromEntries(session.getRows().get(id)!.values);
  return { session, publish, keep, valuesOf };
}

describe('what is changed', () => {
  it('is only what differs from what stood there, however it is written', () => {
    const { session, valuesOf } = start(1);
    session.write([
      { row: 1, column: 'description', value: 'New' },
      { row: 1, column: 'poNumber', value: '1.0' },
      { row: 1, column: 'f7', value: '[2,1]' },
    ]);
    expect(valuesOf(1)).toEqual({ description: 'New' });
    session.write([{ row: 1, column: 'description', value: 'Order 1' }]);
    expect(session.getSummary()).toMatchObject({ rows: 1, changedRows: 0, changes: 0 });
  });

  it('is judged by the rule of its field', () => {
    const { session } = start(1);
    session.write([
      { row: 1, column: 'description', value: '' },
      { row: 1, column: 'poNumber', value: '1.5' },
    ]);
    expect(Object.fromEntries(session.getRows().get(1)!.look.faults)).toEqual({
      description: 'description is required',
      poNumber: 'Should be a whole number',
    });
    expect(session.getSummary().faults).toBe(2);
  });

  it('leaves the look of every other row as it is', () => {
    const { session } = start(1, 2);
    const before = session.getRows().get(2)!.look;
    session.write([{ row: 1, column: 'poNumber', value: '9' }]);
    expect(session.getRows().get(2)!.look).toBe(before);
  });

  it('is kept as it comes, and forgotten when it is taken back or the row is left', () => {
    const { session, keep } = start(1);
    session.write([{ row: 1, column: 'poNumber', value: '9' }]);
    expect(keep.mock.lastCall![1]!.values).toEqual(new Map([['poNumber', '9']]));
    session.undo();
    expect(keep).toHaveBeenLastCalledWith(1, null);
    session.redo();
    session.leave([1]);
    expect(keep).toHaveBeenLastCalledWith(1, null);
  });

  it('tells the grid once, however many cells were pasted', () => {
    const { session, publish } = start(1, 2, 3);
    publish.mockClear();
    session.write(
      [1, 2, 3].flatMap((row) => ['8', '9'].map((value) => ({ row, column: 'poNumber', value }))),
    );
    expect(publish).toHaveBeenCalledTimes(1);
  });
});

describe('undo', () => {
  it('takes a step back whole, and does it again', () => {
    const { session, valuesOf } = start(1, 2);
    session.write([
      { row: 1, column: 'poNumber', value: '9' },
      { row: 2, column: 'poNumber', value: '9' },
    ]);
    session.write([{ row: 1, column: 'poNumber', value: '10' }]);
    session.undo();
    expect(valuesOf(1)).toEqual({ poNumber: '9' });
    session.undo();
    expect([valuesOf(1), valuesOf(2)]).toEqual([{}, {}]);
    expect(session.getSummary()).toMatchObject({ canUndo: false, canRedo: true });
    session.redo();
    expect([valuesOf(1), valuesOf(2)]).toEqual([{ poNumber: '9' }, { poNumber: '9' }]);
  });

  it('ends where something new is written', () => {
    const { session } = start(1);
    session.write([{ row: 1, column: 'poNumber', value: '9' }]);
    session.undo();
    session.write([{ row: 1, column: 'description', value: 'x' }]);
    expect(session.redo()).toBeUndefined();
  });

  it('forgets rows that have left', () => {
    const { session, valuesOf } = start(1, 2);
    session.write([
      { row: 1, column: 'poNumber', value: '9' },
      { row: 2, column: 'poNumber', value: '9' },
    ]);
    session.leave([1]);
    session.undo();
    expect(valuesOf(2)).toEqual({});
  });
});

describe('a refusal of the server', () => {
  it('stands at its cell until that is changed', () => {
    const { session } = start(1);
    session.write([{ row: 1, column: 'status', value: '6' }]);
    session.refuse(1, 'status: Should be a value from the list', 'status');
    expect(session.getRows().get(1)!.look.faults.get('status')).toBe(
      'status: Should be a value from the list',
    );
    session.write([{ row: 1, column: 'status', value: '7' }]);
    expect(session.getRows().get(1)!.look.faults.size).toBe(0);
  });

  it('stands at the row when it names no field that is in sight', () => {
    const { session } = start(1);
    session.refuse(1, 'Internal server error.', null);
    expect(session.getRows().get(1)!.look.fault).toBe('Internal server error.');
  });
});

describe('a record that somebody else changed', () => {
  it('is gone on from with what is left of my changes', () => {
    const { session, valuesOf } = start(1);
    session.write([
      { row: 1, column: 'description', value: 'Mine' },
      { row: 1, column: 'poNumber', value: '9' },
    ]);
    const present = record(1, { version: 4, poNumber: 8, statusId: { id: 6, name: 'Paid' } });
    const merge = session.merge(1, present)!;
    expect(merge.taken).toEqual(['status']);
    expect(merge.overlapping).toEqual([{ key: 'poNumber', original: '1', mine: '9', theirs: '8' }]);
    session.rebase(1, present, merge.kept);
    expect(session.getRows().get(1)).toMatchObject({ version: 4 });
    expect(valuesOf(1)).toEqual({ description: 'Mine' });
  });

  it('since its draft was kept is compared with what the draft began with', () => {
    const { session } = start();
    session.begin(
      [record(1, { version: 9, description: 'Theirs' })],
      new Map([
        [
          1,
          {
            version: 3,
            original: new Map([['description', 'Order 1']]),
            values: new Map([['description', 'Mine']]),
          },
        ],
      ]),
    );
    expect(session.getRows().get(1)!.version).toBe(3);
    expect(session.merge(1, record(1, { description: 'Theirs' }))!.overlapping).toHaveLength(1);
  });
});
