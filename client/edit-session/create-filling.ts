// What choices fill beside them, also where it is known only after they were made.
import { fillFrom } from '@rowhouse/domain/fills/fill-from.ts';
import { plainState } from '@rowhouse/domain/field-conditions/judge-fields.ts';
import type { Judge } from './create-judge.ts';
import { none, type Change, type Edited, type EditField, type ThingId } from './edited.ts';
import type { FillLookup } from './fill-lookup.ts';

type Parts<Source, Id extends ThingId> = {
  readonly rows: () => ReadonlyMap<Id, Edited<Source, Id>>;
  readonly put: (changed: Iterable<readonly [Id, Edited<Source, Id>]>) => void;
  /** What comes of a choice later belongs to it. */
  readonly writeLate: (of: Change<Id>, changes: readonly Change<Id>[]) => void;
};

export function createFilling<Source, Id extends ThingId, Field extends EditField>(
  { getFields, valueOf, withLook, withValues }: Judge<Source, Id, Field>,
  { rows, put, writeLate }: Parts<Source, Id>,
) {
  type Row = Edited<Source, Id>;
  let filling: FillLookup | null = null;
  /** Choices that were made before it was known here what they fill, each with its thing as it stood. */
  let unfilled: readonly { readonly change: Change<Id>; readonly row: Row }[] = [];
  /** New things of which the choices that they begin with were asked. */
  const begunWith = new Set<Id>();

  /** What the choices among the changes of a thing fill beside them; nothing where a field is closed by what comes of it. */
  function filledBeside(
    row: Row,
    chosen: readonly (readonly [key: string, value: string])[],
    written: ReadonlyMap<string, string>,
  ): ReadonlyMap<string, string> {
    const closed = new Set<string>();
    for (;;) {
      const isOpen = (key: string) => getFields().has(key) && !written.has(key) && !closed.has(key);
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
      const row = rows().get(id);
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
      const row = rows().get(id);
      if (row === undefined || valueOf(row, column) !== value) continue;
      const since = [...getFields().keys()].filter((key) => valueOf(row, key) !== valueOf(before, key));
      const written = new Map(since.map((key) => [key, valueOf(row, key)]));
      const filled = [...filledBeside(row, [[column, value]], written)];
      writeLate(
        change,
        filled.map(([key, text]) => ({ row: id, column: key, value: text })),
      );
    }
  }

  /** A new thing begins with what the choices fill that it begins with: that is no change of it. */
  function fillBeginnings(): void {
    const begun = [...rows().values()].flatMap((row): (readonly [Id, Row])[] => {
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

  return {
    withFilled,
    /** What choices of its fields fill; null where none fills any. */
    set(next: FillLookup | null) {
      if (next === filling) return;
      filling = next;
      fillBeginnings();
      fillLate();
    },
    forget(gone: ReadonlySet<Id>) {
      unfilled = unfilled.filter(({ change }) => !gone.has(change.row));
    },
  };
}

const isOfSameCell = <Id extends ThingId>(one: Change<Id>, other: Change<Id>): boolean =>
  one.row === other.row && one.column === other.column;
