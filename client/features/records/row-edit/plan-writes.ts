// What pasted, filled and cleared cells become: changes that can stand, and the reasons why others cannot.
import type { TogetherCell, WhyUnclearBeside } from '@rowhouse/domain/records/pasted-together.ts';
import { indexChoices, readPasted, type FindChoice } from '@rowhouse/domain/records/written-value.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { sayExpected } from '@rowhouse/domain/values/say-expected.ts';
import { whyNotValue } from '@rowhouse/domain/values/why-not-value.ts';
import type { CellWrite, WriteKind } from '../../../ui/grid/grid-column.ts';
import { noOptions, type FieldOptions } from '../../../values/value-field.ts';
import { type RecordField } from '../record-field.ts';
import { whyReadOnly } from './why-read-only.ts';
import type { Change } from '../../../edit-session/edited.ts';

export type Problem = {
  readonly row: number;
  /** The column's name, and what was to be written. */
  readonly column: string;
  readonly text: string;
  readonly whyNot: string;
};

export type WritePlan = {
  readonly changes: readonly Change<number>[];
  readonly problems: readonly Problem[];
};

export type PlanSetting = {
  readonly fields: ReadonlyMap<string, RecordField>;
  readonly options: FieldOptions;
  readonly timeZone: string;
  /** Why nothing is written into the cell of this row, by its conditions, or undefined. */
  readonly whyLocked?: (row: number, column: string) => string | undefined;
  /** Of what is pasted: why a text can be read in two ways beside the others. */
  readonly whyUnclear?: WhyUnclearBeside;
};

export function planWrites(writes: readonly CellWrite[], kind: WriteKind, setting: PlanSetting): WritePlan {
  const changes: Change<number>[] = [];
  const problems: Problem[] = [];
  const finders = new Map<string, FindChoice>();
  const reasons = new Map<string, string | null>();
  for (const { row, column, text, value } of writes) {
    const field = setting.fields.get(column);
    if (!reasons.has(column)) reasons.set(column, field ? whyReadOnly(field) : 'Only fields can be written.');
    const readOnly =
      reasons.get(column) ??
      // What is typed was asked about before, and stands with its fault.
      (kind === 'type' ? null : (setting.whyLocked?.(Number(row), column) ?? null));
    if (!field || readOnly !== null) {
      // Who clears a row of cells means those that can be cleared.
      if (kind !== 'clear')
        problems.push({ row: Number(row), column: field?.name ?? column, text, whyNot: readOnly ?? '' });
      continue;
    }
    const read = readWrite(field, text, value, kind, finders, setting);
    if (read.whyNot === undefined) changes.push({ row: Number(row), column, value: read.value });
    else
      problems.push({
        row: Number(row),
        column: field.name,
        text,
        whyNot: sayExpected(field.dataType, read.whyNot),
      });
  }
  return { changes, problems };
}

function readWrite(
  field: RecordField,
  text: string,
  value: string | undefined,
  kind: WriteKind,
  finders: Map<string, FindChoice>,
  { options, timeZone, whyUnclear }: PlanSetting,
) {
  // What is typed stands with its fault, so that it can be put right where it is.
  if (kind === 'type' && value !== undefined) return { value };
  if (kind === 'clear') {
    const empty = valueOf(field.dataType).cleared;
    const whyNot = whyNotValue(field, empty);
    return whyNot === null ? { value: empty } : { whyNot };
  }
  if (field.dataType === 'attachment') return { whyNot: `${field.name} is a file: choose it in its cell.` };
  if (value !== undefined) {
    const whyNot = whyNotValue(field, value);
    return whyNot === null ? { value } : { whyNot };
  }
  const find = finders.get(field.key) ?? indexChoices(options.get(field.key) ?? noOptions);
  finders.set(field.key, find);
  const unclear = whyUnclear?.({ dataType: field.dataType, text }) ?? null;
  return unclear === null ? readPasted(field, text, find, timeZone) : { whyNot: unclear };
}

/** What comes from another program; a cell that was copied here brings its value. */
export const writtenTexts = (
  writes: readonly CellWrite[],
  fields: PlanSetting['fields'],
): readonly TogetherCell[] =>
  writes.flatMap(({ column, text, value }) => {
    const dataType = fields.get(column)?.dataType;
    return dataType === undefined || value !== undefined ? [] : [{ dataType, text }];
  });
