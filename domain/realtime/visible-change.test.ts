import { expect, test } from 'vitest';
import type { RecordChange } from './messages.ts';
import { kindBySight, mergeChanges } from './visible-change.ts';
import type { Telling } from './visible-change.ts';

const telling = (event: Telling['event'], fields: string[]): Telling => ({
  scope: 'by sight',
  source: { type: { id: 1 }, confinement: [] } as unknown as Telling['source'],
  event,
  fields,
});

test.each([
  // [what happened, visible fields, in sight now, in sight before, what is told]
  ['updated', ['status'], true, true, 'updated'],
  ['updated', [], true, true, null],
  ['updated', ['status'], true, false, 'created'],
  ['updated', [], true, false, 'created'],
  ['updated', [], false, true, 'removed'],
  ['updated', ['status'], false, false, null],
  ['created', [], true, false, 'created'],
  ['created', [], false, false, null],
  ['restored', [], true, true, 'created'],
  ['restored', [], false, true, null],
  ['deleted', [], false, true, 'removed'],
  ['deleted', [], true, true, 'removed'],
  ['deleted', ['enabled'], false, false, null],
] as const)('%s, %j, in sight %s, before %s: %s', (event, fields, isInSight, wasInSight, kind) => {
  expect(kindBySight(telling(event, [...fields]), isInSight, wasInSight)).toBe(kind);
});

test('what somebody else had a part in is not one’s own', () => {
  const own = { id: 1, kind: 'updated', fields: ['status'], own: true } as const;
  const others = { id: 1, kind: 'updated', fields: ['status'] } as const;
  expect(mergeChanges([own, own])).toEqual([own]);
  expect(mergeChanges([own, others])).toEqual([others]);
  expect(mergeChanges([others, own])).toEqual([others]);
});

test('several changes of a record are one: the last coming or going, and every field', () => {
  const change = (id: number, kind: RecordChange['kind'], ...fields: string[]) => ({ id, kind, fields });
  expect(
    mergeChanges([
      change(1, 'updated', 'status'),
      change(2, 'created'),
      change(1, 'updated', 'status', 'f1'),
      change(2, 'updated', 'f1'),
      change(3, 'removed'),
      change(3, 'created'),
      change(4, 'updated', 'f1'),
      change(4, 'removed'),
    ]),
  ).toEqual([
    change(1, 'updated', 'status', 'f1'),
    change(2, 'created', 'f1'),
    change(3, 'created'),
    change(4, 'removed', 'f1'),
  ]);
});
