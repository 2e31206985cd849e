// What is changed and not yet saved, of any kind of thing: what it began with, what was changed, what is wrong, and the
// steps that can be taken back. It stands outside React and knows no feature: a kind says how its things are read. A
// form is a session of one thing. A thing that nothing happened to keeps its objects.
import type { Formulas } from './compute-look.ts';
import { fillFrom } from '@rowhouse/domain/fills/fill-from.ts';
import { keyUsedForOther } from '@rowhouse/domain/kernel/idempotency.ts';
import {
  changedKeys,
  findRequired,
  plainState,
  stateOf,
  type ConditionedRecord,
  type FieldState,
} from '@rowhouse/domain/field-conditions/judge-fields.ts';
import type { FieldRule } from '@rowhouse/domain/field-conditions/rules-of-fields.ts';
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { mergeChange, type Merge, type Overlap } from '@rowhouse/domain/records/merge-change.ts';
import { valueOf as typeOf } from '@rowhouse/domain/values/values.ts';
import { whyNotValue as whyNotOfType } from '@rowhouse/domain/values/why-not-value.ts';
import { makeRandomKey } from '../platform/random-key.ts';
import type { RowEdit } from '../ui/grid/grid-store.ts';
import { createSteps, type Step } from './steps.ts';
import type { FillLookup } from './fill-lookup.ts';

export type ThingId = number | string;
/** By field key, each the text in which it is stored; '' when empty. */
export type Values = ReadonlyMap<string, string>;

export type EditField = {
  readonly key: string;
  readonly name: string;
  readonly dataType: DataType;
  readonly required: boolean;
  /** By the keys of the fields; a field that has one is written by nobody. */
  readonly formula?: string | null | undefined;
};

export type Thing<Id extends ThingId> = {
  readonly id: Id;
  readonly version: number;
  readonly values: Values;
  /** It is not stored yet. */
  readonly isNew?: boolean;
};

/** What a session must know of one kind of thing. */
export type EditKind<Source, Id extends ThingId, Field extends EditField> = {
  readonly read: (source: Source, fields: ReadonlyMap<string, Field>) => Thing<Id>;
  /** What is asked before it is sent: only what was changed, or every field of it. */
  readonly asks: 'changes' | 'all';
  /** When a fault is told: as soon as a value is written, as into a cell, or once an input was left, as in a form. */
  readonly tells: 'written' | 'left';
  /** What stands in an input as the value that is kept. Default: as it stands. */
  readonly toKept?: (field: Field, text: string) => string;
  /** The sentence against what stands in an input, or null. Default: the rule of the field's type. */
  readonly whyNot?: (field: Field, text: string, original: string) => string | null;
  /** Whether another person's change of the field is news. Default: of each field. */
  readonly isNews?: (key: string) => boolean;
  /** Why a new thing cannot be sent though none of its values is wrong, or null. */
  readonly whyNotNew?: (values: Values) => string | null;
};

export type Edited<Source, Id extends ThingId = number> = {
  readonly id: Id;
  readonly source: Source;
  readonly isNew: boolean;
  /** The version that the changes were made from. */
  readonly version: number;
  readonly original: Values;
  /** Only what differs from the original. */
  readonly values: Values;
  /** What stands in the inputs of a form, as it was typed. */
  readonly typed: Values;
  /** What the server said of a field; it goes with the next change of that field. */
  readonly refusals: Values;
  /** The fields whose inputs were left. */
  readonly left: ReadonlySet<string>;
  readonly look: RowEdit;
  /** Of the fields that rules are about, what the thing as it is written now makes of them. */
  readonly states: ReadonlyMap<string, FieldState>;
  /** Of a new thing: sent twice under it, it is made once. */
  readonly idempotencyKey: string;
};

/** What drafts keep of a thing. */
export type KeptChange = {
  readonly version: number;
  readonly original: Values;
  readonly values: Values;
  readonly idempotencyKey?: string;
};

export type Change<Id extends ThingId> = {
  readonly row: Id;
  readonly column: string;
  readonly value: string;
};

