import { expect, test } from 'vitest';
import type { RecordField } from '../record-field.ts';
import type { RecordRow } from '../record-row.ts';
import { statusesOf } from './status-moves-column.ts';

const field = (key: string, name: string, dataType: RecordField['dataType']): RecordField => ({
  id: key.startsWith('f') ? Number(key.slice(1)) : 0,
  key,
  name,
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
});
const fields = [field('status', 'Status', 'dropdown'), field('poNumber', 'PO Number', 'number')];
const byKey = new Map(fields.map((one) => [one.key, one]));
const names = ['Draft', 'Approved', 'Paid'];
const statuses = names.map((name, at) => ({ id: String(at + 1), name, enabled: true }));
const condition = {
  field: 'poNumber',
  dataType: 'number',
  operator: 'isNotEmpty',
  value: null,
  values: null,
  logicOperator: 'AND',
};
const path = {
  userId: 9,
  statuses: statuses.map(({ id, name }) => ({ id: Number(id), name })),
  steps: [
    {
      fromStatusId: 1,
      toStatusId: 2,
      roles: [],
      isOfRole: true,
      creator: 'ANYONE',
      conditions: [condition],
      words: 'PO Number is not empty',
      needsComment: false,
    },
  ],
} as never;
const record = {
  id: 5,
  version: 1,
  recordNumber: 7,
  enabled: true,
  recordFile: null,
  statusId: { id: 1, name: 'Draft' },
  poNumber: null,
} as RecordRow;

const reasons = (draft?: ReadonlyMap<string, string>) =>
  statusesOf(record, draft, { fields: byKey, statuses, path })?.map(({ whyNot }) => whyNot);

test('a row in edit closes the statuses to which its record may not go, with the reason', () => {
  expect(reasons()).toEqual([
    undefined,
    'Draft moves to Approved only when PO Number is not empty.',
    'No transition leads from Draft to Paid.',
  ]);
});

test('what is written into the row and not saved yet counts', () => {
  expect(reasons(new Map([['poNumber', '12']]))).toEqual([
    undefined,
    undefined,
    'No transition leads from Draft to Paid.',
  ]);
});
