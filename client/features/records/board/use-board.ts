// The state of a board: its columns with their numbers, where each card may go, what is lifted, what was refused.
import { capital } from '@rowhouse/domain/kernel/capital.ts';
import { judgeTransition } from '@rowhouse/domain/status-paths/judge-transition.ts';
import { useState } from 'react';
import { viewerZone } from '../../../platform/clock.ts';
import { createObserved } from '../../../platform/observed.ts';
import type { Option } from '../../../ui/inputs/option.ts';
import { useStatusOrder } from '../../../values/choices/use-list-options.ts';
import { noOptions } from '../../../values/value-field.ts';
import { useShown, type GridScreen } from '../grid/grid-screen.ts';
import type { ShownLayout } from '../layouts/shown-layout.ts';
import { useLayoutScene, whyNotLifted } from '../layouts/use-layout.ts';
import { useNumbers } from '../numbers/use-numbers.ts';
import { toRecordQuery } from '../record-query.ts';
import { rowLabel, type RecordRow } from '../record-row.ts';
import { findStoredValue, storedValue } from '../row-edit/row-values.ts';
import { useStatusPathAnswer } from '../use-status-path.ts';
import { toColumns, type BoardColumn } from './board-columns.ts';

export type Lift = {
  readonly record: RecordRow;
  /** The column that it would be moved to, by its place; null: beside all of them. */
  readonly over: number | null;
  readonly by: 'keys' | 'pointer';
};

export type Refused = { readonly record: RecordRow; readonly column: BoardColumn; readonly sentence: string };

/** Every group of them is a column. */
const mostGroups = 1000;

export type Board = ReturnType<typeof useBoard>;

export function useBoard(screen: GridScreen, { layout, offered }: ShownLayout) {
  const { isSuper, id: recordTypeId } = useShown(screen, (shown) => shown.recordType);
  const { data: path = null, isLoading: isPathLoading } = useStatusPathAnswer(recordTypeId);
  const conditions = (path?.steps ?? []).flatMap((step) => step.conditions ?? []);
  const scene = useLayoutScene(
    screen,
    layout,
    offered,
    conditions.map((one) => one.field),
  );
  const { field, fields, sum, view, moving, options } = scene;
  const [lift] = useState(() => createObserved<Lift | null>(null));
  const [refused, setRefused] = useState<Refused | null>(null);

  const { sort: _, ...query } = toRecordQuery(recordTypeId, view);
  const numbers = useNumbers(recordTypeId, {
    ...query,
    timeZone: viewerZone(),
    groups: [{ field: field.key }],
    measures: [{ kind: 'COUNT' }, ...(sum === undefined ? [] : [{ kind: 'SUM' as const, field: sum.key }])],
    limit: mostGroups,
  });
  const order = useStatusOrder(recordTypeId, field.key === 'status' && !isSuper);
  const choices = inOrder(options.get(field.key) ?? noOptions, order.data);
  // A grid of several types has the statuses of all: its columns are those of its records.
  // In their order from the first: a phone would stay at the column that it showed before.
  // Cards are asked for with the fields that the path judges by: who stands on one would lose it when they came later.
  const isWaiting = order.isLoading || isPathLoading;
  const columns = isWaiting ? [] : toColumns(field, isSuper ? noOptions : choices, numbers.data);

  function whyNotTo(record: RecordRow, column: BoardColumn): string | null {
    const from = storedValue(field, record);
    if (column.id === from) return `${capital(rowLabel(record))} stands here.`;
    const whyNot = whyNotLifted(scene, record) ?? column.whyClosed;
    if (whyNot !== null || field.key !== 'status' || path === null) return whyNot;
    const toId = (id: string) => (id === '' ? null : Number(id));
    return judgeTransition(path, {
      from: toId(from),
      to: toId(column.id),
      createdBy: record.createdBy === undefined ? undefined : (record.createdBy?.id ?? null),
      userId: path.userId,
      read(key) {
        const found = fields.get(key);
        return found && findStoredValue(found, record);
      },
    }).whyNot;
  }

  async function move(record: RecordRow, column: BoardColumn): Promise<void> {
    lift.set(null);
    setRefused(null);
    const whyNot =
      whyNotTo(record, column) ??
      (await moving.move(record, { field, value: column.id, words: `to ${column.name}` }));
    if (whyNot === null) return;
    screen.store.announce(`Not moved: ${whyNot}`);
    setRefused({ record, column, sentence: whyNot });
  }

  return {
    scene,
    numbers,
    columns,
    lift,
    refused,
    setRefused,
    whyNotTo,
    move,
    columnOf: (record: RecordRow) => columns.find(({ id }) => id === storedValue(field, record)),
  };
}

const inOrder = (options: readonly Option[], ids: readonly string[] | undefined): readonly Option[] =>
  ids === undefined ? options : options.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
