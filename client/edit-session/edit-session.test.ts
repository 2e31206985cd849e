import { keyUsedForOther } from '@rowhouse/domain/kernel/idempotency.ts';
import type { FieldRule } from '@rowhouse/domain/field-conditions/rules-of-fields.ts';
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { describe, expect, it, vi } from 'vitest';
import { createEditSession } from './edit-session.ts';
import { valuesBefore, type EditField, type EditKind, type KeptChange, type Thing } from './edited.ts';

const field = (key: string, dataType: DataType, more: Partial<EditField> = {}): EditField => ({
  key,
  name: key,
  dataType,
  required: false,
  ...more,
});
const fields = [
  field('description', 'string', { required: true }),
  field('poNumber', 'number'),
  field('status', 'dropdown'),
  field('tags', 'multiselect'),
];
const start = { description: 'Order 1', poNumber: '1', status: '5', tags: '[1,2]' };
const thing = (id: number, more: object = {}, version = 3): Thing<number> => ({
  id,
  version,
  values: new Map(Object.entries({ ...start, ...more })),
});

type Kind = EditKind<Thing<number>, number, EditField>;
const asCells: Kind = { read: (source) => source, asks: 'changes', tells: 'written' };
const asForm: Kind = { read: (source) => source, asks: 'all', tells: 'left' };

function open(ids: readonly number[], kind: Kind = asCells) {
  const publish = vi.fn<(looks: ReadonlyMap<number, unknown>) => void>();
  const keep = vi.fn<(changed: ReadonlyMap<number, KeptChange | null>) => void>();
  const session = createEditSession(kind, { publish, keep });
  session.setFields(fields);
  session.begin(ids.map((id) => thing(id)));
  const valuesOf = (id: number) => Object.fromEntries(session.getRows().get(id)!.values);
  return { session, publish, keep, valuesOf };
}

describe('what is changed', () => {
  it('is only what differs from what stood there, however it is written', () => {
    const { session, valuesOf } = open([1]);
    session.write([
      { row: 1, column: 'description', value: 'New' },
      { row: 1, column: 'poNumber', value: '1.0' },
      { row: 1, column: 'tags', value: '[2,1]' },
    ]);
    expect(valuesOf(1)).toEqual({ description: 'New' });
    session.write([{ row: 1, column: 'description', value: 'Order 1' }]);
    expect(session.getSummary()).toMatchObject({ rows: 1, changedRows: 0, changes: 0 });
  });

  it('is judged by the rule of its field', () => {
    const { session } = open([1]);
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
    const { session } = open([1, 2]);
    const before = session.getRows().get(2)!.look;
    session.write([{ row: 1, column: 'poNumber', value: '9' }]);
    expect(session.getRows().get(2)!.look).toBe(before);
  });

  it('is kept as it comes, and forgotten when it is taken back or the row is left', () => {
    const { session, keep } = open([1]);
    session.write([{ row: 1, column: 'poNumber', value: '9' }]);
    expect(keep.mock.lastCall![0].get(1)?.values).toEqual(new Map([['poNumber', '9']]));
    session.undo();
    expect(keep).toHaveBeenLastCalledWith(new Map([[1, null]]));
    session.redo();
    session.leave([1]);
    expect(keep).toHaveBeenLastCalledWith(new Map([[1, null]]));
  });

  it('tells the grid once, however many cells were pasted', () => {
    const { session, publish } = open([1, 2, 3]);
    publish.mockClear();
    session.write(
      [1, 2, 3].flatMap((row) => ['8', '9'].map((value) => ({ row, column: 'poNumber', value }))),
    );
    expect(publish).toHaveBeenCalledTimes(1);
  });
});

describe('a draft', () => {
  it('that is offered stays when its thing is begun anew', () => {
    const { session, keep } = open([1]);
    expect(keep).toHaveBeenLastCalledWith(new Map());
    session.refuse(1, 'No.', null);
    expect(keep).toHaveBeenLastCalledWith(new Map([[1, null]]));
  });
});