export type EditSummary = {
  readonly rows: number;
  /** Things that are new or changed. */
  readonly changedRows: number;
  readonly changes: number;
  readonly faults: number;
  /** Where every field is asked: why the first of them cannot be sent, or null. */
  readonly whyNot: string | null;
  /** What the server said of a thing as a whole, until it is written again. */
  readonly refusal: string | null;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
};

type EditSessionParts<Id extends ThingId> = {
  readonly publish?: (looks: ReadonlyMap<Id, RowEdit>) => void;
  /** Called with the changes that are to be kept; null: nothing of the thing is. */
  readonly keep?: (changed: ReadonlyMap<Id, KeptChange | null>) => void;
};

const none: Values = new Map();
const noStates: ReadonlyMap<string, FieldState> = new Map();
const nothing: ReadonlySet<string> = new Set();

export type EditSession<
  Source,
  Id extends ThingId = number,
  Field extends EditField = EditField,
> = ReturnType<typeof createEditSession<Source, Id, Field>>;

export const isChanged = ({ isNew, values }: { isNew: boolean; values: Values }): boolean =>
  isNew || values.size > 0;

/** What stood in the fields that were changed: what an undo writes. */
export const valuesBefore = ({ original, values }: { original: Values; values: Values }): Values =>
  new Map([...values.keys()].map((key) => [key, original.get(key) ?? '']));

