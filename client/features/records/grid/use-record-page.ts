// The rows of the grid, and how many there are. Rows are shown as soon as they come: where counting would have
// held them up, the total is asked for alone. An answer that is no longer wanted is dropped, its call aborted.
import { readIndexBeingMade } from '@rowhouse/domain/records/index-being-made.ts';
import { pageDebounceMs } from '@rowhouse/domain/records/limits.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { tellFirstScreen } from '../../../platform/first-screen.ts';
import { RequestFailure } from '../../../platform/request-failure.ts';
import { countRecords, findRecordPart, findRecords } from '../api.ts';
import type { RecordField } from '../record-field.ts';
import type { GridView } from './grid-view.ts';
import { toRecordQuery, toSwitches, type RecordQuery } from '../record-query.ts';
import { useSettled } from './use-settled.ts';

/**
 * @param isGrouped the rows are asked for by groups: here is only how many there are
 * @param fields those that the role may see now: with others the rows are asked for again
 */
export function useRecordPage(
  recordTypeId: number,
  view: GridView,
  shownKeys: readonly string[],
  fields: readonly RecordField[],
  isTree = false,
  isGrouped = false,
) {
  const query = useStable(toRecordQuery(recordTypeId, view));
  const switches = useStable({ ...toSwitches(shownKeys), ...(isTree && { children: true }) });
  const { page, size } = isGrouped ? { page: 1, size: 1 } : view;
  const wanted = useMemo(
    () => ({ query, switches, isTree, page, size, recordId: view.recordId }),
    [query, switches, isTree, page, size, view.recordId],
  );
  const asked = useSettled(wanted, pageDebounceMs, isOtherQuestion);
  const rows = useQuery({
    queryKey: ['records', recordTypeId, 'page', asked],
    queryFn: async ({ signal }) => {
      if (asked.recordId !== null) {
        const records = await findRecords(recordTypeId, [asked.recordId], { signal });
        return { records, total: records.length, totalState: 'EXACT' as const, asked };
      }
      const pagination = { offset: (asked.page - 1) * asked.size, limit: asked.size };
      const variables = { data: asked.query, pagination, ...partOf(asked.isTree), ...asked.switches };
      return { ...(await findRecordPart(variables, { signal, together: true })), asked };
    },
    placeholderData: keepPreviousData,
    // A page of 3,000 is compared by nobody: what changed is known by its version.
    structuralSharing: false,
    meta: { isLive: true },
    gcTime: 60_000,
    staleTime: 0,
    // Those that wait for an index come when it is made.
    retry: (_, failure) => waitOf(failure) !== null,
    retryDelay: (_, failure) => waitOf(failure)?.retryAfterMs ?? 0,
  });
  const isThere = !rows.isPending;
  useEffect(() => {
    if (isThere) tellFirstScreen();
  }, [isThere]);
  const askedWith = useRef(fields);
  const { refetch } = rows;
  useEffect(() => {
    if (askedWith.current === fields) return;
    askedWith.current = fields;
    void refetch();
  }, [fields, refetch]);
  // Those of the page before stand until the others come: whatever names them names what they were asked by.
  const answered = useStable(rows.data?.asked ?? asked);
  const isPending = rows.data?.totalState === 'PENDING';
  const counted = useTotal(recordTypeId, answered.query, isPending, answered.isTree);
  return {
    rows,
    /** What the rows at hand, which may be older than the view, were asked by. */
    asked: answered,
    isLate: asked !== wanted || rows.fetchStatus !== 'idle',
    /** The index that the rows wait for; null when they wait for none. */
    awaitedIndex: waitOf(rows.failureReason),
    total: rows.data?.totalState === 'EXACT' ? (rows.data.total ?? undefined) : counted.data,
  };
}

/** How many records a query finds; undefined until that is known. */
export function useTotal(recordTypeId: number, query: RecordQuery, enabled: boolean, isTree = false) {
  const { sort: _, ...unsorted } = query;
  return useQuery({
    queryKey: ['records', recordTypeId, 'total', unsorted, isTree],
    queryFn: async ({ signal }) => {
      const total = await countRecords(unsorted, partOf(isTree).tree, signal);
      if (total === null) throw new Error('The total is not known yet.');
      return total;
    },
    enabled,
    staleTime: 0,
    retry: 5,
    retryDelay: (attempt) => Math.min(8000, 500 * 2 ** attempt),
  });
}

/** A page of a tree is one of its roots. */
const partOf = (isTree: boolean): { tree?: { rootsOnly: true } } =>
  isTree ? { tree: { rootsOnly: true } } : {};

const waitOf = (failure: unknown) =>
  failure instanceof RequestFailure ? readIndexBeingMade(failure.details) : null;

type Question = {
  query: RecordQuery;
  switches: Record<string, boolean>;
  size: number;
  recordId: number | null;
};

/** Only paging waits; another filter, sort, search or column is answered at once. */
const isOtherQuestion = (before: Question, now: Question): boolean =>
  before.query !== now.query || before.switches !== now.switches || before.recordId !== now.recordId;

/** The same object while its content is the same. */
function useStable<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  return useMemo(() => JSON.parse(text) as Value, [text]);
}
