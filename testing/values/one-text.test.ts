// A value reads the same wherever it is shown: in the grid and on the clipboard, in the CSV, beside the grid as the property of
// an object, and in the history of a line.
import type { AuthorisedField } from '@rowhouse/domain/access/authorised-record-type.ts';
import { dataTypes, type DataType } from '@rowhouse/domain/fields/data-types.ts';
import { fieldId, listId, listValueId, recordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { showProperty } from '@rowhouse/domain/objects/display.ts';
import { readingOf } from '@rowhouse/domain/objects/listed-object.ts';
import { propertyType } from '@rowhouse/domain/objects/object-property.ts';
import type { StoredListValue, TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import { expect, test } from 'vitest';
import { toColumns } from '../../client/features/records/columns/record-columns.tsx';
import type { RecordField } from '../../client/features/records/record-field.ts';
import type { RecordRow } from '../../client/features/records/record-row.ts';
import { createCellReader } from '../../server/platform/record-store/cell-reader.ts';
import { textOfStored } from '../../client/values/shown-text.ts';

const zone = 'America/New_York';
const file = '{"id":5,"name":"plan.pdf","sizeBytes":12}';
const thing = '{"1":"Oak"}';

/** What the contract tells, what a typed column holds of it, and how it reads. */
const samples: Record<DataType, readonly (readonly [stored: string, column: string, shown: string])[]> = {
  dropdown: [
    ['7', '7', 'Land'],
    ['8', '8', 'Sea (Disabled)'],
    ['99', '99', ''],
  ],
  'single-select': [['8', '8', 'Sea (Disabled)']],
  multiselect: [['[7,8]', '{7,8}', 'Land, Sea (Disabled)']],
  'multiselect-checkbox': [['[8,7]', '{8,7}', 'Sea (Disabled), Land']],
  date: [['2026-03-01', '2026-03-01 00:00:00+00', '03/01/2026']],
  datetime: [['2026-03-01T18:05:00.000Z', '2026-03-01 18:05:00+00', '03/01/2026 01:05 PM']],
  time: [['14:30', '870', '02:30 PM']],
  object: [[thing, thing, 'Oak']],
  number: [['1234', '1234', '1234']],
  decimal: [['1234.50', '1234.5', '1234.5']],
  float: [['0.0000001', '1e-07', '0.0000001']],
  currency: [
    ['1234.5', '1234.5', '1,234.50'],
    ['16.448', '16.448', '16.448'],
  ],
  checkbox: [
    ['true', 'true', 'Yes'],
    ['false', 'false', 'No'],
  ],
  boolean: [['true', 'true', 'Yes']],
  string: [['1,234', '1,234', '1,234']],
  url: [['https://example.com', 'https://example.com', 'https://example.com']],
  textarea: [['one\ntwo', 'one\ntwo', 'one\ntwo']],
  email: [['ann@example.com', 'ann@example.com', 'ann@example.com']],
  phone: [['[1,2065550199]', '[1,2065550199]', '+1 2065550199']],
  attachment: [[file, file, 'plan.pdf']],
};

const valueOfList = (id: number, value: string, enabled: boolean) =>
  ({ id: listValueId(id), listId: listId(1), value, userId: null, enabled }) as StoredListValue;
const values = [valueOfList(7, 'Land', true), valueOfList(8, 'Sea', false)];
const property = { isRequired: false, isDisplayable: true, order: 1, enabled: true };
const config = {
  lists: new Map([[listId(1), { id: listId(1), objectDefinitionId: null, values }]]),
  listValues: new Map(values.map((value) => [value.id, value])),
  members: new Map(),
  objectProperties: [
    { ...property, id: 1, objectDefinitionId: 3, name: 'Wood', dataType: 'string', listId: null },
  ],
} as unknown as TenantConfig;
const options = new Map([
  ['f12', values.map(({ id, value, enabled }) => ({ id: String(id), name: value, enabled }))],
]);
const names = new Map(options.get('f12')!.map((option) => [option.id, option]));

const cases = dataTypes.flatMap((dataType) =>
  samples[dataType].map(([stored, column, shown]) => ({ dataType, stored, column, shown })),
);

test.each(cases)(
  'a $dataType kept as $stored is $shown everywhere',
  ({ dataType, stored, column, shown }) => {
    const isChoice =
      propertyType({ dataType, listId: null }) === dataType && /select|dropdown/.test(dataType);
    const field = { id: 12, key: 'f12', name: 'Field', dataType, sortable: true } as RecordField;
    const record = { id: 1, additionalFields: [{ tag: ';;12', value: stored }] } as unknown as RecordRow;
    const kept = { id: fieldId(12), listId: isChoice ? listId(1) : null, objectDefinitionId: 3, dataType };
    const authorised = { key: 'f12', dataType, base: null, stored: new Map([[recordTypeId(3), kept]]) };
    const csv = createCellReader([authorised as unknown as AuthorisedField], config, zone).read([column]);
    const own = { ...property, id: 2, name: 'Property', dataType, listId: isChoice ? 1 : null };
    // The grid shows objects by columns of its own, by the same display (object-columns.tsx); lines hold none.
    const inGrid = () => [
      toColumns([field], options, zone, true)[0]?.text(record),
      textOfStored(field, stored, names, zone),
    ];
    const inPanel = () => [showProperty(own, stored, readingOf(config, zone))];
    const isOpaque = dataType === 'object' || dataType === 'attachment';
    const texts = [...csv, ...(dataType === 'object' ? [] : inGrid()), ...(isOpaque ? [] : inPanel())];
    expect(new Set(texts)).toEqual(new Set([shown]));
  },
);
