// The rows of groups as the grid and the cards take them: rows like others, of which they know that they stand for groups.
import { measureNames, showMeasure } from '@rowhouse/domain/aggregates/measures.ts';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import { viewerZone } from '../../../platform/clock.ts';
import type { GridHead } from '../../../ui/grid/grid-column.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import type { RecordRow } from '../record-row.ts';
import { keyOfPath, type GroupLine, type GroupPath } from './group-lines.ts';
import { GroupTitle } from './group-title.tsx';
import styles from './groups.module.css';
import type { GroupedField, GroupMeasure } from './use-group-rows.ts';

export type GroupHead = GridHead & {
  readonly line: Exclude<GroupLine, { kind: 'record' }>;
  readonly level: number;
  /** Null where nothing can be shown below. */
  readonly isOpen: boolean | null;
  /** Of a group, for who has no columns. */
  readonly group?: {
    readonly field: string;
    readonly name: string;
    readonly isEmpty: boolean;
    readonly count: string;
    readonly href: string | null;
    readonly sums: readonly { readonly words: string; readonly shown: string }[];
  };
};

type HeadScene = {
  readonly groups: readonly GroupedField[];
  readonly measures: readonly GroupMeasure[];
  /** The address of the grid with the records of the group alone; null where no more conditions fit. */
  readonly hrefOf: (path: GroupPath) => string | null;
  readonly openGroup: (path: GroupPath) => void;
  readonly more: (path: GroupPath) => void;
  readonly retry: () => void;
};

export function toHead(line: GroupHead['line'], scene: HeadScene): GroupHead {
  const none = { render: () => null, text: () => '' };
  const level = line.path.length + (line.kind === 'group' ? 0 : 1);
  if (line.kind === 'more') {
    const label = `Show more of ${showCount(line.left)}`;
    return {
      ...none,
      line,
      level,
      isOpen: null,
      label,
      open: () => scene.more(line.path),
      title: <Press words={label} />,
    };
  }
  if (line.kind === 'told')
    return {
      ...none,
      line,
      level,
      isOpen: null,
      label: line.words,
      open: () => line.isFailure && scene.retry(),
      title: (
        <span className={styles.told}>
          {line.words} {line.isFailure && <Press words="Retry" />}
        </span>
      ),
    };
  const { field } = scene.groups[line.path.length - 1]!;
  const name = line.shown === '' ? 'Empty' : line.shown;
  const count = showCount(Number(line.measures[0] ?? 0));
  const href = scene.hrefOf(line.path);
  const shownOf = ({ kind, field: measured }: GroupMeasure, at: number) =>
    showMeasure(kind, measured.dataType, line.measures[at + 1] ?? null, viewerZone());
  const ofColumn = (column: string) =>
    scene.measures.flatMap((measure, at) => (measure.field.key === column ? [{ measure, at }] : []));
  return {
    line,
    level,
    isOpen: line.isOpen,
    group: {
      field: field.name,
      name,
      isEmpty: line.shown === '',
      count,
      href,
      sums: scene.measures.map((measure, at) => ({
        words: `${measureNames[measure.kind]} of ${measure.field.name}`,
        shown: shownOf(measure, at),
      })),
    },
    label: `${field.name} ${name}, ${count} ${count === '1' ? 'record' : 'records'}`,
    title: (
      <GroupTitle field={field.name} name={name} isEmpty={line.shown === ''} count={count} href={href} />
    ),
    render: (column) => {
      const [found] = ofColumn(column);
      if (found === undefined) return null;
      const { measure, at } = found;
      const words = measureNames[measure.kind];
      return (
        <span
          className="rh-head-cell"
          title={`${words} of ${measure.field.name} in ${name}: ${shownOf(measure, at)}`}
        >
          {measure.kind === 'SUM' ? (
            <VisuallyHidden>Sum </VisuallyHidden>
          ) : (
            <span className={styles.field}>{words} </span>
          )}
          {shownOf(measure, at)}
        </span>
      );
    },
    text: (column) => {
      const [found] = ofColumn(column);
      return found === undefined ? '' : shownOf(found.measure, found.at);
    },
    open: () => scene.openGroup(line.path),
  };
}

const Press = ({ words }: { words: string }) => (
  <button type="button" tabIndex={-1} data-head-open className={styles.press}>
    {words}
  </button>
);

/** A row of the grid that is no record. Its id is below zero, where no record has one. */
export function createHeadRows() {
  const known = new Map<string, RecordRow>();
  return (line: GroupHead['line']): RecordRow => {
    const key = `${line.kind} ${keyOfPath(line.path)}`;
    const row =
      known.get(key) ?? ({ id: -known.size - 1, version: 0, enabled: true } as unknown as RecordRow);
    known.set(key, row);
    return row;
  };
}
