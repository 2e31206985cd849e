import { isChanged } from '../../edit-session/edited.ts';
import type { WrittenLine } from './line-items-panel-props.ts';
import type { LineSession } from './line-kind.ts';
import type { Line } from './line.ts';

/**
 * The lines as they would be saved, with what their computed fields come to; null while none is changed. A new line in which
 * nothing is written is none.
 */
export function writtenLines(session: LineSession, saved: readonly Line[]): readonly WrittenLine[] | null {
  const rows = session.getRows();
  if (![...rows.values()].some((row) => isChanged(row) && row.values.size > 0)) return null;
  const created = [...rows.values()].filter(({ isNew, values }) => isNew && values.size > 0);
  return [...saved, ...created.map(({ source }) => source)].map((line) => {
    const row = rows.get(line.id);
    if (row === undefined) return line;
    return { values: new Map([...line.values, ...row.values, ...(row.look.computed ?? [])]) };
  });
}
