// The rows of a grid that are gathered into groups, in the order in which they are shown.
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import type { RecordRow } from '../record-row.ts';

/** The values of the groups, from the outermost on; null: the field is empty. */
export type GroupPath = readonly (string | null)[];

export const keyOfPath = (path: GroupPath): string => JSON.stringify(path);

export type GroupAnswer = {
  readonly groups: readonly {
    readonly values: readonly { readonly value: string | null; readonly shown: string }[];
    /** The count first. */
    readonly measures: readonly (string | null)[];
  }[];
  readonly groupsLeftOut: number;
};

/** What was asked for and is not here yet, or could not be had. */
export type Awaited<Answer> = Answer | 'pending' | { readonly failure: string };

export type GroupLine =
  | {
      readonly kind: 'group';
      readonly path: GroupPath;
      readonly isOpen: boolean;
      readonly shown: string;
      readonly measures: readonly (string | null)[];
    }
  | { readonly kind: 'record'; readonly row: RecordRow; readonly level: number }
  | { readonly kind: 'more'; readonly path: GroupPath; readonly left: number }
  | {
      readonly kind: 'told';
      readonly path: GroupPath;
      readonly words: string;
      /** Whether asking again may help. */
      readonly isFailure: boolean;
    };

type Below = {
  readonly levels: number;
  readonly isOpen: (path: GroupPath) => boolean;
  readonly groupsOf: (path: GroupPath) => Awaited<GroupAnswer>;
  readonly rowsOf: (path: GroupPath) => Awaited<readonly RecordRow[]>;
};

/** Each record once: what was moved between two answers stands where it was met first. */
export function toGroupLines({ levels, isOpen, groupsOf, rowsOf }: Below): GroupLine[] {
  const lines: GroupLine[] = [];
  const met = new Set<number>();
  const tell = (path: GroupPath, words: string, isFailure = false) =>
    lines.push({ kind: 'told', path, words, isFailure });

  function addGroups(path: GroupPath): void {
    const answer = groupsOf(path);
    if (answer === 'pending') return void tell(path, 'Counting…');
    if ('failure' in answer) return void tell(path, answer.failure, true);
    for (const { values, measures } of answer.groups) {
      const below = [...path, values[0]?.value ?? null];
      const open = isOpen(below);
      lines.push({ kind: 'group', path: below, isOpen: open, shown: values[0]?.shown ?? '', measures });
      if (open && below.length < levels) addGroups(below);
      else if (open) addRows(below, Number(measures[0] ?? 0));
    }
    if (answer.groupsLeftOut > 0)
      tell(
        path,
        `${showCount(answer.groupsLeftOut)} more groups are not shown. Narrow the filter to see them.`,
      );
  }

  function addRows(path: GroupPath, count: number): void {
    const rows = rowsOf(path);
    if (rows === 'pending') return void tell(path, 'Loading…');
    if ('failure' in rows) return void tell(path, rows.failure, true);
    for (const row of rows) {
      if (met.has(row.id)) continue;
      met.add(row.id);
      lines.push({ kind: 'record', row, level: path.length + 1 });
    }
    if (count > rows.length) lines.push({ kind: 'more', path, left: count - rows.length });
  }

  addGroups([]);
  return lines;
}
