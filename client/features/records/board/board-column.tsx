// One column of a board: its number and sum, and its cards, of which only those near the view are there and are asked for.
import { filtersOfGroup } from '@rowhouse/domain/aggregates/filters-of-group.ts';
import { showMeasure } from '@rowhouse/domain/aggregates/measures.ts';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { viewerZone } from '../../../platform/clock.ts';
import { toSentence } from '../../../platform/request-failure.ts';
import { useRowWindow } from '../../../ui/grid/use-windows.ts';
import { Icon } from '../../../ui/icons.tsx';
import { useObserved } from '../../../platform/observed.ts';
import { chip } from '../../../values/choice.tsx';
import { cardsQuery } from '../layouts/cards-query.ts';
import { RecordCard } from '../layouts/record-card.tsx';
import layoutStyles from '../layouts/layouts.module.css';
import { toRecordQuery } from '../record-query.ts';
import type { RecordRow } from '../record-row.ts';
import { storedValue } from '../row-edit/row-values.ts';
import { withMoves, type BoardColumn } from './board-columns.ts';
import styles from './board.module.css';
import type { Board } from './use-board.ts';

/** A card and the gap below it. */
const cardStep = 100;
const chunkSize = 50;

type BoardColumnProps = { board: Board; column: BoardColumn; index: number };

export function BoardColumnView({ board, column, index }: BoardColumnProps) {
  const { scene } = board;
  const root = useRef<HTMLDivElement>(null);
  const moves = useObserved(scene.moving.moves);
  const cards = useColumnCards(board, column, root);
  const [focusedId, setFocusedId] = useState<number | null>(null);
  const lift = useObserved(board.lift);
  const { sum } = scene;
  const { count, sum: amount } = withMoves([column], moves.values(), {
    askedMs: board.numbers.dataUpdatedAt,
    amountOf: ({ record }) => (sum === undefined ? null : storedValue(sum, record) || null),
  })[0]!;
  const whyNot = lift === null ? null : board.whyNotTo(lift.record, column);
  const isFrom = lift !== null && board.columnOf(lift.record)?.id === column.id;
  const isLocked = whyNot !== null && !isFrom;

  useLayoutEffect(() => {
    root.current?.scrollTo(0, 0);
  }, [scene.question]);
  // One of its cards is its stop of the Tab key.
  useEffect(() => {
    const stops = [...(root.current?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])];
    const current =
      stops.find((stop) => stop === document.activeElement) ?? stops.find(({ tabIndex }) => tabIndex === 0);
    for (const stop of stops) stop.tabIndex = stop === (current ?? stops[0]) ? 0 : -1;
  });

  const indexes = cards.indexes(focusedId);
  const countWords = count === null ? '…' : showCount(count);
  return (
    <section
      className={styles.column}
      aria-label={`${column.name}, ${countWords} ${count === 1 ? 'record' : 'records'}`}
      data-board-column={index}
      data-drop={lift === null || isFrom ? undefined : isLocked ? 'no' : 'yes'}
      data-over={(lift?.over === index && !isFrom) || undefined}
    >
      <header className={styles.head}>
        <span className={styles.name}>{chip(column.name)}</span>
        <button
          type="button"
          className={`${styles.count} rh-figures`}
          data-stop
          data-column={index}
          data-index={-1}
          aria-label={`${column.name}: ${countWords} ${count === 1 ? 'record' : 'records'}, show as a grid`}
          title="Show as a grid"
          onClick={() => scene.openGrid(conditionsOf(scene.field, column))}
        >
          {countWords}
        </button>
        {isLocked && <Icon name="lock" size={16} className={styles.lock ?? ''} />}
        {sum !== undefined && (
          <span className={`${styles.sum} rh-figures`} title={`Sum of ${sum.name}`}>
            {amount === null && count !== null ? '–' : showMeasure('SUM', sum.dataType, amount, viewerZone())}
            <span className={styles.sumOf}> {sum.name}</span>
          </span>
        )}
      </header>
      {lift !== null && !isFrom && (
        <p className={isLocked ? styles.whyNot : styles.mayGo}>
          {isLocked ? whyNot : `${lift.record.recordNumber ?? 'The record'} may go here`}
        </p>
      )}
      <div
        ref={root}
        className={styles.cards}
        onFocus={({ target }) => setFocusedId(Number(target.dataset['record'] ?? 0) || null)}
      >
        <div role="list" aria-label={column.name} className={styles.list} style={{ height: cards.height }}>
          {indexes.map((at) => {
            const record = cards.at(at);
            const style = { transform: `translateY(${at * cardStep}px)` };
            if (record === undefined)
              return <div key={`at ${at}`} aria-hidden="true" className={styles.bone} style={style} />;
            const move = moves.get(record.id);
            if (move !== undefined && move.from === column.id && move.to !== column.id)
              return (
                <div key={`gone ${record.id}`} aria-hidden="true" className={styles.gone} style={style}>
                  {record.recordNumber ?? record.id} is being moved
                </div>
              );
            return (
              <div
                key={record.id}
                role="listitem"
                aria-posinset={at + 1}
                aria-setsize={cards.count}
                className={styles.item}
                style={style}
              >
                <RecordCard
                  record={record}
                  fields={scene.card}
                  href={scene.hrefOf(record)}
                  column={index}
                  index={at}
                  isLifted={lift?.record.id === record.id}
                  isSending={move?.isSending === true}
                  mark={scene.marks.get(record.id)}
                />
              </div>
            );
          })}
        </div>
        {count === 0 && cards.count === 0 && <p className={styles.none}>No records</p>}
        {cards.failure !== null && (
          <p role="alert" className={styles.none}>
            {toSentence(cards.failure)}{' '}
            <button type="button" className={layoutStyles.retry} onClick={cards.retry}>
              Retry
            </button>
          </p>
        )}
      </div>
    </section>
  );
}

