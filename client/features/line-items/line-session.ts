// The lines in edit: what they began with, what was changed, what is wrong. It stands outside React and tells the grid
// how each row looks; a row that nothing happened to keeps its object.
import { mergeChange, isSameValue } from '@rowhouse/domain/records/merge-change.ts';
import { whyNotWritten } from '@rowhouse/domain/records/written-value.ts';
import type { RowEdit } from '../../ui/grid/grid-store.ts';
import type { Line, LineField, LineId } from './line.ts';

type Values = ReadonlyMap<string, string>;

export type EditedLine = {
  readonly line: Line;
  /** Only what differs from the line. */
  readonly values: Values;
  readonly refusals: Values;
  readonly look: RowEdit;
  /** Of a new line: sent twice, it makes one. */
  readonly idempotencyKey: string;
};

/** What drafts keep of a line. */
export type KeptLine = {
  readonly id: LineId;
  readonly version: number;
  readonly original: readonly (readonly [string, string])[];
  readonly values: readonly (readonly [string, string])[];
  readonly idempotencyKey: string;
};

export type LineSummary = {
  readonly rows: number;
  /** Lines that are new or changed. */
  readonly changed: number;
  /** Why they cannot be saved, or null. */
  readonly whyNot: string | null;
  /** What the server said of a line as a whole, until it is written again. */
  readonly refusal: string | null;
};

export type LineChange = { readonly row: LineId; readonly column: string; readonly value: string };

type LineSessionParts = {
  readonly fields: readonly LineField[];
  readonly makeKey: () => string;
  readonly publish: (looks: ReadonlyMap<LineId, RowEdit>) => void;
  /** Not before what was kept is restored. */
  readonly keep: (lines: readonly KeptLine[]) => void;
};

export type LineSession = ReturnType<typeof createLineSession>;

const none: Values = new Map();

