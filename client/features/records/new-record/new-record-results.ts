// What the computed fields of a new record come to before it is saved: by the evaluator of the server, from what is typed here
// and from the lines that are written below. They are shown, and nothing of them is sent.
import { computeValues } from '@rowhouse/domain/formulas/computed-fields.ts';
import { gather } from '@rowhouse/domain/formulas/evaluate.ts';
import type { Gathering } from '@rowhouse/domain/formulas/formula.ts';
import { readKeptFormula } from '@rowhouse/domain/formulas/read-formula.ts';
import type { Decimal } from '@rowhouse/domain/kernel/decimal.ts';
import { newRecordDefaults } from '@rowhouse/domain/records/new-record.ts';
import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react';
import type { RecordField } from '../record-field.ts';
import { newRecordId, type NewRecordSession } from './new-record-kind.ts';

/** The lines that are written before their record is there; the page brings them. */
export type LinesInFormulas = {
  readonly subscribe: (listener: () => void) => () => void;
  /** Of each line what a field of it holds, by the field's key in formulas; null where it is empty. */
  readonly valuesOf: (key: string) => readonly (Decimal | null)[];
};

/** Whether what it comes to can be said here: a role that does not see all that its formula names does not see the formula. */
export const isShownResult = ({ isComputed, formula }: RecordField): boolean =>
  isComputed === true && formula != null;

type Parts = {
  readonly fields: readonly RecordField[];
  readonly filled: readonly RecordField[];
  readonly session: NewRecordSession;
  readonly lines: LinesInFormulas;
  readonly today: string;
};

/** By field key, as it is stored; '' where it is empty. */
export function useNewRecordResults(parts: Parts): ReadonlyMap<string, string> {
  const { fields, filled, session, lines, today } = parts;
  const formulas = useMemo(
    () =>
      fields.map(({ key, dataType, formula }) => ({
        key,
        dataType,
        formula: formula == null ? null : readKeptFormula(formula),
      })),
    [fields],
  );
  const inputs = useMemo(() => new Set(filled.map(({ key }) => key)), [filled]);
  // What the role only views begins with its default too.
  const defaults = useMemo(() => newRecordDefaults(fields, today), [fields, today]);
  const compute = useCallback(() => {
    const valueOf = (key: string) =>
      inputs.has(key) ? session.getValue(newRecordId, key) : (defaults[key] ?? '');
    const gathered = (by: Gathering, key: string) => gather(by, lines.valuesOf(key));
    const computed = computeValues(formulas, valueOf, gathered);
    return new Map([...computed].map(([key, value]) => [key, value ?? '']));
  }, [formulas, inputs, defaults, session, lines]);
  const last = useRef<ReadonlyMap<string, string>>(new Map());
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [session.subscribe(listener), lines.subscribe(listener)];
      return () => stops.forEach((stop) => stop());
    },
    [session, lines],
  );
  return useSyncExternalStore(subscribe, () => {
    const now = compute();
    if (!isSame(last.current, now)) last.current = now;
    return last.current;
  });
}

const isSame = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean =>
  one.size === other.size && [...one].every(([key, value]) => other.get(key) === value);