export function createEditSession<Source, Id extends ThingId, Field extends EditField>(
  kind: EditKind<Source, Id, Field>,
  { publish, keep }: EditSessionParts<Id>,
) {
  type Row = Edited<Source, Id>;
  const isForm = kind.tells === 'left';
  let fields: ReadonlyMap<string, Field> = new Map();
  let shown: ReadonlyMap<string, Field> = fields;
  let formulas: Formulas | null = null;
  let rules: readonly FieldRule[] = [];
  let filling: FillLookup | null = null;
  /** Choices that were made before it was known here what they fill, each with its thing as it stood. */
  let unfilled: readonly { readonly change: Change<Id>; readonly row: Row }[] = [];
  /** New things of which the choices that they begin with were asked. */
  const begunWith = new Set<Id>();
  const listeners = new Set<() => void>();
  let rows: ReadonlyMap<Id, Row> = new Map();
  let created: readonly Source[] = [];
  const steps = createSteps<Id>();
  let summary = summarise();

  function summarise(): EditSummary {
    const changed = [...rows.values()].filter(isChanged);
    let changes = 0;
    let faults = 0;
    for (const { values, look } of rows.values()) {
      changes += values.size;
      faults += look.faults.size;
    }
    const refused = changed.find(({ look }) => look.fault !== null);
    return {
      rows: rows.size,
      changedRows: changed.length,
      changes,
      faults,
      whyNot: kind.asks === 'all' ? firstOf(changed, whyNotSent) : null,
      refusal: refused?.look.fault ?? null,
      canUndo: steps.canUndo(),
      canRedo: steps.canRedo(),
    };
  }

  function put(changed: Iterable<readonly [Id, Row | null]>) {
    const next = new Map(rows);
    const kept = new Map<Id, KeptChange | null>();
    for (const [id, row] of changed) {
      const isToBeKept = row !== null && isChanged(row);
      // What only begins has no draft of its own yet: one that is offered stays.
      if (isToBeKept || next.has(id)) kept.set(id, isToBeKept ? keptOf(row) : null);
      if (row === null) next.delete(id);
      else next.set(id, row);
    }
    rows = next;
    const fresh = [...rows.values()].flatMap(({ isNew, source }) => (isNew ? [source] : [])).toReversed();
    if (fresh.length !== created.length || fresh.some((one, at) => one !== created[at])) created = fresh;
    summary = summarise();
    keep?.(kept);
    publish?.(new Map([...rows].map(([id, { look }]) => [id, look])));
    for (const listener of listeners) listener();
  }

  const keptOf = ({ version, original, values, typed, idempotencyKey }: Row): KeptChange => ({
    version,
    original,
    values: isForm ? typed : values,
    idempotencyKey,
  });

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
    return kind.whyNot ? kind.whyNot(field, text, row.original.get(key) ?? '') : whyNotOfType(field, text);
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

  async function followFormulas(): Promise<void> {
    const of = shown;
    const { readFormulas } = await import('./compute-look.ts');
    if (of !== shown) return;
    formulas = readFormulas(of.values());
    if (rows.size > 0) put([...rows].map(([id, row]) => [id, withLook(row, row.look.fault)] as const));
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

  function begun(source: Source, thing: Thing<Id>, kept?: KeptChange): Row {
    const { id, version, values: stored, isNew = false } = thing;
    const values = kept?.values ?? none;
    const row = withLook({
      id,
      source,
      isNew,
      version: kept?.version ?? version,
      original: kept?.original ?? stored,
      values: isForm ? none : values,
      typed: none,
      refusals: none,
      left: nothing,
      idempotencyKey: kept?.idempotencyKey ?? (isNew ? makeRandomKey() : ''),
    });
    return isForm ? withValues(row, values) : row;
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

  /** What the choices among the changes of a thing fill beside them; nothing where a field is closed by what comes of it. */
  function filledBeside(
    row: Row,
    chosen: readonly (readonly [key: string, value: string])[],
    written: ReadonlyMap<string, string>,
  ): ReadonlyMap<string, string> {
    const closed = new Set<string>();
    for (;;) {
      const isOpen = (key: string) => fields.has(key) && !written.has(key) && !closed.has(key);
      const filled = filling === null ? none : fillFrom(chosen, { ...filling, isOpen });
      const { states } = filled.size === 0 ? row : withValues(row, new Map([...written, ...filled]));
      const newlyClosed = [...filled.keys()].filter((key) => {
        const { isShown, whyReadOnly } = states.get(key) ?? plainState;
        return !isShown || whyReadOnly !== null;
      });
      if (newlyClosed.length === 0) return filled;
      for (const key of newlyClosed) closed.add(key);
    }
  }

  const isUnknown = (key: string, value: string): boolean =>
    filling !== null &&
    value !== '' &&
    filling.fillsOf(key).some((fill) => filling?.read(fill.key, value, fill.propertyId) === null);

  /** The changes, with what the choices among them fill. */
  function withFilled(changes: readonly Change<Id>[]): readonly Change<Id>[] {
    if (filling === null) return changes;
    const more: Change<Id>[] = [];
    for (const [id, own] of Map.groupBy(changes, (change) => change.row)) {
      const row = rows.get(id);
      if (row === undefined) continue;
      const chosen = own.filter(({ column, value }) => value !== valueOf(row, column));
      const late = chosen.filter(({ column, value }) => isUnknown(column, value));
      unfilled = [
        ...unfilled.filter(({ change }) => !chosen.some((one) => isOfSameCell(one, change))),
        ...late.map((change) => ({ change, row })),
      ];
      const filled = filledBeside(
        row,
        chosen.map(({ column, value }) => [column, value]),
        new Map(own.map(({ column, value }) => [column, value])),
      );
      for (const [column, value] of filled) more.push({ row: id, column, value });
    }
    return more.length === 0 ? changes : [...changes, ...more];
  }

  /** What was chosen before it was known what it fills: as if it had been known, but where something was written since. */
  function fillLate(): void {
    const known = unfilled.filter(({ change }) => !isUnknown(change.column, change.value));
    unfilled = unfilled.filter((one) => !known.includes(one));
    for (const { change, row: before } of known) {
      const { row: id, column, value } = change;
      const row = rows.get(id);
      if (row === undefined || valueOf(row, column) !== value) continue;
      const since = [...fields.keys()].filter((key) => valueOf(row, key) !== valueOf(before, key));
      const written = new Map(since.map((key) => [key, valueOf(row, key)]));
      const filled = [...filledBeside(row, [[column, value]], written)];
      const step = stepOf(filled.map(([key, text]) => ({ row: id, column: key, value: text })));
      if (step.length === 0) continue;
      if (!isForm) steps.extend(change, step);
      apply(step, 'after');
    }
  }

  /** A new thing begins with what the choices fill that it begins with: that is no change of it. */
  function fillBeginnings(): void {
    const begun = [...rows.values()].flatMap((row): (readonly [Id, Row])[] => {
      if (!row.isNew || begunWith.has(row.id)) return [];
      const chosen = [...row.original].filter(
        ([key]) => !row.values.has(key) && (filling?.fillsOf(key) ?? []).length > 0,
      );
      if (chosen.some(([key, value]) => isUnknown(key, value))) return [];
      begunWith.add(row.id);
      const filled = filledBeside(row, chosen, row.values);
      if (filled.size === 0) return [];
      const original = new Map([...row.original, ...filled]);
      return [[row.id, withLook({ ...row, original }, row.look.fault)]];
    });
    if (begun.length > 0) put(begun);
  }

  const stepOf = (changes: readonly Change<Id>[]): Step<Id> =>
    changes.flatMap(({ row, column, value }) => {
      const edited = rows.get(row);
      if (!edited) return [];
      const before = valueOf(edited, column);
      // What was left empty in a new row is told when somebody was there and wrote nothing.
      if (before === value && !edited.isNew) return [];
      return [{ row, column, before, after: value }];
    });

  function apply(step: Step<Id>, side: 'before' | 'after') {
    const byRow = new Map<Id, Map<string, string>>();
    for (const cell of step) {
      if (!rows.has(cell.row)) continue;
      const changed = byRow.get(cell.row) ?? new Map<string, string>();
      byRow.set(cell.row, changed.set(cell.column, cell[side]));
    }
    put([...byRow].map(([id, changed]) => [id, withValues(rows.get(id)!, changed)] as const));
  }

  function leaveInputs(id: Id, keys: Iterable<string>) {
    const row = rows.get(id);
    if (row) put([[id, withLook({ ...row, left: new Set([...row.left, ...keys]) }, row.look.fault)]]);
  }

  function merge(id: Id, source: Source): Merge | null {
    const row = rows.get(id);
    if (!row) return null;
    const typeOf = (key: string) => fields.get(key)?.dataType ?? 'string';
    const merged = mergeChange(row.original, row.values, kind.read(source, fields).values, typeOf);
    return { ...merged, taken: merged.taken.filter((key) => kind.isNews?.(key) !== false) };
  }

  function rebase(id: Id, source: Source, values: Values, fault: string | null = null) {
    const row = rows.get(id);
    if (!row) return;
    steps.forget(new Set([id]));
    const { version, values: original } = kind.read(source, fields);
    const typed = isForm ? values : none;
    put([[id, withLook({ ...row, source, version, original, values, typed, refusals: none }, fault)]]);
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    /**
     * The fields as they are configured now: before anything is edited, and whenever they change.
     * @param all those that are shown beside them as well: computed fields, and what they are computed from
     */
    setFields(next: Iterable<Field>, all?: Iterable<Field>) {
      fields = byKey(next);
      shown = all === undefined ? fields : byKey(all);
      formulas = null;
      // Most records have none: what reads them comes when one does.
      if ([...shown.values()].some(({ formula }) => formula != null)) void followFormulas();
      if (rows.size > 0) put([]);
    },
    /** By which of the fields are required, read only or shown. */
    setRules(next: readonly FieldRule[]) {
      if (next === rules) return;
      rules = next;
      put([...rows].map(([id, row]) => [id, withLook(row, row.look.fault)] as const));
    },
    /** What choices of its fields fill; null where none fills any. */
    setFilling(next: FillLookup | null) {
      if (next === filling) return;
      filling = next;
      fillBeginnings();
      fillLate();
    },
    /** What the thing as it is written now makes of the field. */
    getState: (id: Id, key: string): FieldState => rows.get(id)?.states.get(key) ?? plainState,
    getSummary: () => summary,
    getRows: () => rows,
    /** What is not stored yet, the newest first. */
    getCreated: () => created,
    /** What stands in the field now. */
    getValue(id: Id, key: string): string {
      const row = rows.get(id);
      return row ? valueOf(row, key) : '';
    },
    whyNotSent(id: Id): string | null {
      const row = rows.get(id);
      return row && isChanged(row) ? whyNotSent(row) : null;
    },

    /** Things that are in edit already stay as they are. */
    begin(sources: readonly Source[], kept?: ReadonlyMap<Id, KeptChange>) {
      put(
        sources.flatMap((source): (readonly [Id, Row])[] => {
          const thing = kind.read(source, fields);
          return rows.has(thing.id) ? [] : [[thing.id, begun(source, thing, kept?.get(thing.id))]];
        }),
      );
    },

    /** One step that can be undone. */
    write(changes: readonly Change<Id>[]) {
      const step = stepOf(withFilled(changes));
      if (step.length === 0) return;
      if (!isForm) steps.add(step);
      apply(step, 'after');
    },

    undo(): Step<Id> | undefined {
      const step = steps.undo();
      if (step) apply(step, 'before');
      return step;
    },

    redo(): Step<Id> | undefined {
      const step = steps.redo();
      if (step) apply(step, 'after');
      return step;
    },

    /** Ends the edit of these, with all that was changed in them; what is not stored yet is gone. */
    leave(ids: Iterable<Id>) {
      const gone = new Set(ids);
      steps.forget(gone);
      unfilled = unfilled.filter(({ change }) => !gone.has(change.row));
      put([...gone].map((id) => [id, null] as const));
    },

    /** In a form: an input was left, and what is wrong with it is told. */
    leaveInput: (id: Id, key: string) => leaveInputs(id, [key]),

    /** In a form: every fault is told. Answers the first field that has one, or null. */
    tellAll(id: Id): string | null {
      leaveInputs(id, fields.keys());
      const faults = rows.get(id)?.look.faults;
      return [...fields.keys()].find((key) => faults?.has(key)) ?? null;
    },

    /** Why a thing was not saved: at the field that the server named where it is in sight, else at the whole. */
    refuse(id: Id, sentence: string, key: string | null) {
      const row = rows.get(id);
      if (!row) return;
      const isShown = key !== null && fields.has(key);
      const refusals = isShown ? new Map([...row.refusals, [key, sentence]]) : row.refusals;
      put([[id, withLook({ ...withUsableKey(row, sentence), refusals }, isShown ? null : sentence)]]);
    },

    /** The next try of a new thing is another one: the key of this one stands for what was saved by an earlier try. */
    renewKey(id: Id) {
      const row = rows.get(id);
      if (row) put([[id, { ...row, idempotencyKey: makeRandomKey() }]]);
    },

    /** How my changes stand beside the thing as it is now. */
    merge,

    /** Goes on from the thing as it is now, with what is left of my changes. */
    rebase,

    /**
     * Somebody else changed it while it is in edit: it goes on from how it stands now. What both have changed is kept as
     * I wrote it, and told: saving puts mine in the place of theirs.
     */
    meet(id: Id, source: Source, tell: (overlapping: readonly Overlap[]) => string) {
      const merged = merge(id, source);
      if (merged === null) return;
      const { kept, overlapping } = merged;
      const mine = overlapping.map((field) => [field.key, field.mine] as const);
      rebase(id, source, new Map([...kept, ...mine]), overlapping.length > 0 ? tell(overlapping) : null);
    },
  };
}

const isOfSameCell = <Id extends ThingId>(one: Change<Id>, other: Change<Id>): boolean =>
  one.row === other.row && one.column === other.column;

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

const withUsableKey = <Row extends { readonly idempotencyKey: string }>(row: Row, sentence: string): Row =>
  sentence === keyUsedForOther ? { ...row, idempotencyKey: makeRandomKey() } : row;

function firstOf<Item, Found>(items: readonly Item[], find: (item: Item) => Found | null): Found | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}
