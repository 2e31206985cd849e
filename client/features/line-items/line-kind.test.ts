import { describe, expect, it } from 'vitest';
import { createEditSession } from '../../edit-session/edit-session.ts';
import type { RowEdit } from '../../ui/grid/grid-store.ts';
import type { Line, LineField, LineId } from './line.ts';
import { isKeptLines, keptLines, lineKind, newLine, restoreLines, type KeptLine } from './line-kind.ts';

const field = (id: number, name: string, more: Partial<LineField> = {}): LineField => ({
  id,
  key: `f${id}`,
  name,
  dataType: 'string',
  required: false,
  order: id,
  listType: null,
  currency: null,
  formula: null,
  ...more,
});
const fields = [
  field(1, 'Product', { required: true }),
  field(2, 'Ordered', { dataType: 'number', required: true }),
  field(3, 'Note'),
];
const line = (id: number, values: [string, string][], version = 1): Line => ({
  id,
  version,
  values: new Map(values),
  isNew: false,
});
const bolt = line(7, [
  ['f1', 'Bolt'],
  ['f2', '4'],
]);

function open() {
  let looks: ReadonlyMap<LineId, RowEdit> = new Map();
  const session = createEditSession(lineKind, { publish: (next) => (looks = next) });
  session.setFields(fields);
  const add = () => {
    const made = newLine();
    session.begin([made]);
    return made;
  };
  return { session, add, look: (id: LineId) => looks.get(id), kept: () => keptLines(session) };
}

describe('lines in edit', () => {
  it('count as changed only while they differ from what they were', () => {
    const { session } = open();
    session.begin([bolt]);
    expect(session.getSummary()).toMatchObject({ rows: 1, changedRows: 0, whyNot: null, refusal: null });
    session.write([{ row: 7, column: 'f2', value: '5' }]);
    expect(session.getSummary().changedRows).toBe(1);
    session.write([{ row: 7, column: 'f2', value: '4.0' }]);
    expect(session.getSummary().changedRows).toBe(0);
  });

  it('cannot be saved while a required field is empty or a value is wrong, and say which', () => {
    const { session, look } = open();
    session.begin([bolt]);
    session.write([{ row: 7, column: 'f2', value: 'four' }]);
    expect(session.getSummary().whyNot).toBe('Ordered: Should be numeric. Write digits, such as 1250.');
    expect(look(7)?.faults.get('f2')).toBe('Should be numeric. Write digits, such as 1250.');
    session.write([{ row: 7, column: 'f2', value: '' }]);
    expect(session.getSummary().whyNot).toBe('Ordered is required');
    session.write([{ row: 7, column: 'f2', value: '6' }]);
    expect(session.getSummary().whyNot).toBeNull();
  });

  it('a new line stands at the top, is not red before somebody was there, and goes when it is cancelled', () => {
    const { session, add, look } = open();
    const first = add();
    const second = add();
    expect(session.getCreated()).toEqual([second, first]);
    expect(look(first.id)?.faults.size).toBe(0);
    expect(session.whyNotSent(first.id)).toBe('Product is required');
    session.write([{ row: first.id, column: 'f1', value: '' }]);
    expect(look(first.id)?.faults.get('f1')).toBe('Product is required');
    session.leave([first.id]);
    expect(session.getCreated()).toEqual([second]);
  });

  it('keep the reason at the cell that was refused until it is written again', () => {
    const { session, look } = open();
    session.begin([bolt]);
    session.write([{ row: 7, column: 'f3', value: 'x' }]);
    session.refuse(7, 'Note: no', 'f3');
    expect(look(7)?.faults.get('f3')).toBe('Note: no');
    session.refuse(7, 'The line was not found.', null);
    expect(look(7)?.fault).toBe('The line was not found.');
    session.write([{ row: 7, column: 'f3', value: 'y' }]);
    expect(look(7)).toMatchObject({ fault: null });
    expect(look(7)?.faults.size).toBe(0);
  });

  it('rows that nothing happened to keep their object', () => {
    const { session, look } = open();
    session.begin([bolt, line(8, [['f1', 'Nut']])]);
    const before = look(8);
    session.write([{ row: 7, column: 'f1', value: 'Screw' }]);
    expect(look(8)).toBe(before);
  });
});

describe('drafts', () => {
  it('bring back changes of lines that are still there, and lines that were never saved', () => {
    const first = open();
    first.session.begin([bolt]);
    first.session.write([{ row: 7, column: 'f2', value: '9' }]);
    const made = first.add();
    first.session.write([{ row: made.id, column: 'f1', value: 'Washer' }]);
    const stored = JSON.parse(JSON.stringify(first.kept())) as unknown;
    expect(isKeptLines(stored)).toBe(true);
    const second = open();
    const current = line(
      7,
      [
        ['f1', 'Bolt'],
        ['f2', '5'],
      ],
      3,
    );
    expect(restoreLines(second.session, stored as KeptLine[], [current])).toBe(2);
    expect([...second.session.getRows().get(7)!.values]).toEqual([['f2', '9']]);
    // Sent from the version that it was made from: that somebody was there meanwhile is found out.
    expect(second.session.getRows().get(7)?.version).toBe(1);
    const [again] = second.session.getCreated();
    expect([...second.session.getRows().get(again!.id)!.values]).toEqual([['f1', 'Washer']]);
    expect(second.session.getRows().get(again!.id)?.idempotencyKey).toBe(
      first.session.getRows().get(made.id)?.idempotencyKey,
    );
    expect(restoreLines(open().session, stored as KeptLine[], [])).toBe(1);
  });

  it('nothing else passes for them', () => {
    for (const value of [
      null,
      {},
      [null],
      [{ id: 7 }],
      [{ id: 7, version: 1, idempotencyKey: 'k', original: {}, values: { a: 1 } }],
      [{ version: 1, original: {}, values: {} }],
    ])
      expect(isKeptLines(value)).toBe(false);
  });
});
