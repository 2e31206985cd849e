// How wide the columns are until somebody chooses: as wide as what stands in them. The first rows decide, and then
// it holds: columns do not move while one pages. Nothing is laid out for it; of each column the longest text of a
// sample is measured, and no cell.
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { useMemo, useState } from 'react';
import { widestColumn } from '../../../values/value-view.ts';
import { viewOf } from '../../../values/views.ts';
import { widthOfText, type TextStyle } from '../../../ui/grid/text-width.ts';
import { holdsUsers, type FieldOptions } from '../../../values/value-field.ts';
import { isRelation, type RecordField } from '../record-field.ts';
import type { RecordRow } from '../record-row.ts';
import type { RecordColumn } from './record-columns.tsx';

type Fitted = {
  readonly widths: ReadonlyMap<string, number>;
  /** Those that hold from now on. */
  readonly settled: ReadonlySet<string>;
  /** What they were last measured by. */
  readonly columns: readonly RecordColumn[] | null;
  readonly rows: readonly RecordRow[] | null;
};
type Scene = {
  fields: ReadonlyMap<string, RecordField>;
  options: FieldOptions;
  hidden: readonly string[];
};

const sampleSize = 25;
/** So many rows tell what a column holds; fewer, as the one of a link, are not taken for the rest. */
const enoughRows = 8;
const measuredTexts = 3;
const cellPadding = 24;
/** The arrow of the sort, beside the head. */
const roomOfArrow = 22;
const roomOfPin = 20;
const gapOfUnit = 8;
const roomOfInitials = 28;
const roomOfChip = 20;
const roomOfFile = 90;
const narrowest = 72;
/** The next page may hold more digits than the first. */
const usualAmount = '100,000.00';

const nothingFitted: Fitted = { widths: new Map(), settled: new Set(), columns: null, rows: null };

export function useFittedColumns(
  columns: readonly RecordColumn[],
  rows: readonly RecordRow[],
  scene: Scene,
): readonly RecordColumn[] {
  const [fitted, setFitted] = useState(nothingFitted);
  const isOther = fitted.rows !== rows || fitted.columns !== columns;
  if (isOther && rows.length > 0 && columns.some((column) => isOpen(column, fitted, scene)))
    setFitted(fit(columns, rows, scene, fitted));
  const { widths } = fitted;
  return useMemo(
    () =>
      columns.map((column) => {
        const width = widths.get(column.id);
        return width === undefined ? column : { ...column, width };
      }),
    [columns, widths],
  );
}

const isOpen = ({ id }: RecordColumn, { settled }: Fitted, { hidden }: Scene): boolean =>
  !settled.has(id) && !hidden.includes(id);

function fit(
  columns: readonly RecordColumn[],
  rows: readonly RecordRow[],
  scene: Scene,
  before: Fitted,
): Fitted {
  const sample = rows.slice(0, sampleSize);
  const widths = new Map(before.widths);
  const settled = new Set(before.settled);
  for (const column of columns) {
    if (!isOpen(column, before, scene)) continue;
    const field = scene.fields.get(column.id);
    const longest = longestTexts(column, sample);
    const isNamed = field === undefined || !isRelation(field) || scene.options.has(field.key);
    // Its names are on their way: narrow now, it would push its neighbours when they come.
    if (!isNamed && !longest.some(Boolean)) continue;
    const width = Math.max(
      widthOfHeader(column),
      ...longest.map((text) => widthOfContent(column, field, text)),
    );
    widths.set(column.id, Math.max(before.widths.get(column.id) ?? narrowest, width));
    if (sample.length >= enoughRows && (longest.some(Boolean) || isNamed)) settled.add(column.id);
  }
  return { widths, settled, columns, rows };
}

/** The longest by letters: near enough to choose which are measured. */
function longestTexts({ text, kind }: RecordColumn, rows: readonly RecordRow[]): readonly string[] {
  // Dates of one column are all of one length.
  if (kind === 'date') return [rows.map(text).find(Boolean) ?? ''];
  const texts = new Set(rows.map(text));
  return [...texts].toSorted((one, other) => other.length - one.length).slice(0, measuredTexts);
}

function widthOfHeader({ id, header, unit, sortable }: RecordColumn): number {
  const arrow = sortable === false ? 0 : roomOfArrow;
  const ofUnit = unit === undefined ? 0 : widthOfText(unit, 'cell') + gapOfUnit;
  return (
    cellPadding + widthOfText(header, 'strong') + ofUnit + arrow + (id === 'recordNumber' ? roomOfPin : 0)
  );
}

function widthOfContent(column: RecordColumn, field: RecordField | undefined, text: string): number {
  if (text === '') return narrowest;
  const style: TextStyle = column.kind === 'text' || column.kind === undefined ? 'cell' : 'figures';
  const isAmount = field?.dataType === 'currency' && text.length < usualAmount.length;
  const width = cellPadding + widthOfText(isAmount ? usualAmount : text, style) + roomBeside(field);
  return Math.min(width + 2, field ? viewOf(field.dataType).widest : widestColumn);
}

function roomBeside(field: RecordField | undefined): number {
  if (field === undefined) return 0;
  if (field.dataType === 'attachment') return roomOfFile;
  if (holdsUsers(field) && valueOf(field.dataType).choosing === 'one') return roomOfInitials;
  return field.key === 'status' || field.key === 'enabled' ? roomOfChip : 0;
}
