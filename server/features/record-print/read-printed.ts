// A record as it is printed: what the role sees of it, as the grid shows it. Asked through the query of records, so that
// hidden fields, deleted rows and the role's confinement are judged there alone.
import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import type {
  AuthorisedField,
  AuthorisedRecordType,
} from '@rowhouse/domain/access/authorised-record-type.ts';
import { withCurrency } from '@rowhouse/domain/fields/rules.ts';
import { openLineItemTypes } from '@rowhouse/domain/line-items/rules.ts';
import { sumColumn } from '@rowhouse/domain/record-print/sum-column.ts';
import { choiceNamer } from '@rowhouse/domain/records/names-of.ts';
import type { StoredLineItemField, StoredLineItemType } from '@rowhouse/domain/tenants/tenant-config.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import { createCellReader } from '../../platform/record-store/cell-reader.ts';
import { pageStatement } from '../../platform/record-store/page-statements.ts';
import { queryOfIds } from '../../platform/record-store/sight.ts';
import { readLines, selectLines } from '../line-items/sql.ts';
import type { StoredLine } from '../line-items/sql.ts';
import { findPlacesStatement, readPlaces } from '../../platform/record-store/standing-records.ts';

export type PrintedRecord = {
  /** 'Purchase orders 7411' */
  readonly title: string;
  readonly description: string;
  /** Those that have a value. */
  readonly fields: readonly { readonly name: string; readonly value: string }[];
  /** Those that have lines. */
  readonly tables: readonly PrintedTable[];
  /** Absent when nobody asked for them. */
  readonly comments?: PrintedComments;
  readonly history?: PrintedTable;
};

/** In their order. */
export type PrintedComments = {
  /** 'Comments (3)' */
  readonly heading: string;
  /** Instead of them, or before them: 'No comments yet'. */
  readonly note: string | null;
  readonly list: readonly {
    readonly author: string;
    readonly when: string;
    readonly text: string;
    readonly isDeleted: boolean;
  }[];
};

export type PrintedTable = {
  /** 'Order lines (3)' */
  readonly heading: string;
  readonly columns: readonly { readonly name: string; readonly isNumber: boolean }[];
  readonly rows: readonly (readonly string[])[];
  /** By column, '' where there is none; null when no column has one. */
  readonly sums: readonly string[] | null;
};

/** The records of types in sight among these, in the order of the ids; each is asked about again when it is read. */
export async function findPrintable(
  ids: readonly number[],
  context: MemberContext,
): Promise<{ readonly id: number; readonly recordType: AuthorisedRecordType }[]> {
  const { answers } = await context.read([findPlacesStatement(context.config, ids)]);
  const types = new Map(readPlaces(answers[0]).map(({ id, typeId }) => [id, typeId]));
  return ids.flatMap((id) => {
    const typeId = types.get(id);
    const recordType =
      typeId === undefined ? null : findAuthorisedRecordType(context.config, context.viewer, typeId);
    return recordType === null ? [] : { id, recordType };
  });
}

/** What the title says, and what is the same for all that a company prints. */
const notListed = new Set(['id', 'tenant', 'recordType', 'recordNumber', 'description']);

/** Null when the record is out of sight. */
export async function readPrinted(
  id: number,
  recordType: AuthorisedRecordType,
  timeZone: string,
  context: MemberContext,
): Promise<PrintedRecord | null> {
  const { config, viewer } = context;
  const fields = [...recordType.fields.values()];
  const cells = createCellReader(fields, config, timeZone);
  const lineTypes = openLineItemTypes(config, viewer).filter(
    (type) => type.recordTypeId === recordType.type.id,
  );
  const { answers } = await context.read([
    pageStatement(
      queryOfIds([id], recordType, context),
      (type) => cells.columns(type),
      { offset: 0, limit: 1 },
      null,
    ),
    ...(lineTypes.length === 0
      ? []
      : [selectLines(context.config, [id], { rowIds: null, withDeleted: false })]),
  ]);
  const row = answers[0]?.rows[0];
  if (row === undefined) return null;
  const shown = cells.read(row);
  const valueAt = (key: string) => shown[fields.findIndex((field) => field.key === key)] ?? '';
  const lines = lineTypes.length === 0 ? [] : readLines(answers[1]);
  return {
    title: [recordType.type.name, valueAt('recordNumber')].filter(Boolean).join(' '),
    description: valueAt('description'),
    fields: fields.flatMap((field, index) => {
      const value = shown[index] ?? '';
      return value === '' || notListed.has(field.key) ? [] : { name: nameOf(field), value };
    }),
    tables: lineTypes.flatMap((type) => {
      const ofType = lines.filter((line) => line.typeId === type.id);
      return ofType.length === 0 ? [] : tableOf(type, ofType, timeZone, context);
    }),
  };
}

const nameOf = ({ name, currency }: AuthorisedField | StoredLineItemField): string =>
  withCurrency(name, currency);

function tableOf(
  type: StoredLineItemType,
  lines: readonly StoredLine[],
  timeZone: string,
  { config }: MemberContext,
): PrintedTable {
  const showers = type.fields.map((field) => {
    const nameOfChoice = choiceNamer({ base: null, listId: field.listId }, config, timeZone);
    const showing = { timeZone, nameOf: nameOfChoice };
    return (stored: string) => (stored === '' ? '' : valueOf(field.dataType).show(stored, showing));
  });
  const sums = type.fields.map((field, index) => {
    if (valueOf(field.dataType).family !== 'number') return '';
    const sum = sumColumn(lines.map(({ values }) => values[field.id] ?? ''));
    return sum === null ? '' : (showers[index]?.(sum) ?? '');
  });
  return {
    heading: `${type.name} (${lines.length})`,
    columns: type.fields.map((field) => ({
      name: nameOf(field),
      isNumber: valueOf(field.dataType).family === 'number',
    })),
    rows: lines.map(({ values }) =>
      type.fields.map((field, index) => showers[index]?.(values[field.id] ?? '') ?? ''),
    ),
    sums: sums.some((sum) => sum !== '') ? sums : null,
  };
}
