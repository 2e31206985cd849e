// What the computed fields of a record come to while it, or a line of it, is changed and not saved: by the evaluator of the
// server. They are shown, and nothing of them is sent.
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { computeValues } from '@rowhouse/domain/formulas/computed-fields.ts';
import { gather, readInput, readOperand } from '@rowhouse/domain/formulas/evaluate.ts';
import { keysIn, type Formula, type Gathering } from '@rowhouse/domain/formulas/formula.ts';
import { readKeptFormula } from '@rowhouse/domain/formulas/read-formula.ts';
import { isSameDecimal, type Decimal } from '@rowhouse/domain/kernel/decimal.ts';
import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react';
import type { RecordField } from '../record-field.ts';
import type { RecordRow } from '../record-row.ts';
import { storedValue } from '../row-edit/row-values.ts';
import type { EditSession } from '../../../edit-session/edit-session.ts';

/** The lines of a record as they are written at this moment; the page brings them. */
export type LinesAsWritten = {
  readonly subscribe: (listener: () => void) => () => void;
  /** Whether one of them is not saved. */
  readonly isChanged: () => boolean;
  /** Of each line what the field holds that a formula calls so ('l12'); null where the lines are not known here. */
  readonly valuesOf: (key: string) => readonly (string | undefined)[] | null;
};

type Parts = {
  readonly fields: readonly RecordField[];
  readonly record: RecordRow;
  readonly session: EditSession<RecordRow, number, RecordField>;
  readonly lines: LinesAsWritten;
};

export type UnsavedResult = {
  /** As it would be stored; '' for empty. */
  readonly value: string;
  /** The lines were saved, and the record as it stands now is on its way. */
  readonly isSaved: boolean;
};

/** By field key: only what differs from the record that is shown. */
export type UnsavedResults = ReadonlyMap<string, UnsavedResult>;

export function useUnsavedResults({ fields, record, session, lines }: Parts): UnsavedResults {
  const formulas = useMemo(() => {
    const read = fields.map((field) => ({
      field,
      formula: field.formula == null ? null : readKeptFormula(field.formula),
    }));
    return read.some(({ formula }) => formula !== null) ? read : null;
  }, [fields]);
  const last = useRef<{ readonly of: RecordRow; readonly results: UnsavedResults }>({
    of: record,
    results: nothing,
  });
  const compute = useCallback((): UnsavedResults => {
    if (formulas === null) return nothing;
    const row = session.getRows().get(record.id);
    const isSaved = !lines.isChanged() && (row === undefined || row.values.size === 0);
    // Between saved lines and their record nothing falls back to what it was.
    if (isSaved && (last.current.of !== record || last.current.results.size === 0)) return nothing;
    const byKey = new Map(fields.map((field) => [field.key, field]));
    const stored = (key: string): string => {
      const field = byKey.get(key);
      return row?.values.get(key) ?? (field === undefined ? '' : storedValue(field, record));
    };
    const known = new Map<string, readonly (Decimal | null)[] | null>();
    const linesOf = (key: string) => {
      if (!known.has(key)) known.set(key, lines.valuesOf(key)?.map(readOperand) ?? null);
      return known.get(key)!;
    };
    // What gathers lines that are not known stays as it is saved.
    const isKnown = (formula: Formula) => [...keysIn(formula).gathered].every((key) => linesOf(key) !== null);
    const computed = computeValues(
      formulas.map(({ field: { key, dataType }, formula }) => ({
        key,
        dataType,
        formula: formula !== null && isKnown(formula) ? formula : null,
      })),
      stored,
      (by: Gathering, key) => gather(by, linesOf(key) ?? []),
    );
    return new Map(
      [...computed].flatMap(([key, value]) =>
        isSameResult(value, stored(key), byKey.get(key)!.dataType)
          ? []
          : [[key, { value: value ?? '', isSaved }] as const],
      ),
    );
  }, [formulas, fields, record, session, lines]);
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [session.subscribe(listener), lines.subscribe(listener)];
      return () => stops.forEach((stop) => stop());
    },
    [session, lines],
  );
  return useSyncExternalStore(subscribe, () => {
    const now = compute();
    if (last.current.of !== record || !isSame(last.current.results, now))
      last.current = { of: record, results: isSame(last.current.results, now) ? last.current.results : now };
    return last.current.results;
  });
}

const nothing: UnsavedResults = new Map();

/** 12.5 and 12.50 are one number, and two texts. */
function isSameResult(computed: string | null, stored: string, dataType: DataType): boolean {
  const [one, other] = [readInput(dataType, computed), readInput(dataType, stored)];
  return one === null || other === null || typeof one === 'string' || typeof other === 'string'
    ? one === other
    : isSameDecimal(one, other);
}

const isSame = (one: UnsavedResults, other: UnsavedResults): boolean =>
  one.size === other.size &&
  [...one].every(([key, { value, isSaved }]) => {
    const found = other.get(key);
    return found?.value === value && found.isSaved === isSaved;
  });
