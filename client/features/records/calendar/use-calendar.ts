// The state of a calendar: its days with their numbers and first records, what is lifted, and how it moves.
import { filtersOfGroup } from '@rowhouse/domain/aggregates/filters-of-group.ts';
import { showMeasure } from '@rowhouse/domain/aggregates/measures.ts';
import { showDay, showTime, wallClock } from '@rowhouse/domain/kernel/dates.ts';
import type { FilterCondition } from '@rowhouse/domain/records/filter-rules.ts';
import { mostFilters, mostSorts } from '@rowhouse/domain/records/limits.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { todayHere, viewerZone } from '../../../platform/clock.ts';
import { createObserved, useObserved } from '../../../platform/observed.ts';
import type { GridSort } from '../../../ui/grid/grid-sort.ts';
import type { GridScreen } from '../grid/grid-screen.ts';
import { cardsQuery } from '../layouts/cards-query.ts';
import type { ShownLayout } from '../layouts/shown-layout.ts';
import { useLayoutScene } from '../layouts/use-layout.ts';
import { useNumbers } from '../numbers/use-numbers.ts';
import { toRecordQuery } from '../record-query.ts';
import type { RecordRow } from '../record-row.ts';
import { storedValue } from '../row-edit/row-values.ts';
import { dayOf, monthOf, movedTo, weekOf, weeksOf } from './calendar-days.ts';

export type DayLift = {
  readonly record: RecordRow;
  readonly over: string | null;
  readonly by: 'keys' | 'pointer';
};

export type CalendarDay = {
  readonly day: string;
  /** Null until it is known. */
  readonly count: number | null;
  /** As it is shown; null where nothing is added. */
  readonly sum: string | null;
  /** The first of them, in the order of the grid; moments of a week in their own. */
  readonly records: readonly RecordRow[];
  /** How many there are beside these; none while these are on their way. */
  readonly more: number;
};

/** A month has at most six weeks. */
const mostDays = 42;

export type Calendar = ReturnType<typeof useCalendar>;

type Most = { readonly inMonth: number; readonly inWeek: number };

