// Which fields tell a record at a glance: whom it concerns, how much, when, and whose it is. Types are made by the
// companies that use them, so it is read from data types and, for the amount, from what it is usually called.
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { isBase, type RecordField } from './record-field.ts';
import { holdsUsers } from '../../values/value-field.ts';

export type LeadingFields = {
  readonly party: RecordField | undefined;
  readonly amount: RecordField | undefined;
  readonly date: RecordField | undefined;
  readonly person: RecordField | undefined;
};

const wholeAmount = /\b(grand ?)?total\b/i;
const someAmount = /\b(amount|balance|due|sum|value)\b/i;

export function findLeadingFields(fields: readonly RecordField[]): LeadingFields {
  const shown = fields
    .filter(({ visibility }) => visibility)
    .toSorted((one, other) => Number(isBase(one)) - Number(isBase(other)) || one.order - other.order);
  const added = shown.filter((field) => !isBase(field));
  const named = added.filter((field) => namesSomebody(field));
  const amounts = added.filter(({ dataType }) => dataType === 'currency');
  const days = added.filter(({ dataType }) => dataType === 'date');
  return {
    party: named.find(({ required }) => required) ?? named[0] ?? find(shown, 'description'),
    amount:
      amounts.findLast(({ name }) => wholeAmount.test(name)) ??
      amounts.find(({ name }) => someAmount.test(name)) ??
      amounts[0],
    date: days.find(({ required }) => required) ?? days[0] ?? find(shown, 'recordDate'),
    person: find(shown, 'assignedTo') ?? added.find(holdsOneUser),
  };
}

const find = (fields: readonly RecordField[], key: string) => fields.find((field) => field.key === key);

const holdsOneUser = (field: RecordField): boolean =>
  holdsUsers(field) && valueOf(field.dataType).choosing === 'one';

function namesSomebody(field: RecordField): boolean {
  if (field.dataType === 'string') return true;
  return (
    valueOf(field.dataType).choosing === 'one' && !holdsUsers(field) && field.listType?.dataType !== 'Object'
  );
}
