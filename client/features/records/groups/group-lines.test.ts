import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RecordRow } from '../record-row.ts';
import { keyOfPath, toGroupLines, type GroupPath } from './group-lines.ts';

const rowOf = (id: number): RecordRow => ({
  id,
  version: 1,
  recordNumber: id,
  enabled: true,
  recordFile: null,
});

/** Records by the values of up to three fields. */
const gathered = fc.record({
  levels: fc.integer({ min: 1, max: 3 }),
  records: fc.array(fc.tuple(fc.nat({ max: 2 }), fc.nat({ max: 2 }), fc.nat({ max: 2 })), { maxLength: 30 }),
  isOpen: fc.func(fc.boolean()),
  pageSize: fc.integer({ min: 1, max: 5 }),
});

test('groups that are open show each of their records once, or say how many are left', () => {
  fc.assert(
    fc.property(gathered, ({ levels, records, isOpen, pageSize }) => {
      const inPath = (path: GroupPath) =>
        records.flatMap((values, id) =>
          path.every((value, at) => String(values[at]) === value) ? [id] : [],
        );
      const open = (path: GroupPath) => isOpen(keyOfPath(path));
      const lines = toGroupLines({
        levels,
        isOpen: open,
        groupsOf: (path) => {
          const values = new Set(inPath(path).map((id) => String(records[id]?.[path.length])));
          return {
            groupsLeftOut: 0,
            groups: [...values].toSorted().map((value) => ({
              values: [{ value, shown: value }],
              measures: [String(inPath([...path, value]).length)],
            })),
          };
        },
        rowsOf: (path) => inPath(path).slice(0, pageSize).map(rowOf),
      });
      // The same said the other way round: of a group its line, and below it what it is open for.
      const expected = (path: GroupPath): string[] => {
        const ids = inPath(path);
        if (path.length === levels) {
          const left = ids.length - pageSize;
          return [
            ...ids.slice(0, pageSize).map((id) => `record ${id}`),
            ...(left > 0 ? [`more ${left}`] : []),
          ];
        }
        const values = [...new Set(ids.map((id) => String(records[id]?.[path.length])))].toSorted();
        return values.flatMap((value) => {
          const below = [...path, value];
          return [`group ${below.join()} ${inPath(below).length}`, ...(open(below) ? expected(below) : [])];
        });
      };
      const said = lines.map((line) => {
        if (line.kind === 'group') return `group ${line.path.join()} ${line.measures[0]}`;
        return line.kind === 'record' ? `record ${line.row.id}` : `more ${line.kind === 'more' && line.left}`;
      });
      expect(said).toEqual(expected([]));
    }),
  );
});

test('what is on its way, what failed and what was left out is said where it would stand', () => {
  const answer = {
    groups: [{ values: [{ value: '1', shown: 'Open' }], measures: ['3'] }],
    groupsLeftOut: 1204,
  };
  const groupsOf = () => answer;
  const told = (rows: 'pending' | { failure: string }) =>
    toGroupLines({ levels: 1, isOpen: () => true, groupsOf, rowsOf: () => rows }).flatMap((line) =>
      line.kind === 'told' ? [line.words] : [],
    );
  const leftOut = '1,204 more groups are not shown. Narrow the filter to see them.';
  expect(told('pending')).toEqual(['Loading…', leftOut]);
  expect(told({ failure: 'The server does not answer.' })).toEqual(['The server does not answer.', leftOut]);
});

test('a record that was moved between two answers is a row once', () => {
  const lines = toGroupLines({
    levels: 1,
    isOpen: () => true,
    groupsOf: () => ({
      groups: ['1', '2'].map((value) => ({ values: [{ value, shown: value }], measures: ['1'] })),
      groupsLeftOut: 0,
    }),
    rowsOf: () => [rowOf(7)],
  });
  expect(lines.map((line) => line.kind)).toEqual(['group', 'record', 'group']);
});
