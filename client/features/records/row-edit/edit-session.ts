// The rows in row edit: what they began with, what was changed, what is wrong, and the steps that can be taken back.
// It stands outside React; the grid is given the look of each row, and a row that nothing happened to keeps its object.
import { findBaseField } from '@rowhouse/domain/fields/base-fields.ts';
import { isSameValue, mergeChange, type Merge } from '@rowhouse/domain/records/merge-change.ts';
import { whyNotWritten } from '@rowhouse/domain/records/written-value.ts';
import type { RowEdit } from '../../../ui/grid/grid-store.ts';
import type { RecordField } from '../record-field.ts';
import type { RecordRow } from '../record-row.ts';
import { findStoredValue, storedValues } from './row-values.ts';

type Values = ReadonlyMap<string, string>;

export type EditedRow = {
  readonly record: RecordRow;
  /** The version that the changes were made from. */
  readonly version: number;
  readonly original: Values;
  /** Only what differs from the original. */
  readonly values: Values;
  readonly refusals: Values;
  readonly look: RowEdit;
};

export type CellChange = { readonly row: number; readonly column: string; readonly value: string };

/** What drafts keep of a row. */
export type KeptChange = { readonly version: number; readonly original: Values; readonly values: Values };

export type EditSummary = {
  readonly rows: number;
  readonly changedRows: number;
  readonly changes: number;
  readonly faults: number;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
};

type Step = readonly { row: number; column: string; before: string; after: string }[];

type EditSessionParts = {
  publish: (looks: ReadonlyMap<number, RowEdit>) => void;
  /** Called with each row whose changes are to be kept, or forgotten when there are none. */
  keep: (id: number, change: KeptChange | null) => void;
};

const none: Values = new Map();
const mostSteps = 200;

export type EditSession = ReturnType<typeof createEditSession>;

