import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { describe, expect, test } from 'vitest';
import { previewBulk, showPreviewCounts, toBulkChange } from './bulk-preview.ts';
import { toReport, toUndoReport, type BulkResult } from './bulk-send.ts';
import type { RecordField } from '../../record-field.ts';
import type { RecordRow } from '../../record-row.ts';

const aField = (dataType: DataType, id = 12): RecordField => ({
  id,
  key: id === 0 ? 'status' : `f${id}`,
  name: 'Vendor',
  recordTypeId: 3,
  dataType,
  visibility: true,
  access: 'Editable',
  required: false,
  order: 1,
  filterable: true,
  sortable: true,
  listType: null,
  currency: null,
  objectDefinition: null,
});
const aRecord = (id: number, value: string | null): RecordRow => ({
  id,
  version: 1,
  recordNumber: id * 10,
  enabled: true,
  recordFile: null,
  additionalFields: value === null ? [] : [{ tag: `${id};3;12`, value }],
});
const result = (id: number, outcome: BulkResult['outcome'], message: string | null = null): BulkResult => ({
  id,
  outcome,
  version: outcome === 'NOT_FOUND' ? null : 2,
  message,
  auditEntryId: outcome === 'UPDATED' ? 100 + id : null,
});

describe('the preview of a bulk edit', () => {
  test('puts those that change first, and counts both', () => {
    const records = [aRecord(1, '2.50'), aRecord(2, '3'), aRecord(3, null)];
    const preview = previewBulk(records, aField('currency'), '2.5');
    expect(preview.lines.map(({ record, before, changes }) => [record.id, before, changes])).toEqual([
      [2, '3', true],
      [3, '', true],
      [1, '2.50', false],
    ]);
    expect(showPreviewCounts(preview)).toBe('3 records: 2 change, 1 has it already');
  });

  test.each([
    [['1', '2'], '3', '2 records: 2 change'],
    [['3', '3'], '3', '2 records: 2 have it already'],
    [['3'], '4', '1 record: 1 changes'],
    [['3', '3', '4'], '3', '3 records: 1 changes, 2 have it already'],
  ])('of %j made %s says %s', (before, value, sentence) => {
    const records = before.map((text, index) => aRecord(index + 1, text));
    expect(showPreviewCounts(previewBulk(records, aField('number'), value))).toBe(sentence);
  });

  test('a box that nobody ticked is not ticked', () => {
    const { changing } = previewBulk([aRecord(1, null), aRecord(2, 'true')], aField('checkbox'), 'false');
    expect(changing.map(({ id }) => id)).toEqual([2]);
  });
});

describe('what is sent', () => {
  test.each<[DataType, string, string | null]>([
    ['checkbox', '', 'false'],
    ['multiselect', '', '0'],
    ['string', '', null],
    ['string', 'a', 'a'],
  ])('for a %s of %j is %j', (dataType, value, sent) => {
    expect(toBulkChange(aField(dataType), value)).toEqual({
      additionalFields: [{ recordAdditionalFieldByTypeId: 12, value: sent }],
    });
  });

  test('for a base field has the name of the contract', () =>
    expect(toBulkChange(aField('dropdown', 0), '7')).toEqual({ statusId: 7 }));
});

test('a report tells what holds the value, what was changed, and why the rest was not', () => {
  const report = toReport([
    result(1, 'UPDATED'),
    result(2, 'UNCHANGED'),
    result(3, 'CONFLICT', 'Somebody else changed this record since you opened it.'),
    result(4, 'NOT_FOUND', 'The record was not found.'),
  ]);
  expect(report).toEqual({
    done: [1, 2],
    changed: [{ id: 1, auditEntryId: 101 }],
    failed: [
      { id: 3, sentence: 'Somebody else changed this record since you opened it.', isGone: false },
      { id: 4, sentence: 'The record was not found.', isGone: true },
    ],
  });
});

test('what was taken back is told apart from what somebody wrote since', () => {
  const kept = 'Vendor: Superseded by Iris Chan, Nov 22, 2026 - 8:41am. That value is kept.';
  expect(
    toUndoReport([
      { id: 1, isDone: true, refusals: [] },
      { id: 2, isDone: false, refusals: [kept] },
    ]),
  ).toEqual({ done: [1], changed: [], failed: [{ id: 2, sentence: kept, isGone: false }] });
});