export function createLineSession({ makeKey, publish, keep, ...parts }: LineSessionParts) {
  let { fields } = parts;
  let isRestored = false;
  const listeners = new Set<() => void>();
  let rows: ReadonlyMap<LineId, EditedLine> = new Map();
  let created: readonly Line[] = [];
  let made = 0;
  let summary: LineSummary = { rows: 0, changed: 0, whyNot: null, refusal: null };

  const fieldOf = (key: string) => fields.find((field) => field.key === key);
  const isChanged = ({ line, values }: EditedLine) => line.isNew || values.size > 0;

  function lookOf(values: Values, refusals: Values, fault: string | null): RowEdit {
    const faults = new Map(refusals);
    for (const [key, value] of values) {
      const field = fieldOf(key);
      const whyNot = field ? whyNotWritten(field, value) : null;
      if (whyNot !== null) faults.set(key, whyNot);
    }
    return { values, faults, fault };
  }

  /** Specification 4: not while required fields are empty or erroneous. */
  function whyNotSaved({ line, values, look }: EditedLine): string | null {
    for (const [key, fault] of look.faults) {
      const name = fieldOf(key)?.name ?? '';
      return fault.startsWith(name) ? fault : `${name}: ${fault}`;
    }
    const missing = fields.find(
      ({ key, required }) => required && (values.get(key) ?? line.values.get(key) ?? '') === '',
    );
    if (missing) return `${missing.name} is required`;
    return line.isNew && [...values.values()].every((value) => value === '')
      ? 'A line needs at least one value.'
      : null;
  }

  function put(changed: Iterable<readonly [LineId, EditedLine | null]>) {
    const next = new Map(rows);
    for (const [id, row] of changed) {
      if (row === null) next.delete(id);
      else next.set(id, row);
    }
    rows = next;
    if (created.some(({ id }) => !rows.has(id))) created = created.filter(({ id }) => rows.has(id));
    const changedRows = [...rows.values()].filter(isChanged);
    summary = {
      rows: rows.size,
      changed: changedRows.length,
      whyNot: changedRows.map(whyNotSaved).find((whyNot) => whyNot !== null) ?? null,
      refusal: changedRows.find(({ look }) => look.fault !== null)?.look.fault ?? null,
    };
    if (isRestored)
      keep(
        changedRows.map(({ line, values, idempotencyKey }) => ({
          id: line.id,
          version: line.version,
          original: [...line.values],
          values: [...values],
          idempotencyKey,
        })),
      );
    publish(new Map([...rows].map(([id, { look }]) => [id, look])));
    for (const listener of listeners) listener();
  }

  const begun = (line: Line, values: Values = none, idempotencyKey = makeKey()): EditedLine => ({
    line,
    values,
    refusals: none,
    look: lookOf(values, none, null),
    idempotencyKey,
  });

  function withValue(row: EditedLine, key: string, value: string): EditedLine {
    const field = fieldOf(key);
    if (!field) return row;
    const values = new Map(row.values);
    const refusals = new Map(row.refusals);
    refusals.delete(key);
    if (isSameValue(field.dataType, row.line.values.get(key) ?? '', value)) values.delete(key);
    else values.set(key, value);
    // What a new line leaves empty is told at its cell once somebody was there.
    if (row.line.isNew && value === '' && field.required) values.set(key, '');
    return { ...row, values, refusals, look: lookOf(values, refusals, null) };
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    getSummary: () => summary,
    getRows: () => rows,
    /** The lines that are not saved yet, the newest first. */
    getCreated: () => created,
    whyNotSaved: (id: LineId) => {
      const row = rows.get(id);
      return row && isChanged(row) ? whyNotSaved(row) : null;
    },

    /** Lines that are in edit already stay as they are. */
    begin(lines: readonly Line[]) {
      put(lines.flatMap((line) => (rows.has(line.id) ? [] : [[line.id, begun(line)] as const])));
    },

    /** An empty line at the top. */
    add(): Line {
      made += 1;
      const line: Line = { id: `new-${made}`, version: 0, values: none, isNew: true };
      created = [line, ...created];
      put([[line.id, begun(line)]]);
      return line;
    },

    /** The fields as they are configured now. */
    setFields(next: readonly LineField[]) {
      fields = next;
    },

    /** Once, when the lines are there: what was left unsaved before; lines that are gone since are left out. */
    restore(kept: readonly KeptLine[], lines: readonly Line[]) {
      if (isRestored) return 0;
      isRestored = true;
      const byId = new Map(lines.map((line) => [line.id, line]));
      const restored = kept.flatMap(({ id, version, original, values, idempotencyKey }) => {
        if (typeof id === 'string') {
          made += 1;
          const line: Line = { id: `new-${made}`, version: 0, values: none, isNew: true };
          created = [...created, line];
          return [[line.id, begun(line, new Map(values), idempotencyKey)] as const];
        }
        const line = byId.get(id);
        // As it was when the changes were made: that somebody else changed it meanwhile comes out in saving.
        const before = line && { ...line, version, values: new Map(original) };
        return before ? [[id, begun(before, new Map(values), idempotencyKey)] as const] : [];
      });
      put(restored);
      return restored.length;
    },

    write(changes: readonly LineChange[]) {
      const changed = new Map<LineId, EditedLine>();
      for (const { row, column, value } of changes) {
        const edited = changed.get(row) ?? rows.get(row);
        if (edited) changed.set(row, withValue(edited, column, value));
      }
      put(changed);
    },

    /** Leaves edit, with all that was changed in these lines; those that are not saved yet are gone. */
    leave(ids: Iterable<LineId>) {
      put([...ids].map((id) => [id, null] as const));
    },

    /** Why a line was not saved: at the cell where the server named its field, else at the row. */
    refuse(id: LineId, sentence: string, column: string | null) {
      const row = rows.get(id);
      if (!row) return;
      const isShown = column !== null && fieldOf(column) !== undefined;
      const refusals = isShown ? new Map([...row.refusals, [column, sentence]]) : row.refusals;
      put([[id, { ...row, refusals, look: lookOf(row.values, refusals, isShown ? null : sentence) }]]);
    },

    /**
     * Goes on from the line as it stands now. What only I changed is kept; what somebody else changed as well is kept
     * too, and told: saving again puts mine in the place of theirs.
     * @returns the fields that both have changed
     */
    rebase(id: LineId, present: Line, tell: (overlap: readonly { key: string; theirs: string }[]) => string) {
      const row = rows.get(id);
      if (!row) return [];
      const typeOf = (key: string) => fieldOf(key)?.dataType ?? 'string';
      const original = new Map(fields.map(({ key }) => [key, row.line.values.get(key) ?? '']));
      const { kept, overlapping } = mergeChange(original, row.values, present.values, typeOf);
      const values = new Map([...kept, ...overlapping.map(({ key, mine }) => [key, mine] as const)]);
      const fault = overlapping.length > 0 ? tell(overlapping) : null;
      put([[id, { ...row, line: present, values, refusals: none, look: lookOf(values, none, fault) }]]);
      return overlapping;
    },
  };
}

export function isKeptLines(value: unknown): value is readonly KeptLine[] {
  const arePairs = (pairs: unknown) =>
    Array.isArray(pairs) &&
    pairs.every(
      (pair) => Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string'),
    );
  return (
    Array.isArray(value) &&
    value.every((line: Partial<KeptLine> | null) => {
      if (typeof line !== 'object' || line === null) return false;
      const isId = typeof line.id === 'number' || typeof line.id === 'string';
      const isKeyed = typeof line.idempotencyKey === 'string' && typeof line.version === 'number';
      return isId && isKeyed && arePairs(line.original) && arePairs(line.values);
    })
  );
}
