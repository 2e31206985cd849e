import { expect, test } from 'vitest';
import type { DataType } from '../fields/data-types.ts';
import type { StoredRecordType } from '../tenants/tenant-config.ts';
import { fitForm } from './match-form.ts';
import { questionsOf } from './sections.ts';

const typeOf = (fields: readonly { name: string; dataType: DataType; enabled?: boolean }[]) =>
  ({
    fields: fields.map((field, index) => ({ id: index + 1, enabled: true, ...field })),
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

test('one whose field is missing, switched off or takes no text is named', () =>
  expect(
    fitForm(
      ['billing'],
      typeOf([
        ...all.filter(({ name }) => !/^(Billing|City|State)$/.test(name)),
        { name: 'Billing', dataType: 'string', enabled: false },
        { name: 'City', dataType: 'date' },
      ]),
    ).missing,
  ).toEqual(['City', 'State', 'Billing']));