describe('undo', () => {
  it('takes a step back whole, and does it again', () => {
    const { session, valuesOf } = open([1, 2]);
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
    const { session } = open([1]);
    session.write([{ row: 1, column: 'poNumber', value: '9' }]);
    session.undo();
    session.write([{ row: 1, column: 'description', value: 'x' }]);
    expect(session.redo()).toBeUndefined();
  });

  it('forgets rows that have left', () => {
    const { session, valuesOf } = open([1, 2]);
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
    const { session } = open([1]);
    session.write([{ row: 1, column: 'status', value: '6' }]);
    session.refuse(1, 'status: Should be a value from the list', 'status');
    expect(session.getRows().get(1)!.look.faults.get('status')).toBe(
      'status: Should be a value from the list',
    );
    session.write([{ row: 1, column: 'status', value: '7' }]);
    expect(session.getRows().get(1)!.look.faults.size).toBe(0);
  });

  it('stands at the row when it names no field that is in sight', () => {
    const { session } = open([1]);
    session.refuse(1, 'Internal server error.', null);
    expect(session.getRows().get(1)!.look.fault).toBe('Internal server error.');
  });
});

describe('a thing that somebody else changed', () => {
  it('is gone on from with what is left of my changes', () => {
    const { session, valuesOf } = open([1]);
    session.write([
      { row: 1, column: 'description', value: 'Mine' },
      { row: 1, column: 'poNumber', value: '9' },
    ]);
    const current = thing(1, { poNumber: '8', status: '6' }, 4);
    const merge = session.merge(1, current)!;
    expect(merge.taken).toEqual(['status']);
    expect(merge.overlapping).toEqual([{ key: 'poNumber', original: '1', mine: '9', theirs: '8' }]);
    session.rebase(1, current, merge.kept);
    expect(session.getRows().get(1)).toMatchObject({ version: 4 });
    expect(valuesOf(1)).toEqual({ description: 'Mine' });
  });

  it('since its draft was kept is compared with what the draft began with', () => {
    const { session } = open([]);
    session.begin(
      [thing(1, { description: 'Theirs' }, 9)],
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
    expect(session.merge(1, thing(1, { description: 'Theirs' }))!.overlapping).toHaveLength(1);
  });
});

describe('a thing that is met while it is in edit', () => {
  const tell = (overlapping: readonly { key: string; theirs: string }[]) =>
    overlapping.map(({ key, theirs }) => `${key} is ${theirs}`).join();

  it('takes theirs where only they changed it, and keeps mine', () => {
    const { session, valuesOf } = open([1]);
    session.write([{ row: 1, column: 'status', value: '6' }]);
    session.meet(1, thing(1, { poNumber: '8' }, 4), tell);
    expect(valuesOf(1)).toEqual({ status: '6' });
    expect(session.getValue(1, 'poNumber')).toBe('8');
    expect(session.getRows().get(1)).toMatchObject({ version: 4, look: { fault: null } });
  });

  it('says what both have changed, and may be saved with mine', () => {
    const { session, valuesOf } = open([1]);
    session.write([{ row: 1, column: 'poNumber', value: '9' }]);
    session.meet(1, thing(1, { poNumber: '8' }, 4), tell);
    expect(session.getSummary().refusal).toBe('poNumber is 8');
    expect(valuesOf(1)).toEqual({ poNumber: '9' });
    expect(valuesBefore(session.getRows().get(1)!)).toEqual(new Map([['poNumber', '8']]));
  });
});

describe('a form', () => {
  it('keeps what is typed as it is typed, and sends what it means', () => {
    const { session, keep, valuesOf } = open([1], {
      ...asForm,
      toKept: (_, text) => text.trim(),
    });
    session.write([{ row: 1, column: 'poNumber', value: '1.' }]);
    expect(session.getValue(1, 'poNumber')).toBe('1.');
    expect(valuesOf(1)).toEqual({});
    session.write([{ row: 1, column: 'poNumber', value: ' 12 ' }]);
    expect(valuesOf(1)).toEqual({ poNumber: '12' });
    expect(keep.mock.lastCall![0].get(1)?.values).toEqual(new Map([['poNumber', ' 12 ']]));
  });

  it('says what is wrong once an input was left, and all of it when it is to be sent', () => {
    const { session } = open([1], asForm);
    const faults = () => Object.fromEntries(session.getRows().get(1)!.look.faults);
    session.write([
      { row: 1, column: 'description', value: '' },
      { row: 1, column: 'poNumber', value: 'x' },
    ]);
    expect(faults()).toEqual({});
    session.leaveInput(1, 'poNumber');
    expect(faults()).toEqual({ poNumber: 'Should be numeric. Write digits, such as 1250.' });
    expect(session.tellAll(1)).toBe('description');
    expect(faults()).toEqual({
      description: 'description is required',
      poNumber: 'Should be numeric. Write digits, such as 1250.',
    });
    session.write([{ row: 1, column: 'description', value: 'New' }]);
    expect(faults()).toEqual({ poNumber: 'Should be numeric. Write digits, such as 1250.' });
  });

  it('takes a field that is set up while it is filled in', () => {
    const { session, valuesOf } = open([1], asForm);
    session.write([{ row: 1, column: 'poNumber', value: '7' }]);
    const told = vi.fn<() => void>();
    session.subscribe(told);
    session.setFields([...fields, field('berth', 'string')]);
    expect(told).toHaveBeenCalled();
    session.write([{ row: 1, column: 'berth', value: 'B7' }]);
    expect(valuesOf(1)).toEqual({ poNumber: '7', berth: 'B7' });
  });

  it('of a new thing is the same thing when it comes back from a draft', () => {
    const made = { ...thing(1), isNew: true };
    const first = createEditSession(asForm, {});
    first.setFields(fields);
    first.begin([made]);
    const { idempotencyKey } = first.getRows().get(1)!;
    expect(idempotencyKey).not.toBe('');
    const kept = { version: 3, original: made.values, values: new Map([['poNumber', '7']]), idempotencyKey };
    const second = createEditSession(asForm, {});
    second.setFields(fields);
    second.begin([made], new Map([[1, kept]]));
    expect(second.getRows().get(1)).toMatchObject({ idempotencyKey, values: new Map([['poNumber', '7']]) });
    expect(second.getSummary()).toMatchObject({ faults: 0, changes: 1 });
  });
});

it('goes on with a new key when an earlier try was saved under the old one', () => {
  const { session } = open([1]);
  const keyOf = () => session.getRows().get(1)!.idempotencyKey;
  const first = keyOf();
  session.refuse(1, 'Another reason.', null);
  expect(keyOf()).toBe(first);
  session.refuse(1, keyUsedForOther, null);
  const second = keyOf();
  expect(second).not.toBe(first);
  session.renewKey(1);
  expect(keyOf()).not.toBe(second);
});

describe('what is computed', () => {
  const computing = [
    field('f1', 'number'),
    field('f2', 'currency'),
    field('f3', 'currency', { formula: '[f1] * [f2]' }),
  ];
  const line: Thing<number> = {
    id: 1,
    version: 1,
    values: new Map([
      ['f1', '3'],
      ['f2', '19.99'],
      ['f3', '59.97'],
    ]),
  };
  /** What reads formulas has come. */
  const openComputing = async (shown = computing, all = computing) => {
    const session = createEditSession(asCells, {});
    session.setFields(shown, all);
    session.begin([line]);
    await import('./compute-look.ts');
    return session;
  };

  it('follows what is written, is no change of its own, and is gone with an undo', async () => {
    const session = await openComputing();
    const total = () => session.getRows().get(1)!.look.computed?.get('f3');
    expect(total()).toBeUndefined();
    session.write([{ row: 1, column: 'f1', value: '2' }]);
    expect(total()).toBe('39.98');
    expect([...session.getRows().get(1)!.values.keys()]).toEqual(['f1']);
    session.write([{ row: 1, column: 'f1', value: '' }]);
    expect(total()).toBe('');
    session.undo();
    session.undo();
    expect(total()).toBeUndefined();
  });

  it('follows what was written before formulas could be read', async () => {
    const session = createEditSession(asCells, {});
    session.setFields(computing, computing);
    session.begin([line]);
    session.write([{ row: 1, column: 'f1', value: '2' }]);
    await vi.waitFor(() => expect(session.getRows().get(1)!.look.computed?.get('f3')).toBe('39.98'));
  });

  it('is a text that follows what is joined in it', async () => {
    const label = field('f4', 'string', { formula: '[f1] & " at " & [f2] & if([f3] >= 40, "", ", few")' });
    const session = await openComputing(computing, [...computing, label]);
    session.write([{ row: 1, column: 'f1', value: '2' }]);
    expect(session.getRows().get(1)!.look.computed?.get('f4')).toBe('2 at 19.99, few');
  });

  it('leaves alone what gathers lines, which a thing does not know', async () => {
    const session = await openComputing([
      ...computing,
      { ...computing[2]!, key: 'f4', formula: 'sum([l9]) + [f1]' },
    ]);
    session.write([{ row: 1, column: 'f1', value: '2' }]);
    expect(session.getRows().get(1)!.look.computed?.has('f4')).toBe(false);
  });

  it('comes from fields that are shown beside those that are edited', async () => {
    const session = await openComputing(computing.slice(0, 1));
    session.write([{ row: 1, column: 'f1', value: '10' }]);
    expect(session.getRows().get(1)!.look.computed?.get('f3')).toBe('199.9');
  });
});

describe('conditions of fields', () => {
  const when = (key: string, kind: FieldRule['kind']): FieldRule => ({
    id: 1,
    field: key,
    name: key,
    dataType: 'string',
    kind,
    reading: 'READABLE',
    conditions: [{ field: 'status', dataType: 'dropdown', operator: 'is', value: '7', logicOperator: 'AND' }],
    words: 'status is Sent',
  });

  it('follow what is written, and a fault stands where it is', () => {
    const { session } = open([1]);
    session.setRules([when('description', 'READ_ONLY'), when('tags', 'REQUIRED')]);
    session.write([
      { row: 1, column: 'tags', value: '' },
      { row: 1, column: 'description', value: 'New' },
    ]);
    const faults = () => Object.fromEntries(session.getRows().get(1)!.look.faults);
    expect(faults()).toEqual({});
    session.write([{ row: 1, column: 'status', value: '7' }]);
    expect(faults()).toEqual({
      description: 'description is read only when status is Sent: save it before.',
      tags: 'tags is required when status is Sent.',
    });
    session.undo();
    expect(faults()).toEqual({});
  });

  it('lock a field before anybody writes into it; what was written before stands with its fault', () => {
    const { session } = open([1]);
    session.setRules([when('description', 'READ_ONLY')]);
    const locked = () => [...(session.getRows().get(1)!.look.locked ?? [])];
    expect(locked()).toEqual([]);
    session.write([{ row: 1, column: 'status', value: '7' }]);
    expect(locked()).toEqual([
      ['description', 'description is read only when status is Sent: save it before.'],
    ]);
    session.undo();
    expect(locked()).toEqual([]);
    session.write([{ row: 1, column: 'description', value: 'New' }]);
    session.write([{ row: 1, column: 'status', value: '7' }]);
    expect(locked()).toEqual([]);
  });

  it('leave what is not shown unasked, and a state that stays keeps its object', () => {
    const { session } = open([1], asForm);
    session.setRules([when('description', 'SHOWN')]);
    session.write([{ row: 1, column: 'poNumber', value: '2' }]);
    const before = session.getState(1, 'description');
    expect(before.isShown).toBe(false);
    session.write([{ row: 1, column: 'poNumber', value: '3' }]);
    expect(session.getState(1, 'description')).toBe(before);
    expect(session.tellAll(1)).toBeNull();
    session.write([{ row: 1, column: 'status', value: '7' }]);
    expect(session.getState(1, 'description').isShown).toBe(true);
  });
});

describe('a choice that fills', () => {
  /** Status fills the description and the number. */
  const filling = (known: Readonly<Record<string, readonly [string, string]>>) => ({
    fillsOf: (key: string) =>
      key === 'status'
        ? [
            { key: 'description', propertyId: 0 },
            { key: 'poNumber', propertyId: 1 },
          ]
        : [],
    read: (_: string, value: string, propertyId: number) => known[value]?.[propertyId] ?? null,
  });
  const seven = { 7: ['Seven', '77'] } as const;

  it('fills at once, in the same step, but where the same change says something', () => {
    const { session, valuesOf } = open([1, 2]);
    session.setFilling(filling(seven));
    session.write([
      { row: 1, column: 'status', value: '7' },
      { row: 2, column: 'status', value: '7' },
      { row: 2, column: 'poNumber', value: '5' },
    ]);
    expect(valuesOf(1)).toEqual({ status: '7', description: 'Seven', poNumber: '77' });
    expect(valuesOf(2)).toEqual({ status: '7', description: 'Seven', poNumber: '5' });
    session.undo();
    expect([valuesOf(1), valuesOf(2)]).toEqual([{}, {}]);
    session.redo();
    expect(valuesOf(1)).toEqual({ status: '7', description: 'Seven', poNumber: '77' });
    session.write([{ row: 1, column: 'poNumber', value: '78' }]);
    session.write([{ row: 1, column: 'status', value: '' }]);
    expect(valuesOf(1)).toEqual({ status: '', description: 'Seven', poNumber: '78' });
  });

  it('fills when what is chosen is known, in the step in which it was chosen', () => {
    const { session, valuesOf } = open([1]);
    session.setFilling(filling({}));
    session.write([{ row: 1, column: 'status', value: '7' }]);
    session.write([{ row: 1, column: 'description', value: 'Mine' }]);
    expect(valuesOf(1)).toEqual({ status: '7', description: 'Mine' });
    session.setFilling(filling(seven));
    expect(valuesOf(1)).toEqual({ status: '7', description: 'Mine', poNumber: '77' });
    session.undo();
    expect(valuesOf(1)).toEqual({ status: '7', poNumber: '77' });
    session.undo();
    expect(valuesOf(1)).toEqual({});
  });

  it('leaves a field that is closed by what comes of it', () => {
    const { session, valuesOf } = open([1]);
    session.setFilling(filling(seven));
    session.setRules([
      {
        id: 1,
        field: 'description',
        name: 'description',
        dataType: 'string',
        kind: 'READ_ONLY',
        reading: 'READABLE',
        conditions: [
          { field: 'poNumber', dataType: 'number', operator: 'equals', value: '77', logicOperator: 'AND' },
        ],
        words: 'poNumber is 77',
      },
    ]);
    session.write([{ row: 1, column: 'status', value: '7' }]);
    expect(valuesOf(1)).toEqual({ status: '7', poNumber: '77' });
    expect(session.getSummary().faults).toBe(0);
  });

  it('fills what a new thing begins with, which is no change of it', () => {
    const session = createEditSession<Thing<number>, number, EditField>(asForm, {});
    session.setFields(fields);
    session.begin([{ ...thing(1, { status: '7', description: '' }), isNew: true }]);
    session.setFilling(filling({}));
    session.setFilling(filling(seven));
    expect([session.getValue(1, 'description'), session.getValue(1, 'poNumber')]).toEqual(['Seven', '77']);
    expect(session.getSummary().changes).toBe(0);
  });
});