/** @param mostOf how many records of a day are shown */
export function useCalendar(screen: GridScreen, { layout, offered }: ShownLayout, mostOf: Most) {
  const scene = useLayoutScene(screen, layout, offered);
  const { field, sum, view, moving, recordTypeId, switches, question } = scene;
  const zone = viewerZone();
  const [lift] = useState(() => createObserved<DayLift | null>(null));
  const month = view.month ?? monthOf(todayHere());
  /** Its first day; null where a month is shown. */
  const week = view.week === null ? null : weekOf(view.week === 'current' ? todayHere() : view.week)[0]!;
  const weeks = useMemo(() => (week === null ? weeksOf(month) : [weekOf(week)]), [month, week]);
  const most = week === null ? mostOf.inMonth : mostOf.inWeek;
  const isByTime = week !== null && valueOf(field.dataType).family === 'datetime';
  const moves = useObserved(moving.moves);
  const first = weeks[0]![0]!;
  const last = weeks.at(-1)!.at(-1)!;
  const shown: FilterCondition = {
    field: field.key,
    operator: 'between',
    values: [first, last],
    logicOperator: 'AND',
  };
  const isRoom = view.filters.length < mostFilters;
  const { sort: _, ...query } = toRecordQuery(recordTypeId, { ...view, filters: [...view.filters, shown] });
  const numbers = useNumbers(
    recordTypeId,
    isRoom
      ? {
          ...query,
          timeZone: zone,
          groups: [{ field: field.key, interval: 'DAY' }],
          measures: [
            { kind: 'COUNT' },
            ...(sum === undefined ? [] : [{ kind: 'SUM' as const, field: sum.key }]),
          ],
          limit: mostDays,
        }
      : null,
  );
  const { sort: _unsorted, ...whole } = toRecordQuery(recordTypeId, view);
  const empty = useNumbers(recordTypeId, {
    ...whole,
    timeZone: zone,
    measures: [{ kind: 'EMPTY', field: field.key }],
  });

  const groups = new Map((numbers.data?.groups ?? []).map((group) => [group.values[0]?.value ?? '', group]));
  const filled = weeks.flat().filter((day) => groups.has(day));
  const queryOf = useMemo(
    () => (day: string) =>
      toRecordQuery(recordTypeId, {
        ...view,
        ...(isByTime && { sort: byTime(field.key, view.sort) }),
        filters: [...view.filters, ...conditionsOf(field, day)],
      }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `question` is the view and the field as a text
    [recordTypeId, question, isByTime],
  );
  const parts = useQueries({
    queries: filled.map((day) =>
      cardsQuery({ recordTypeId, query: queryOf(day), switches, offset: 0, limit: most }),
    ),
    combine: combineParts,
  });
  // Once the days were read again, a moved record stands where the server has it.
  useEffect(() => {
    for (const [id, { isSending }] of moves) if (!isSending) moving.settle(id);
  }, [moving, moves]);

  const dayOfValue = (stored: string) => dayOf(stored, field.dataType, zone);
  const late = [...moves.values()].filter(({ atMs }) => atMs > numbers.dataUpdatedAt);
  const isMovedFrom = (day: string) => (id: number) => {
    const move = moves.get(id);
    return move !== undefined && dayOfValue(move.from) === day && dayOfValue(move.to) !== day;
  };
  const momentOf = (record: RecordRow) => Date.parse(moves.get(record.id)?.to ?? storedValue(field, record));
  const inTime = (one: RecordRow, other: RecordRow) => momentOf(one) - momentOf(other);
  function toDay(day: string): CalendarDay {
    const part = parts[filled.indexOf(day)];
    const loaded = part?.rows ?? [];
    const arriving = [...moves.values()]
      .filter(({ to, record }) => dayOfValue(to) === day && !loaded.some(({ id }) => id === record.id))
      .map(({ record }) => record);
    const away = isMovedFrom(day);
    const change = late.reduce(
      (so, { from, to }) => so + Number(dayOfValue(to) === day) - Number(dayOfValue(from) === day),
      0,
    );
    const shownHere = [...arriving, ...loaded.filter(({ id }) => !away(id))];
    const amount = groups.get(day)?.measures[1] ?? null;
    const count = numbers.data === undefined ? null : Number(groups.get(day)?.measures[0] ?? 0) + change;
    const records = (isByTime ? shownHere.toSorted(inTime) : shownHere).slice(0, most);
    return {
      day,
      count,
      sum: sum === undefined || amount === null ? null : showMeasure('SUM', sum.dataType, amount, zone),
      records,
      more: part?.isPending === true ? 0 : Math.max(0, (count ?? 0) - records.length),
    };
  }

  return {
    scene,
    month,
    week,
    lift,
    numbers,
    isRoom,
    weeks: weeks.map((week) => week.map(toDay)),
    /** How many records have no such day. */
    withoutDay: Number(empty.data?.total[0] ?? 0),
    openWithoutDay: () => scene.openGrid([{ field: field.key, operator: 'isEmpty', logicOperator: 'AND' }]),
    openDay: (day: string) => scene.openGrid(conditionsOf(field, day)),
    dayOf: (record: RecordRow) => dayOfValue(storedValue(field, record)),
    /** Of a moment of a week, as it is shown; null of a date, which has none. */
    timeOf: (record: RecordRow) =>
      isByTime ? showTime(wallClock(storedValue(field, record), zone)?.time ?? '') : null,
    /** @returns why the server would not, or null */
    async move(record: RecordRow, day: string): Promise<string | null> {
      lift.set(null);
      const value = movedTo(day, storedValue(field, record), field.dataType, zone);
      return moving.move(record, { field, value, words: `to ${showDay(day)}` });
    },
  };
}

const conditionsOf = (field: Calendar['scene']['field'], day: string) =>
  filtersOfGroup([{ field, interval: 'DAY' }], [day]);

/** The time of day first, then as the grid is sorted. */
const byTime = (column: string, sort: readonly GridSort[]): readonly GridSort[] =>
  [{ column, direction: 'asc' as const }, ...sort.filter((one) => one.column !== column)].slice(0, mostSorts);

const combineParts = (answers: UseQueryResult<readonly RecordRow[]>[]) =>
  answers.map(({ data, isPending }) => ({ rows: data, isPending }));
