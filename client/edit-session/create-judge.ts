// How the things of a session look as they are written now: what is wrong with them, what is computed and what the rules
// of their fields make of them.
import {
  changedKeys,
  findRequired,
  plainState,
  stateOf,
  type ConditionedRecord,
  type FieldState,
} from '@rowhouse/domain/field-conditions/judge-fields.ts';
import type { FieldRule } from '@rowhouse/domain/field-conditions/rules-of-fields.ts';
import { sayExpected } from '@rowhouse/domain/values/say-expected.ts';
import { valueOf as typeOf } from '@rowhouse/domain/values/values.ts';
import { whyNotValue as whyNotOfType } from '@rowhouse/domain/values/why-not-value.ts';
import type { RowEdit } from '../ui/grid/grid-store.ts';
import type { Formulas } from './compute-look.ts';
import { none, type Edited, type EditField, type EditKind, type ThingId, type Values } from './edited.ts';

const noStates: ReadonlyMap<string, FieldState> = new Map();

export type Judge<Source, Id extends ThingId, Field extends EditField> = ReturnType<
  typeof createJudge<Source, Id, Field>
>;

export function createJudge<Source, Id extends ThingId, Field extends EditField>(
  kind: EditKind<Source, Id, Field>,
) {
  type Row = Edited<Source, Id>;
  const isForm = kind.tells === 'left';
  let fields: ReadonlyMap<string, Field> = new Map();
  let shown: ReadonlyMap<string, Field> = fields;
  /** By their names also those that are gone: something may be written in them. */
  const known = new Map<string, Field>();
  let formulas: Formulas | null = null;
  let rules: readonly FieldRule[] = [];

  function valueOf(row: Row, key: string): string {
    const known = row.typed.get(key) ?? row.values.get(key) ?? row.original.get(key);
    return known ?? kind.read(row.source, fields).values.get(key) ?? '';
  }

  function whyNotValue(row: Row, key: string): string | null {
    const field = fields.get(key);
    if (!field) return null;
    const text = valueOf(row, key);
    const { isShown, whyReadOnly } = row.states.get(key) ?? plainState;
    if (whyReadOnly !== null && row.values.has(key)) return whyReadOnly;
    if (!isShown) return null;
    const whyNot = kind.whyNot
      ? kind.whyNot(field, text, row.original.get(key) ?? '')
      : whyNotOfType(field, text);
    return sayExpected(field.dataType, whyNot);
  }

  function withLook(
    row: Omit<Row, 'look' | 'states'> & Partial<Pick<Row, 'states'>>,
    fault: string | null = null,
  ): Row {
    const faults = new Map(row.refusals);
    const look: RowEdit = { values: row.values, faults, fault, ...followingFrom(row) };
    const judged = rules.length === 0 ? null : conditioned(row, look);
    const states = judged === null ? noStates : statesOf(judged, row.states);
    const looking = { ...row, look: withLocks(look, states), states };
    for (const key of isForm ? row.left : row.values.keys()) {
      const whyNot = whyNotValue(looking, key);
      if (whyNot !== null) faults.set(key, whyNot);
    }
    if (judged === null) return looking;
    const changed = changedKeys(rules, new Set(row.values.keys()), judged);
    for (const [key, whyNot] of findRequired(rules, judged, changed))
      if (fields.has(key) && !faults.has(key) && (!isForm || row.left.has(key))) faults.set(key, whyNot);
    return looking;
  }

  /** The thing as it is saved and as it is written now; what is not in sight is not known. */
  function conditioned(
    { isNew, values, original, source }: Omit<Row, 'look' | 'states'>,
    { computed }: RowEdit,
  ): ConditionedRecord {
    const read = memo(() => kind.read(source, shown).values);
    const before = (key: string) => original.get(key) ?? read().get(key);
    return {
      before: isNew ? null : before,
      after: (key) => values.get(key) ?? computed?.get(key) ?? before(key),
    };
  }

  /** What was written before it was closed is no lock: it stands with its sentence, to be taken back. */
  function withLocks(look: RowEdit, states: Row['states']): RowEdit {
    const locked = new Map<string, string>();
    const absent = new Set<string>();
    const asked = new Map<string, string>();
    for (const [key, { isShown, whyReadOnly, whyRequired }] of states) {
      if (!fields.has(key)) continue;
      if (whyRequired !== null) asked.set(key, whyRequired);
      if (whyReadOnly === null || look.values.has(key)) continue;
      locked.set(key, whyReadOnly);
      if (!isShown) absent.add(key);
    }
    return locked.size === 0 && asked.size === 0 ? look : { ...look, locked, absent, asked };
  }

  /** One that is as it was keeps its object. */
  function statesOf(judged: ConditionedRecord, last: Row['states'] = noStates): Row['states'] {
    return new Map(
      [...new Set(rules.map(({ field }) => field))].map((key) => {
        const state = stateOf(rules, key, judged);
        const before = last.get(key);
        return [key, before !== undefined && isSameState(before, state) ? before : state];
      }),
    );
  }

  /** What computed fields come to, once something was changed. */
  function followingFrom({
    values,
    original,
    source,
    isNew,
  }: Omit<Row, 'look' | 'states'>): Pick<RowEdit, 'computed'> {
    if (formulas === null || (values.size === 0 && !isNew)) return {};
    const read = memo(() => kind.read(source, shown).values);
    const valueOf = (key: string) => values.get(key) ?? original.get(key) ?? read().get(key) ?? '';
    return { computed: formulas(valueOf) };
  }

  /** Specification 4: not while required fields are empty or erroneous. */
  function whyNotSent(row: Row): string | null {
    for (const [key, fault] of row.look.faults) {
      const name = fields.get(key)?.name ?? '';
      return fault.startsWith(name) ? fault : `${name}: ${fault}`;
    }
    for (const { key, name, required } of fields.values())
      if (required && row.states.get(key)?.isShown !== false && valueOf(row, key) === '')
        return `${name} is required`;
    return row.isNew ? (kind.whyNotNew?.(row.values) ?? null) : null;
  }

  function withValues(row: Row, changed: Values): Row {
    const values = new Map(row.values);
    const refusals = new Map(row.refusals);
    let { original } = row;
    for (const [key, text] of changed) {
      const field = fields.get(key);
      if (!field) continue;
      // A column that came into view later began with what its row shows.
      if (!original.has(key))
        original = new Map([...original, [key, valueOf({ ...row, values: none }, key)]]);
      refusals.delete(key);
      const value = kind.toKept?.(field, text) ?? text;
      // What a new row of a grid leaves empty is told at its cell once somebody was there.
      const isMissed = !isForm && row.isNew && value === '' && field.required;
      if (typeOf(field.dataType).isSame(original.get(key)!, value) && !isMissed) values.delete(key);
      else values.set(key, value);
    }
    const typed = isForm ? new Map([...row.typed, ...changed]) : none;
    return withLook({ ...row, original, values, typed, refusals });
  }

  return {
    getFields: () => fields,
    findKnown: (key: string) => known.get(key),
    valueOf,
    withLook,
    withValues,
    whyNotSent,
    /** @param all those that are shown beside them as well: computed fields, and what they are computed from */
    setFields(next: Iterable<Field>, all?: Iterable<Field>) {
      fields = byKey(next);
      shown = all === undefined ? fields : byKey(all);
      for (const [key, field] of shown) known.set(key, field);
      formulas = null;
    },
    /** Answers whether the things look otherwise now: most have no formula, and what reads them comes when one does. */
    async followFormulas(): Promise<boolean> {
      if (![...shown.values()].some(({ formula }) => formula != null)) return false;
      const of = shown;
      const { readFormulas } = await import('./compute-look.ts');
      if (of !== shown) return false;
      formulas = readFormulas(of.values());
      return true;
    },
    /** Answers whether they are others than before. */
    setRules(next: readonly FieldRule[]): boolean {
      if (next === rules) return false;
      rules = next;
      return true;
    },
  };
}

const isSameState = (one: FieldState, other: FieldState): boolean =>
  one.isShown === other.isShown &&
  one.whyRequired === other.whyRequired &&
  one.whyReadOnly === other.whyReadOnly;

const byKey = <Field extends EditField>(fields: Iterable<Field>): ReadonlyMap<string, Field> =>
  new Map([...fields].map((field) => [field.key, field]));

function memo<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => (made ??= { value: make() }).value;
}
