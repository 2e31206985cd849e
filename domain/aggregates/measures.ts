// What can be counted and summed of a field, and how it is read. Each kind is asked of a field that a filter can name, so
// that whoever reads a number can be led to its records.
import type { DataType } from '../fields/data-types.ts';
import { readDecimal, roundDecimal, trimDecimal, writeDecimal } from '../kernel/decimal.ts';
import { showCurrency } from '../kernel/formats.ts';
import type { ValueFamily } from '../values/value.ts';
import { valueOf } from '../values/values.ts';

export const measureKinds = [
  'COUNT',
  'SUM',
  'AVERAGE',
  'MIN',
  'MAX',
  'DISTINCT',
  'FILLED',
  'EMPTY',
  'CHECKED',
] as const;
export type MeasureKind = (typeof measureKinds)[number];
/** Of a field; COUNT is of records. */
export type FieldMeasure = Exclude<MeasureKind, 'COUNT'>;

export const measureNames: Readonly<Record<MeasureKind, string>> = {
  COUNT: 'Count',
  SUM: 'Sum',
  AVERAGE: 'Average',
  MIN: 'Smallest',
  MAX: 'Largest',
  DISTINCT: 'Different values',
  FILLED: 'Filled',
  EMPTY: 'Empty',
  CHECKED: 'Checked',
};

const presence = ['FILLED', 'EMPTY'] as const;

const kindsOf: Readonly<Record<ValueFamily, readonly FieldMeasure[]>> = {
  number: ['SUM', 'AVERAGE', 'MIN', 'MAX', 'DISTINCT', ...presence],
  date: ['MIN', 'MAX', 'DISTINCT', ...presence],
  datetime: ['MIN', 'MAX', ...presence],
  time: ['MIN', 'MAX', 'DISTINCT', ...presence],
  text: ['DISTINCT', ...presence],
  relation: ['DISTINCT', ...presence],
  relations: presence,
  checkbox: ['CHECKED'],
  opaque: presence,
};

type Measured = { readonly name: string; readonly dataType: DataType; readonly filterable: boolean };

/** What a column's footer offers, in this order. */
export function measuresOf({ dataType, filterable }: Measured): readonly FieldMeasure[] {
  if (!filterable) return [];
  const { family } = valueOf(dataType);
  return dataType === 'textarea' ? presence : kindsOf[family];
}

export function whyNotMeasure(field: Measured, kind: FieldMeasure): string | null {
  return measuresOf(field).includes(kind)
    ? null
    : `${field.name} has no '${measureNames[kind].toLowerCase()}'.`;
}

/** Long texts, objects and files are not gathered into groups. */
export const mayGroup = ({ dataType, filterable }: Measured): boolean =>
  filterable && dataType !== 'textarea' && valueOf(dataType).family !== 'opaque';

/** Rows of a grid: each stands in one group, so that it is a row once. */
export const mayGroupRows = (field: Measured): boolean =>
  mayGroup(field) && valueOf(field.dataType).choosing !== 'many';

export const whyNotGroup = (field: Measured): string | null =>
  mayGroup(field) ? null : `Records cannot be grouped by ${field.name}.`;

/** Dates and moments are gathered by an interval. */
export const takesInterval = (dataType: DataType): boolean =>
  valueOf(dataType).family === 'date' || valueOf(dataType).family === 'datetime';

const counted = new Set<MeasureKind>(['COUNT', 'DISTINCT', 'FILLED', 'EMPTY', 'CHECKED']);
const mostShownDecimals = 4;

/**
 * As a person reads it: 62,018,230.42. An average is rounded to the cent, or to four decimals; a sum never.
 *
 * @param value as the contract writes it; null where nothing is filled
 */
export function showMeasure(
  kind: MeasureKind,
  dataType: DataType | null,
  value: string | null,
  timeZone: string,
): string {
  if (value === null) return '–';
  if (counted.has(kind) || dataType === null) return groupThousands(value);
  const type = valueOf(dataType);
  if (type.family !== 'number') return type.show(value, { timeZone, nameOf: () => '' });
  if (dataType === 'currency') return showCurrency(kind === 'AVERAGE' ? roundText(value, 2) : value);
  return groupThousands(kind === 'AVERAGE' ? roundText(value, mostShownDecimals) : value);
}

const roundText = (value: string, scale: number): string =>
  writeDecimal(trimDecimal(roundDecimal(readDecimal(value), scale)));

function groupThousands(value: string): string {
  const [whole = '', decimals] = value.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}
