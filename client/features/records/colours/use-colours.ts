// The colours of the rows at hand, by the rules of the view and what the reader was answered.
import { findColours, type ColourRule } from '@rowhouse/domain/grid-preferences/colour-rules.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { useCallback, useMemo } from 'react';
import { viewerZone } from '../../../platform/clock.ts';
import type { GridMark, GridMarks } from '../../../ui/grid/grid-column.ts';
import { storedOf } from '../filters/filter-by-value.ts';
import type { RecordField } from '../record-field.ts';
import type { RecordRow } from '../record-row.ts';

/** The fields that the rules ask, and that are read of each record though no column shows them. */
export const askedByRules = (rules: readonly ColourRule[]): readonly string[] => [
  ...new Set(rules.flatMap(({ conditions }) => conditions.map(({ field }) => field))),
];

/** Undefined where there are no rules. */
export function useMarks(rules: readonly ColourRule[], fields: ReadonlyMap<string, RecordField>) {
  const known = useMemo(
    () => ({ of: [rules, fields], marks: new WeakMap<RecordRow, GridMarks | object>() }),
    [rules, fields],
  );
  const marksOf = useCallback(
    (record: RecordRow): GridMarks | null => {
      const { marks } = known;
      const found = marks.get(record) ?? judge(record, rules, fields) ?? none;
      marks.set(record, found);
      return found === none ? null : (found as GridMarks);
    },
    [known, rules, fields],
  );
  return rules.length === 0 ? undefined : marksOf;
}

/** In the place of no colours, which are kept too. */
const none = {};

function judge(
  record: RecordRow,
  rules: readonly ColourRule[],
  fields: ReadonlyMap<string, RecordField>,
): GridMarks | null {
  // A row of a group is no record.
  if (record.id < 0) return null;
  const read = (key: string) => {
    const field = fields.get(key);
    if (field === undefined) return undefined;
    const stored = storedOf(field, record);
    return { dataType: field.dataType, stored: valueOf(field.dataType).isEmpty(stored) ? null : stored };
  };
  const colours = findColours(rules, read, { timeZone: viewerZone(), nowMs: Date.now() });
  return (
    colours && {
      row: colours.row && toMark(colours.row),
      cells: new Map([...colours.cells].map(([column, rule]) => [column, toMark(rule)])),
    }
  );
}

const toMark = ({ name, tone }: Pick<ColourRule, 'name' | 'tone'>): GridMark => ({
  label: name,
  tone: tone.toLowerCase() as GridMark['tone'],
});
