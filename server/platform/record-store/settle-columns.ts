// The columns of a record as they are written: with what its computed fields come to after the change. Every statement that
// writes records takes `SettledColumns`, and only this file makes them: a way of writing that forgets does not compile.
import { formulaOf, listComputed, type ComputedField } from '@rowhouse/domain/formulas/computed-fields.ts';
import { kindOfInput, type Formula } from '@rowhouse/domain/formulas/formula.ts';
import type { StoredField } from '@rowhouse/domain/tenants/tenant-config.ts';
import { gatheredSql, resultSql, type FormulaPlaces } from './formula-sql.ts';
import { slotOf } from './places.ts';
import { storedForm } from './stored-forms.ts';

/** One value of a change: an SQL expression of a column, already bound. */
export type Assignment = { readonly column: string; readonly expression: string };

declare const settled: unique symbol;
export type SettledColumns = readonly Assignment[] & { readonly [settled]: true };

type Fields = { readonly fields: readonly StoredField[] };

/**
 * What a change makes of records that stand in the leaf: the computed fields that come from what it assigns, and those that
 * it assigns itself, as an undo does of a field that was filled by hand then.
 */
export function settleUpdate(type: Fields, leaf: string, assignments: readonly Assignment[]): SettledColumns {
  const given = assignedColumns(assignments);
  const isAssigned = (field: StoredField) => given.has(slotOf(field) ?? overflow);
  const isTouched = ({ field, inputs }: ComputedField<StoredField>) =>
    isAssigned(field) || type.fields.some((one) => inputs.has(one.id) && isAssigned(one));
  const touched = listComputed(type.fields).filter(isTouched);
  return settle(type.fields, touched, assignments, {
    tenant: `${leaf}.tenant_id`,
    recordId: `${leaf}.id`,
    current: (column) => `${leaf}.${column}`,
  });
}

/**
 * What a new record begins with.
 * @param recordId of the record, where lines of it may stand already; null where there are none
 */
export const settleInsert = (
  type: Fields,
  assignments: readonly Assignment[],
  { tenant, recordId }: { readonly tenant: string; readonly recordId: string | null },
): SettledColumns =>
  settle(type.fields, listComputed(type.fields), assignments, { tenant, recordId, current: () => 'null' });

/** All that is computed of records that stand in the leaf, from what they and their lines hold. */
export const settleAll = (
  type: Fields,
  leaf: string,
  isWanted: (computed: ComputedField<StoredField>) => boolean = () => true,
): SettledColumns =>
  settle(type.fields, listComputed(type.fields).filter(isWanted), [], {
    tenant: `${leaf}.tenant_id`,
    recordId: `${leaf}.id`,
    current: (column) => `${leaf}.${column}`,
  });

const overflow = 'x';

const assignedColumns = (assignments: readonly Assignment[]): ReadonlySet<string> =>
  new Set(assignments.map(({ column }) => column));

type Standing = {
  readonly tenant: string;
  readonly recordId: string | null;
  /** What a column holds that is not assigned. */
  readonly current: (column: string) => string;
};

function settle(
  fields: readonly StoredField[],
  computed: readonly ComputedField<StoredField>[],
  assignments: readonly Assignment[],
  { tenant, recordId, current }: Standing,
): SettledColumns {
  if (computed.length === 0) return assignments as SettledColumns;
  const byKey = new Map(fields.map((field) => [`f${field.id}`, field]));
  const assigned = new Map(assignments.map(({ column, expression }) => [column, expression]));
  const holds = (column: string): string => assigned.get(column) ?? current(column);
  const under = new Set<number>();
  const isText = (field: StoredField): boolean => kindOfInput(field.dataType) === 'text';
  /** Of a field that is computed, as it is kept. */
  const resultOf = (field: StoredField, formula: Formula): string => {
    under.add(field.id);
    const result = resultSql(formula, field.dataType, places);
    under.delete(field.id);
    return result;
  };
  const valueOf = (key: string): string => {
    const field = byKey.get(key);
    if (field === undefined) return 'null::numeric';
    // A circle is refused where formulas are made; one that is met all the same comes to nothing.
    if (under.has(field.id)) return isText(field) ? `''::text` : 'null::numeric';
    const formula = formulaOf(field);
    const value = formula === null ? standingIn(field) : resultOf(field, formula);
    return isText(field) ? `coalesce(${value}, '')` : value;
  };
  const standingIn = (field: StoredField): string => {
    const slot = slotOf(field);
    const stored = slot === null ? `((${holds(overflow)})::jsonb ->> '${field.id}')` : `(${holds(slot)})`;
    // A double goes through its text, the shortest that reads as itself: 0.1 is computed with as 0.1.
    return isText(field) ? `${stored}::text` : `${stored}::float8::text::numeric`;
  };
  const places: FormulaPlaces = {
    field: valueOf,
    dataTypeOf: (key) => byKey.get(key)?.dataType,
    gathered: (by, key) =>
      recordId === null
        ? `${by === 'sum' || by === 'count' ? 0 : 'null'}::numeric`
        : gatheredSql(by, Number(key.slice(1)), tenant, recordId),
  };
  const results = computed.map(({ field, formula }) => ({
    field,
    slot: slotOf(field),
    value: `(${resultOf(field, formula)})::${storedForm(field.dataType).sqlType}`,
  }));
  const settledColumns = new Map(assigned);
  for (const { field, slot, value } of results) {
    if (slot !== null) settledColumns.set(slot, value);
    else {
      const before = settledColumns.get(overflow) ?? current(overflow);
      settledColumns.set(overflow, `formula_overflow(${before}, '${field.id}', ${value})`);
    }
  }
  return [...settledColumns].map(([column, expression]) => ({
    column,
    expression,
  })) as unknown as SettledColumns;
}

/** As a part of an update. */
export const setList = (columns: SettledColumns): string =>
  columns.map(({ column, expression }) => `${column} = ${expression}`).join(', ');
