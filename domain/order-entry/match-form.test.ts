import { expect, test } from 'vitest';
import type { DataType } from '../fields/data-types.ts';
import type { StoredRecordType } from '../tenants/tenant-config.ts';
import { fitForm } from './match-form.ts';
import { questionsOf } from './sections.ts';

const typeOf = (
  fields: readonly { name: string; dataType: DataType; enabled?: boolean; formula?: string }[],
) =>
  ({
    fields: fields.map((field, index) => ({ id: index + 1, enabled: true, formula: null, ...field })),
  }) as unknown as StoredRecordType;
const all = questionsOf(['billing']).map(({ name }) => ({ name, dataType: 'string' as const }));

test('a question goes to the field of its name, in any case, and the PO number to that of every record', () => {
  const { fields, missing } = fitForm(
    ['billing'],
    typeOf([
      { name: ' BILLING ', dataType: 'dropdown' },
      ...all.filter(({ name }) => !/^(Billing|PO Number)$/.test(name)),
    ]),
  );
  expect(missing).toEqual([]);
  expect(fields['billing']).toBe('f1');
  expect(fields['poNumber']).toBe('poNumber');
});

test('one whose field is missing, switched off, computed or takes no text is named', () =>
  expect(
    fitForm(
      ['billing'],
      typeOf([
        ...all.filter(({ name }) => !/^(Billing|City|State|Country)$/.test(name)),
        { name: 'Billing', dataType: 'string', enabled: false },
        { name: 'City', dataType: 'date' },
        { name: 'Country', dataType: 'string', formula: '[]' },
      ]),
    ).missing,
  ).toEqual(['City', 'State', 'Country', 'Billing']));
