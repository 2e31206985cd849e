// What the conditions of fields make of a record as it is read, and of one that is written.
import { plainState, stateOf, type FieldState } from '@rowhouse/domain/field-conditions/judge-fields.ts';
import { useMemo } from 'react';
import type { RecordField } from '../record-field.ts';
import type { RecordRow } from '../record-row.ts';
import { findStoredValue } from '../row-edit/row-values.ts';
import { useFieldRules } from '../use-field-rules.ts';

/** By field key; a field that no rule is about is plain. */
export function useFieldStates(
  recordTypeId: number,
  record: RecordRow,
  fields: readonly RecordField[],
): (key: string) => FieldState {
  const rules = useFieldRules(recordTypeId);
  const states = useMemo(() => {
    const byKey = new Map(fields.map((field) => [field.key, field]));
    const read = (key: string) => {
      const field = byKey.get(key);
      return field === undefined ? undefined : findStoredValue(field, record);
    };
    return new Map(rules.map(({ field }) => [field, stateOf(rules, field, { before: read, after: read })]));
  }, [rules, record, fields]);
  return (key) => states.get(key) ?? plainState;
}
