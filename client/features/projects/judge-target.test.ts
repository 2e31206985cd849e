import { expect, test } from 'vitest';
import type { RecordPath, TreeRecord } from './api.ts';
import { judgeTarget } from './judge-target.ts';

const aRecord = (id: number, more: Partial<TreeRecord> = {}): TreeRecord => ({
  id,
  version: 1,
  recordType: { id: 1, name: 'Orders' },
  recordNumber: id + 7000,
  description: null,
  status: null,
  dueDate: null,
  updatedAt: null,
  level: 0,
  enabled: true,
  childCount: 0,
  mayPlace: true,
  ...more,
});
const path = (record: TreeRecord, parents: RecordPath['parents'] = []): RecordPath => ({ record, parents });

test.each([
  ['a record beside them', path(aRecord(1), [aRecord(2), null]), null],
  ['one of them', path(aRecord(8)), '7008 cannot stand under itself.'],
  ['a record under one of them', path(aRecord(1), [aRecord(9)]), '7009 is above 7001.'],
  ['a deleted record', path(aRecord(1, { enabled: false })), '7001 is deleted.'],
  [
    'a record whose place the role may not change',
    path(aRecord(1, { mayPlace: false })),
    'Your role may not change where 7001 stands: Is Project is not editable in its record type.',
  ],
])('several records under %s', (_, found, whyNot) => {
  expect(judgeTarget(found, new Set([8, 9]))).toEqual({ whyNot, note: null });
});
