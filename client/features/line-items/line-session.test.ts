import { describe, expect, it } from 'vitest';
import type { RowEdit } from '../../ui/grid/grid-store.ts';
import type { Line, LineField, LineId } from './line.ts';
import { createLineSession, isKeptLines, type KeptLine } from './line-session.ts';

const field = (id: number, name: string, more: Partial<LineField> = {}): LineField => ({
  id,
  key: `f${id}`,
  name,
  dataType: 'string',
  required: false,
  order: id,
  listType: null,
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

function open({ restored = true } = {}) {
  let looks: ReadonlyMap<LineId, RowEdit> = new Map();
  let kept: readonly KeptLine[] = [];
  let keys = 0;
  const session = createLineSession({
    fields,
    makeKey: () => `key ${++keys}`,
    publish: (next) => (looks = next),
    keep: (next) => (kept = next),
  });
  if (restored) session.restore([], []);
  return { session, look: (id: LineId) => looks.get(id), kept: () => kept };
}

describe('lines in edit', () => {
  it('count as changed only while they differ from what they were', () => {
    const { session } = open();
    session.begin([bolt]);
    expect(session.getSummary()).toEqual({ rows: 1, changed: 0, whyNot: null, refusal: null });
    session.write([{ row: 7, column: 'f2', value: '5' }]);
    expect(session.getSummary().changed).toBe(1);
    session.write([{ row: 7, column: 'f2', value: '4.0' }]);
    expect(session.getSummary().changed).toBe(0);
  });

  it('cannot be saved while a required field is empty or a value is wrong, and say which', () => {
    const { session, look } = open();
    session.begin([bolt]);
    session.write([{ row: 7, column: 'f2', value: 'four' }]);
    expect(session.getSummary().whyNot).toBe('Ordered: Should be numeric');
    expect(look(7)?.faults.get('f2')).toBe('Should be numeric');
    session.write([{ row: 7, column: 'f2', value: '' }]);
    expect(session.getSummary().whyNot).toBe('Ordered is required');
    session.write([{ row: 7, column: 'f2', value: '6' }]);
    expect(session.getSummary().whyNot).toBeNull();
  });

  it('a new line stands at the top, is not red before somebody was there, and goes when it is cancelled', () => {
    const { session, look } = open();
    const first = session.add();
    const second = session.add();
    expect(session.getCreated()).toEqual([second, first]);
    expect(look(first.id)?.faults.size).toBe(0);
    expect(session.whyNotSaved(first.id)).toBe('Product is required');
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

describe('a line that somebody else changed meanwhile', () => {
  const tell = (overlap: readonly { key: string; theirs: string }[]) =>
    overlap.map(({ key, theirs }) => `${key} is ${theirs}`).join();

  it('takes theirs where only they changed it, and keeps mine', () => {
    const { session, look } = open();
    session.begin([bolt]);
    session.write([{ row: 7, column: 'f3', value: 'mine' }]);
    const theirs = line(
      7,
      [
        ['f1', 'Screw'],
        ['f2', '4'],
      ],
      2,
    );
    expect(session.rebase(7, theirs, tell)).toEqual([]);
    expect(session.getRows().get(7)?.line).toBe(theirs);
    expect([...look(7)!.values]).toEqual([['f3', 'mine']]);
    expect(look(7)?.fault).toBeNull();
  });

  it('tells what both have changed, and may be saved again with mine', () => {
    const { session, look } = open();
    session.begin([bolt]);
    session.write([{ row: 7, column: 'f2', value: '9' }]);
    expect(
      session.rebase(
        7,
        line(
          7,
          [
            ['f1', 'Bolt'],
            ['f2', '5'],
          ],
          2,
        ),
        tell,
      ),
    ).toHaveLength(1);
    expect(look(7)?.fault).toBe('f2 is 5');
    expect(session.getSummary()).toEqual({ rows: 1, changed: 1, whyNot: null, refusal: 'f2 is 5' });
  });
});

describe('drafts', () => {
  it('bring back changes of lines that are still there, and lines that were never saved', () => {
    const first = open();
    first.session.begin([bolt]);
    first.session.write([{ row: 7, column: 'f2', value: '9' }]);
    const made = first.session.add();
    first.session.write([{ row: made.id, column: 'f1', value: 'Washer' }]);
    const stored = JSON.parse(JSON.stringify(first.kept())) as unknown;
    expect(isKeptLines(stored)).toBe(true);
    const second = open({ restored: false });
    const present = line(
      7,
      [
        ['f1', 'Bolt'],
        ['f2', '5'],
      ],
      3,
    );
    expect(second.session.restore(stored as KeptLine[], [present])).toBe(2);
    expect([...second.session.getRows().get(7)!.values]).toEqual([['f2', '9']]);
    // Sent from the version that it was made from: that somebody was there meanwhile is found out.
    expect(second.session.getRows().get(7)?.line.version).toBe(1);
    const [again] = second.session.getCreated();
    expect([...second.session.getRows().get(again!.id)!.values]).toEqual([['f1', 'Washer']]);
    expect(second.session.getRows().get(again!.id)?.idempotencyKey).toBe(
      first.session.getRows().get(made.id)?.idempotencyKey,
    );
    expect(open({ restored: false }).session.restore(stored as KeptLine[], [])).toBe(1);
  });

  it('nothing else passes for them', () => {
    for (const value of [
      null,
      {},
      [null],
      [{ id: 7 }],
      [{ id: 7, version: 1, idempotencyKey: 'k', original: [], values: [['a', 1]] }],
    ])
      expect(isKeptLines(value)).toBe(false);
  });
});
