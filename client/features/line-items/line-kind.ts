// Lines as an edit session has them: how they are read, and how those that were left unsaved come back.
import type { EditSession } from '../../edit-session/edit-session.ts';
import { isChanged, type EditKind } from '../../edit-session/edited.ts';
import { fromStored, isStoredChange, toStored, type StoredChange } from '../../edit-session/kept-change.ts';
import { makeRandomKey } from '../../platform/random-key.ts';
import type { Line, LineField, LineId } from './line.ts';

export type LineSession = EditSession<Line, LineId, LineField>;

export const lineKind: EditKind<Line, LineId, LineField> = {
  read: ({ id, version, values, isNew }, fields) => ({
    id,
    version,
    isNew,
    values: new Map([...fields.keys()].map((key) => [key, values.get(key) ?? ''])),
  }),
  asks: 'all',
  tells: 'written',
  whyNotNew: (values) =>
    [...values.values()].every((value) => value === '') ? 'A line needs at least one value.' : null,
};

export const newLine = (): Line => ({
  id: `new-${makeRandomKey()}`,
  version: 0,
  values: new Map(),
  isNew: true,
});

export type KeptLine = StoredChange & { readonly id: LineId };

export const keptLines = (session: LineSession): readonly KeptLine[] =>
  [...session.getRows().values()].filter(isChanged).map((row) => ({ id: row.id, ...toStored(row) }));

export const isKeptLines = (value: unknown): value is readonly KeptLine[] =>
  Array.isArray(value) &&
  value.every((line: unknown) => {
    if (!isStoredChange(line) || !('id' in line)) return false;
    return typeof line.id === 'number' || typeof line.id === 'string';
  });

/**
 * Lines that are gone since are left out. The others go on from what they were when the changes were made: that somebody
 * else changed them meanwhile comes out in saving.
 * @returns how many came back
 */
export function restoreLines(
  session: LineSession,
  kept: readonly KeptLine[],
  lines: readonly Line[],
): number {
  const byId = new Map(lines.map((line) => [line.id, line]));
  const restored = kept.flatMap((change) => {
    const line = typeof change.id === 'string' ? newLine() : byId.get(change.id);
    return line ? [[line, fromStored(change)] as const] : [];
  });
  session.begin(
    restored.map(([line]) => line),
    new Map(restored.map(([{ id }, change]) => [id, change])),
  );
  return restored.length;
}
