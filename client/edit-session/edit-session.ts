// What is changed and not yet saved, of any kind of thing: what it began with, what was changed, what is wrong, and the
// steps that can be taken back. It stands outside React and knows no feature: a kind says how its things are read. A
// form is a session of one thing. A thing that nothing happened to keeps its objects.
import { keyUsedForOther } from '@rowhouse/domain/kernel/idempotency.ts';
import { plainState, type FieldState } from '@rowhouse/domain/field-conditions/judge-fields.ts';
import type { FieldRule } from '@rowhouse/domain/field-conditions/rules-of-fields.ts';
import { mergeChange, type Merge, type Overlap } from '@rowhouse/domain/records/merge-change.ts';
import { makeRandomKey } from '../platform/random-key.ts';
import type { RowEdit } from '../ui/grid/grid-store.ts';
import { createFilling } from './create-filling.ts';
import { createJudge } from './create-judge.ts';
import {
  isChanged,
  none,
  type Change,
  type Edited,
  type EditField,
  type EditKind,
  type EditSummary,
  type KeptChange,
  type Thing,
  type ThingId,
  type Values,
} from './edited.ts';
import type { FillLookup } from './fill-lookup.ts';
import { createSteps, type Step } from './steps.ts';

type EditSessionParts<Id extends ThingId> = {
  readonly publish?: (looks: ReadonlyMap<Id, RowEdit>) => void;
  /** Called with the changes that are to be kept; null: nothing of the thing is. */
  readonly keep?: (changed: ReadonlyMap<Id, KeptChange | null>) => void;
};

const nothing: ReadonlySet<string> = new Set();

export type EditSession<
  Source,
  Id extends ThingId = number,
  Field extends EditField = EditField,
> = ReturnType<typeof createEditSession<Source, Id, Field>>;

export function createEditSession<Source, Id extends ThingId, Field extends EditField>(
  kind: EditKind<Source, Id, Field>,
  { publish, keep }: EditSessionParts<Id>,
) {
  type Row = Edited<Source, Id>;
  const isForm = kind.tells === 'left';
  const judge = createJudge(kind);
  const { getFields, valueOf, withLook, withValues, whyNotSent } = judge;
  const listeners = new Set<() => void>();
  /** What was sent without an answer that came. */
  const unanswered = new Map<Id, Values>();
  let rows: ReadonlyMap<Id, Row> = new Map();
  let created: readonly Source[] = [];
  const steps = createSteps<Id>();
  const filling = createFilling(judge, {
    rows: () => rows,
    put,
    writeLate(change, changes) {
      const step = stepOf(changes);
      if (step.length === 0) return;
      if (!isForm) steps.extend(change, step);
      apply(step, 'after');
    },
  });
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

  const lookAgain = () => {
    if (rows.size > 0) put([...rows].map(([id, row]) => [id, withLook(row, row.look.fault)] as const));
  };

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
      idempotencyKey: kept?.idempotencyKey ?? makeRandomKey(),
    });
    return isForm ? withValues(row, values) : row;
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
    const typeOf = (key: string) => getFields().get(key)?.dataType ?? 'string';
    const merged = mergeChange(row.original, row.values, kind.read(source, getFields()).values, typeOf);
    return { ...merged, taken: merged.taken.filter((key) => kind.isNews?.(key) !== false) };
  }

  function rebase(id: Id, source: Source, values: Values, fault: string | null = null) {
    const row = rows.get(id);
    if (!row) return;
    steps.forget(new Set([id]));
    const { version, values: original } = kind.read(source, getFields());
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
      judge.setFields(next, all);
      void judge.followFormulas().then((isOther) => isOther && lookAgain());
      if (rows.size > 0) put([]);
    },
    /** By which of the fields are required, read only or shown. */
    setRules(next: readonly FieldRule[]) {
      if (judge.setRules(next)) lookAgain();
    },
    /** What choices of its fields fill; null where none fills any. */
    setFilling: (next: FillLookup | null) => filling.set(next),
    /** What the thing as it is written now makes of the field. */
    getState: (id: Id, key: string): FieldState => rows.get(id)?.states.get(key) ?? plainState,
    getSummary: () => summary,
    getRows: () => rows,
    /** What is not stored yet, the newest first. */
    getCreated: () => created,
    /** The field as it is, or was before it was taken away. */
    findKnown: judge.findKnown,
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
          const thing = kind.read(source, getFields());
          return rows.has(thing.id) ? [] : [[thing.id, begun(source, thing, kept?.get(thing.id))]];
        }),
      );
    },

    /** One step that can be undone. */
    write(changes: readonly Change<Id>[]) {
      const step = stepOf(filling.withFilled(changes));
      if (step.length === 0) return;
      if (!isForm) steps.add(step);
      apply(step, 'after');
    },

    /** Lets go what was written in fields that are gone. */
    dropGone(id: Id) {
      const row = rows.get(id);
      if (!row) return;
      const values = new Map([...row.values].filter(([key]) => getFields().has(key)));
      put([[id, withLook({ ...row, values })]]);
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
      filling.forget(gone);
      for (const id of gone) unanswered.delete(id);
      put([...gone].map((id) => [id, null] as const));
    },

    /** In a form: an input was left, and what is wrong with it is told. */
    leaveInput: (id: Id, key: string) => leaveInputs(id, [key]),

    /** In a form: every fault is told. Answers the first field that has one, or null. */
    tellAll(id: Id): string | null {
      leaveInputs(id, getFields().keys());
      const faults = rows.get(id)?.look.faults;
      return [...getFields().keys()].find((key) => faults?.has(key)) ?? null;
    },

    /** Why a thing was not saved: at the field that the server named where it is in sight, else at the whole. */
    refuse(id: Id, sentence: string, key: string | null) {
      const row = rows.get(id);
      if (!row) return;
      const isShown = key !== null && getFields().has(key);
      const refusals = isShown ? new Map([...row.refusals, [key, sentence]]) : row.refusals;
      put([[id, withLook({ ...withUsableKey(row, sentence), refusals }, isShown ? null : sentence)]]);
    },

    /** It was sent, and nobody knows whether it arrived. */
    noteUnanswered(id: Id) {
      unanswered.set(id, rows.get(id)?.values ?? none);
    },

    /**
     * The next try is another one: the key of this one stands for what an earlier try saved, whose answer was lost. What that
     * try wrote is my own, and no change of somebody else.
     */
    renewKey(id: Id) {
      const row = rows.get(id);
      const original = new Map([...(row?.original ?? none), ...(unanswered.get(id) ?? none)]);
      if (row) put([[id, { ...row, original, idempotencyKey: makeRandomKey() }]]);
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

const withUsableKey = <Row extends { readonly idempotencyKey: string }>(row: Row, sentence: string): Row =>
  sentence === keyUsedForOther ? { ...row, idempotencyKey: makeRandomKey() } : row;

function firstOf<Item, Found>(items: readonly Item[], find: (item: Item) => Found | null): Found | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}