const conditionsOf = (field: Board['scene']['field'], { id }: BoardColumn) =>
  filtersOfGroup([{ field, interval: null }], [id === '' ? null : id]);

/** The cards by their places, in parts as they come near the view; first those that were moved here and stand elsewhere. */
function useColumnCards({ scene }: Board, column: BoardColumn, root: React.RefObject<HTMLDivElement | null>) {
  const { recordTypeId, view, field, switches, moving, question, isRoomForCondition } = scene;
  const moves = useObserved(moving.moves);
  const arriving = [...moves.values()].filter(({ from, to }) => to === column.id && from !== to);
  const listed = column.count ?? 0;
  const { first, last } = useRowWindow(root, {
    count: listed + arriving.length,
    rowHeight: cardStep,
    expandedIndex: -1,
    detailHeight: 0,
  });
  const query = useMemo(
    () =>
      toRecordQuery(recordTypeId, { ...view, filters: [...view.filters, ...conditionsOf(field, column)] }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `question` is the view and the field as a text
    [recordTypeId, question, column.id],
  );
  const firstChunk = Math.floor(Math.max(0, first - arriving.length) / chunkSize);
  const lastChunk = Math.floor(Math.min(last, listed - 1) / chunkSize);
  const chunks = listed === 0 ? [] : range(firstChunk, lastChunk);
  const answers = useQueries({
    queries: (isRoomForCondition ? chunks : []).map((chunk) =>
      cardsQuery({ recordTypeId, query, switches, offset: chunk * chunkSize, limit: chunkSize }),
    ),
    combine: combineParts,
  });
  const parts = new Map(chunks.map((chunk, at) => [chunk, answers.rows[at]]));
  const loaded = new Set([...parts.values()].flatMap((rows) => rows?.map(({ id }) => id) ?? []));
  const held = arriving.filter(({ record }) => !loaded.has(record.id));
  const found = arriving.filter(({ record, isSending }) => !isSending && loaded.has(record.id));
  const foundIds = found.map(({ record }) => record.id).join();
  useEffect(() => {
    for (const id of foundIds.split(',')) if (id !== '') moving.settle(Number(id));
  }, [moving, foundIds]);

  const count = listed + held.length;
  const at = (index: number): RecordRow | undefined => {
    const moved = held[index];
    if (moved !== undefined) return moved.record;
    const place = index - held.length;
    return parts.get(Math.floor(place / chunkSize))?.[place % chunkSize];
  };
  return {
    count,
    height: count * cardStep,
    at,
    /** The places that are shown; the card that has the focus stays wherever one scrolls. */
    indexes(focusedId: number | null): readonly number[] {
      const near = range(Math.max(0, first), Math.min(last, count - 1));
      if (focusedId === null || near.some((index) => at(index)?.id === focusedId)) return near;
      const held = [...parts].flatMap(([chunk, rows]) => {
        const place = rows?.findIndex(({ id }) => id === focusedId) ?? -1;
        return place < 0 ? [] : [chunk * chunkSize + place];
      });
      return [...near, ...held].toSorted((one, other) => one - other);
    },
    failure: isRoomForCondition
      ? answers.failure
      : new Error('There is no room for one more condition. Remove a filter to see the cards.'),
    retry: answers.retry,
  };
}

const range = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, step) => first + step);

const combineParts = (answers: UseQueryResult<readonly RecordRow[]>[]) => ({
  rows: answers.map(({ data }) => data),
  failure: answers.find(({ isError, data }) => isError && data === undefined)?.error ?? null,
  retry: () => {
    for (const answer of answers) if (answer.isError) void answer.refetch();
  },
});