export function createEditSession({ publish, keep }: EditSessionParts) {
  let fields: ReadonlyMap<string, RecordField> = new Map();
  const listeners = new Set<() => void>();
  let rows: ReadonlyMap<number, EditedRow> = new Map();
  let done: Step[] = [];
  let undone: Step[] = [];
  let summary: EditSummary = summarise();

  function summarise(): EditSummary {
    let changedRows = 0;
    let changes = 0;
    let faults = 0;
    for (const { values, look } of rows.values()) {
      if (values.size > 0) changedRows += 1;
      changes += values.size;
      faults += look.faults.size;
    }
    return {
      rows: rows.size,
      changedRows,
      changes,
      faults,
      canUndo: done.length > 0,
      canRedo: undone.length > 0,
    };
  }

  function put(changed: Iterable<readonly [number, EditedRow | null]>, keeps = true) {
    const next = new Map(rows);
    for (const [id, row] of changed) {
      if (row === null) next.delete(id);
      else next.set(id, row);
      if (keeps) keep(id, row === null || row.values.size === 0 ? null : row);
    }
    rows = next;
    told();
  }

  function told() {
    summary = summarise();
    publish(new Map([...rows].map(([id, { look }]) => [id, look])));
    for (const listener of listeners) listener();
  }

  function lookOf(values: Values, refusals: Values, fault: string | null): RowEdit {
    const faults = new Map(refusals);
    for (const [key, value] of values) {
      const field = fields.get(key);
      const whyNot = field ? whyNotWritten(field, value) : null;
      if (whyNot !== null) faults.set(key, whyNot);
    }
    return { values, faults, fault };
  }

  function withValues(row: EditedRow, changed: ReadonlyMap<string, string>): EditedRow {
    const values = new Map(row.values);
    const refusals = new Map(row.refusals);
    let original = row.original;
    for (const [key, value] of changed) {
      const field = fields.get(key);
      if (!field) continue;
      // A column that came into view later began with what its row shows.
      if (!original.has(key))
        original = new Map([...original, [key, findStoredValue(field, row.record) ?? '']]);
      refusals.delete(key);
      if (isSameValue(field.dataType, original.get(key)!, value)) values.delete(key);
      else values.set(key, value);
    }
    return { ...row, original, values, refusals, look: lookOf(values, refusals, null) };
  }

  function apply(step: Step, side: 'before' | 'after') {
    const byRow = new Map<number, Map<string, string>>();
    for (const cell of step) {
      if (!rows.has(cell.row)) continue;
      const changed = byRow.get(cell.row) ?? new Map<string, string>();
      byRow.set(cell.row, changed.set(cell.column, cell[side]));
    }
    put([...byRow].map(([id, changed]) => [id, withValues(rows.get(id)!, changed)] as const));
  }

  const valueOf = (row: EditedRow, column: string): string => {
    const field = fields.get(column);
    const stored = field ? findStoredValue(field, row.record) : undefined;
    return row.values.get(column) ?? row.original.get(column) ?? stored ?? '';
  };

  function forgetSteps(ids: ReadonlySet<number>) {
    const without = (steps: Step[]) =>
      steps.map((step) => step.filter(({ row }) => !ids.has(row))).filter((step) => step.length > 0);
    done = without(done);
    undone = without(undone);
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    /** The fields by their key, as they are now; before any row is edited. */
    setFields(present: ReadonlyMap<string, RecordField>) {
      fields = present;
    },
    getSummary: () => summary,
    getRows: () => rows,

    /** Rows that are in row edit already stay as they are. */
    begin(records: readonly RecordRow[], kept?: ReadonlyMap<number, KeptChange>) {
      const added = records.flatMap((record): (readonly [number, EditedRow])[] => {
        if (rows.has(record.id)) return [];
        const change = kept?.get(record.id);
        const original = change?.original ?? storedValues(fields.values(), record);
        const values = change?.values ?? none;
        return [
          [
            record.id,
            {
              record,
              version: change?.version ?? record.version,
              original,
              values,
              refusals: none,
              look: lookOf(values, none, null),
            },
          ],
        ];
      });
      put(added, false);
    },

    /** One step that can be undone. */
    write(changes: readonly CellChange[]) {
      const step = changes.flatMap(({ row, column, value }) => {
        const edited = rows.get(row);
        if (!edited) return [];
        const before = valueOf(edited, column);
        return before === value ? [] : [{ row, column, before, after: value }];
      });
      if (step.length === 0) return;
      done = [...done, step].slice(-mostSteps);
      undone = [];
      apply(step, 'after');
    },

    undo(): Step | undefined {
      const step = done.at(-1);
      if (!step) return undefined;
      done = done.slice(0, -1);
      undone = [...undone, step];
      apply(step, 'before');
      return step;
    },

    redo(): Step | undefined {
      const step = undone.at(-1);
      if (!step) return undefined;
      undone = undone.slice(0, -1);
      done = [...done, step];
      apply(step, 'after');
      return step;
    },

    /** Leaves row edit, with all that was changed in these rows. */
    leave(ids: Iterable<number>) {
      const gone = new Set(ids);
      forgetSteps(gone);
      put([...gone].map((id) => [id, null] as const));
    },

    /** Why a row was not saved: at the cell where the server named one that is in sight, else at the row. */
    refuse(id: number, sentence: string, column: string | null) {
      const row = rows.get(id);
      if (!row) return;
      const refusals = column === null ? row.refusals : new Map([...row.refusals, [column, sentence]]);
      const fault = column === null ? sentence : null;
      put([[id, { ...row, refusals, look: lookOf(row.values, refusals, fault) }]], false);
    },

    /** How my changes of the row stand beside the record as it is now. */
    merge(id: number, present: RecordRow): Merge | null {
      const row = rows.get(id);
      if (!row) return null;
      const typeOf = (key: string) => fields.get(key)?.dataType ?? 'string';
      const merge = mergeChange(row.original, row.values, storedValues(fields.values(), present), typeOf);
      // That the system notes each change is no news.
      return { ...merge, taken: merge.taken.filter((key) => !findBaseField(key)?.readOnly) };
    },

    /** Goes on from the record as it is now, with what is left of my changes. */
    rebase(id: number, present: RecordRow, values: Values) {
      const row = rows.get(id);
      if (!row) return;
      forgetSteps(new Set([id]));
      const original = storedValues(fields.values(), present);
      put([
        [
          id,
          {
            record: present,
            version: present.version,
            original,
            values,
            refusals: none,
            look: lookOf(values, none, null),
          },
        ],
      ]);
    },
  };
}
