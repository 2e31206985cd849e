// The groups of a grid, and the rows of those that are open. A level and the rows below it are asked for when their group
// is opened: the groups of the aggregates, and the records of the grid with the conditions of the group behind its filters.
import { filtersOfGroup } from '@rowhouse/domain/aggregates/filters-of-group.ts';
import type { Interval } from '@rowhouse/domain/aggregates/interval.ts';
import { mostShownGroups } from '@rowhouse/domain/aggregates/limits.ts';
import { mostFilters } from '@rowhouse/domain/records/limits.ts';
import type { FieldMeasure } from '@rowhouse/domain/aggregates/measures.ts';
import { useQueries, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { viewerZone } from '../../../platform/clock.ts';
import { toSentence } from '../../../platform/request-failure.ts';
import { findRecordPart } from '../api.ts';
import type { GridView } from '../grid/grid-view.ts';
import { numbersQuery, useFreshNumbers } from '../numbers/use-numbers.ts';
import type { RecordField } from '../record-field.ts';
import { toRecordQuery } from '../record-query.ts';
import type { RecordRow } from '../record-row.ts';
import { keyOfPath, toGroupLines, type Awaited, type GroupAnswer, type GroupPath } from './group-lines.ts';

export type GroupedField = { readonly field: RecordField; readonly interval: Interval | null };
export type GroupMeasure = { readonly kind: FieldMeasure; readonly field: RecordField };

type Setting = {
  readonly recordTypeId: number;
  readonly view: GridView;
  readonly switches: Readonly<Record<string, boolean>>;
  /** None: the rows are no groups, and nothing is asked. */
  readonly groups: readonly GroupedField[];
  readonly measures: readonly GroupMeasure[];
};

/** So many pages of each open group are shown. */
type Opened = ReadonlyMap<string, { readonly path: GroupPath; readonly pages: number }>;
const noneOpen: Opened = new Map();

export type GroupRows = ReturnType<typeof useGroupRows>;

export function useGroupRows({ recordTypeId, view, switches, groups, measures }: Setting) {
  const queryClient = useQueryClient();
  const by = JSON.stringify(groups.map(({ field, interval }) => [field.key, interval]));
  const [opened, setOpened] = useState({ by, all: noneOpen });
  // Other groups begin closed; another filter or sort leaves open what is there.
  const open = opened.by === by ? opened.all : noneOpen;
  const levels = groups.length;
  const isShown = ({ path }: { readonly path: GroupPath }) =>
    path.every((_, at) => open.has(keyOfPath(path.slice(0, at + 1))));
  const shown = [...open.values()].filter(isShown);
  const conditionsOf = (path: GroupPath) => filtersOfGroup(groups, path);
  const viewOf = (path: GroupPath) => ({ ...view, filters: [...view.filters, ...conditionsOf(path)] });

  const counted: readonly GroupPath[] =
    levels === 0 ? [] : [[], ...shown.flatMap(({ path }) => (path.length < levels ? [path] : []))];
  const numbers = useQueries({
    queries: counted.map((path) => {
      const { field, interval } = groups[path.length]!;
      const { sort: _, ...query } = toRecordQuery(recordTypeId, viewOf(path));
      const sorted = view.sort.find(({ column }) => column === field.key);
      return numbersQuery(recordTypeId, {
        ...query,
        timeZone: viewerZone(),
        groups: [{ field: field.key, interval }],
        measures: [
          { kind: 'COUNT' },
          ...measures.map((measure) => ({ kind: measure.kind, field: measure.field.key })),
        ],
        limit: mostShownGroups,
        ...(sorted?.direction === 'desc' && { order: { direction: 'DESC' as const } }),
      });
    }),
    combine: inOrder,
  });
  const parts = shown.flatMap(({ path, pages }) =>
    path.length < levels ? [] : Array.from({ length: pages }, (_, page) => ({ path, page })),
  );
  const rows = useQueries({
    queries: parts.map(({ path, page }) => {
      const query = toRecordQuery(recordTypeId, viewOf(path));
      return {
        // Under the key of pages: what is changed of a row is put into each of them.
        queryKey: [...keyOfRows(recordTypeId), query, switches, page, view.size],
        queryFn: ({ signal }: { signal: AbortSignal }) => {
          const pagination = { offset: page * view.size, limit: view.size };
          return findRecordPart({ data: query, pagination, ...switches }, { signal, together: true });
        },
        structuralSharing: false as const,
        meta: { isLive: true },
        staleTime: 0,
        gcTime: 60_000,
        retry: false,
      };
    }),
    combine: inOrder,
  });
  useFreshNumbers(recordTypeId, levels > 0);

  const lines = useMemo(() => {
    if (levels === 0) return [];
    const answers = new Map(counted.map((path, at) => [keyOfPath(path), numbers[at]]));
    return toGroupLines({
      levels,
      isOpen: (path) => open.has(keyOfPath(path)),
      groupsOf: (path) => awaited<GroupAnswer>(answers.get(keyOfPath(path))),
      rowsOf: (path) =>
        rowsOf(
          parts.flatMap((part, at) =>
            part.path === path || keyOfPath(part.path) === keyOfPath(path) ? [rows[at]!] : [],
          ),
        ),
    });
    // `counted` and `parts` follow from `open`.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- arrays made anew each time
  }, [levels, open, numbers, rows]);

  const change = (path: GroupPath, pages: number) => {
    const next = new Map(open);
    if (pages === 0) next.delete(keyOfPath(path));
    else next.set(keyOfPath(path), { path, pages });
    setOpened({ by, all: next });
  };
  const refetch = async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: keyOfRows(recordTypeId) }),
      ...numbers.map((one) => one.refetch()),
    ]);
  };
  const pagesOf = (path: GroupPath) => open.get(keyOfPath(path))?.pages ?? 0;
  return {
    lines,
    /** Of the outermost groups. */
    first: numbers[0],
    isLate: [...numbers, ...rows].some(({ isFetching }) => isFetching),
    conditionsOf,
    /** Whether its conditions can stand behind those of the grid. */
    isRoom: view.filters.length + levels <= mostFilters,
    toggle: (path: GroupPath) => change(path, pagesOf(path) === 0 ? 1 : 0),
    /** The next page of an open group; where its rows were fewer than a whole page by then, they are asked for again. */
    more(path: GroupPath, areLoaded: number) {
      const pages = pagesOf(path);
      if (areLoaded >= pages * view.size) change(path, pages + 1);
      else void refetch();
    },
    openAll: () =>
      setOpened({
        by,
        all: new Map([
          ...open,
          ...lines.flatMap((line) =>
            line.kind === 'group' ? [[keyOfPath(line.path), { path: line.path, pages: 1 }] as const] : [],
          ),
        ]),
      }),
    closeAll: () => setOpened({ by, all: noneOpen }),
    refetch,
  };
}

const keyOfRows = (recordTypeId: number) => ['records', recordTypeId, 'page', 'in'];

const inOrder = <Answer>(answers: UseQueryResult<Answer>[]) =>
  answers.map(({ data, error, isFetching, refetch }) => ({ data, error, isFetching, refetch }));

type Asked<Answer> = { readonly data: Answer | undefined; readonly error: Error | null };

function awaited<Answer extends object>(answer: Asked<Answer> | undefined): Awaited<Answer> {
  if (answer?.data !== undefined) return answer.data;
  return answer?.error ? { failure: toSentence(answer.error) } : 'pending';
}

/** Of as many pages as are here in their order. */
function rowsOf(
  pages: readonly Asked<{ readonly records: readonly RecordRow[] }>[],
): Awaited<readonly RecordRow[]> {
  const [first] = pages;
  if (first?.data === undefined) {
    const answer = awaited(first);
    return answer === 'pending' || 'failure' in answer ? (answer as Awaited<readonly RecordRow[]>) : [];
  }
  return pages.flatMap(({ data }) => data?.records ?? []);
}
