// A record in one line, for lists that hold records of many types: made of authorised fields alone.
import type {
  AuthorisedField,
  AuthorisedRecordType,
} from '@rowhouse/domain/access/authorised-record-type.ts';
import type { RecordLine } from '@rowhouse/domain/contract.generated.ts';
import { findDeadline } from '@rowhouse/domain/start/deadline.ts';
import type { StoredRecordType, TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { number, row, text } from '../../platform/database/row.ts';
import type { TextRow } from '../../platform/database/statement-batch.ts';
import { findColumn } from '../../platform/record-store/column.ts';

const empty = {
  bigint: 'null::bigint',
  text: 'null::text',
  float8: 'null::float8',
  date: 'null::date',
} as const;

function columnOf(
  field: AuthorisedField | null | undefined,
  type: StoredRecordType,
  sqlType: keyof typeof empty,
): string {
  const column = field == null ? null : findColumn(field, type);
  if (column === null) return empty[sqlType];
  if (sqlType === 'date' && column.sqlType !== 'date')
    return `(${column.expression} at time zone 'UTC')::date`;
  return sqlType === 'text' ? `(${column.expression})::text` : column.expression;
}

/** The sum that stands for the record: the one that is called so, else the first. */
function findAmount({ fields }: AuthorisedRecordType): AuthorisedField | null {
  const sums = [...fields.values()].filter(({ dataType }) => dataType === 'currency');
  return sums.find(({ name }) => /\b(total|amount)\b/i.test(name)) ?? sums[0] ?? null;
}

/** The text fields beside those of the line, in which a search may have found something. */
const otherTexts = ({ fields }: AuthorisedRecordType): AuthorisedField[] =>
  [...fields.values()].filter(
    ({ key, dataType }) => valueOf(dataType).family === 'text' && !lineTexts.includes(key),
  );
const lineTexts = ['issuedToCompanyName', 'issuedByCompanyName', 'description'];

/** The columns of a line, by position: what each is of differs with the type. */
const line = row({
  id: number,
  recordNumber: number.orNull,
  statusId: number.orNull,
  issuedTo: text.orNull,
  issuedBy: text.orNull,
  description: text.orNull,
  amount: text.orNull,
  deadline: text.orNull,
});

/** What a line is read from; the same number of columns for each type of the grid. */
export function lineColumns(grid: AuthorisedRecordType, type: StoredRecordType): string[] {
  const of = (key: string, sqlType: keyof typeof empty) => columnOf(grid.fields.get(key), type, sqlType);
  return [
    'id',
    of('recordNumber', 'bigint'),
    of('status', 'bigint'),
    ...lineTexts.map((key) => of(key, 'text')),
    columnOf(findAmount(grid), type, 'float8'),
    columnOf(findDeadline(grid), type, 'date'),
  ];
}

/** The columns of a line with those in which `readFound` looks. */
export const foundColumns = (grid: AuthorisedRecordType, type: StoredRecordType): string[] => [
  ...lineColumns(grid, type),
  ...otherTexts(grid).map((field) => columnOf(field, type, 'text')),
];

export function readLine(stored: TextRow, grid: AuthorisedRecordType, config: TenantConfig): RecordLine {
  const [{ id, recordNumber, statusId, issuedTo, issuedBy, description, amount, deadline }] =
    line.split(stored);
  const status = statusId === null ? undefined : config.statuses.get(statusId);
  return {
    id,
    recordTypeId: grid.type.id,
    recordNumber,
    title: titleOf([issuedTo, issuedBy], description, config),
    status: status === undefined ? null : { id: status.id, name: status.name },
    amount,
    deadline,
    found: null,
  };
}

/** The company that the record is with is the one that is not the own. */
function titleOf(
  companies: readonly (string | null | undefined)[],
  description: string | null,
  { name }: TenantConfig,
): string | null {
  const given = companies.filter((company) => company != null && company.trim() !== '');
  const other = given.find((company) => company?.trim().toLowerCase() !== name.trim().toLowerCase());
  return other ?? description ?? given[0] ?? null;
}

const longestFound = 80;

/** The line with the place where the text was found, unless that is to be seen in it. */
export function readFound(
  stored: TextRow,
  sought: string,
  grid: AuthorisedRecordType,
  config: TenantConfig,
): RecordLine {
  const shown = readLine(stored, grid, config);
  const folded = sought.toLowerCase();
  const holds = (value: string | number | null | undefined) =>
    value != null && String(value).toLowerCase().includes(folded);
  if (holds(shown.recordNumber) || holds(shown.title)) return shown;
  const [{ issuedTo, issuedBy, description }, otherValues] = line.split(stored);
  const ownValues = [issuedTo, issuedBy, description];
  const own = lineTexts.map((key, index) => ({ field: grid.fields.get(key), value: ownValues[index] }));
  const others = otherTexts(grid).map((field, index) => ({ field, value: otherValues[index] }));
  const place = [...own, ...others].find(({ value }) => holds(value));
  if (place?.field === undefined || place.value == null) return shown;
  const at = Math.max(0, place.value.toLowerCase().indexOf(folded) - 20);
  const part = place.value.slice(at, at + longestFound);
  return { ...shown, found: { name: place.field.name, text: at > 0 ? `…${part}` : part } };
}
