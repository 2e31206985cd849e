// The list that a record was opened from, in its order, a part at a time: what was asked once stays as it was answered, also
// over a reload, so that a record that is changed on the way does not move the others. It is taken anew when a record is
// opened from the list again, which its address shows: the place in the list is not in it yet.
import { pageSizes } from '@rowhouse/domain/records/limits.ts';
import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { readDraft, writeDraft } from '../../../platform/storage/drafts.ts';
import { findListPart } from '../api.ts';
import { readView } from '../grid/grid-view.ts';
import { toUsableView } from '../grid/usable-view.ts';
import { toRecordQuery, type RecordQuery } from '../record-query.ts';
import type { RecordField } from '../record-field.ts';
import type { RecordRow } from '../record-row.ts';
import { findStrays } from '../row-edit/changed-rows.ts';
import { idsBeside, partsAround, partSize, placeOfPage } from './list-walk.ts';
import { recordQuery } from './use-record.ts';

type Listed = {
  readonly recordTypeId: number;
  /** The view of the list as its address says it; null: there is none. */
  readonly list: string | null;
  /** From 1; null while it is not known. */
  readonly at: number | null;
  readonly recordId: number;
  readonly fields: readonly RecordField[] | undefined;
  readonly record: RecordRow | null;
  /** The place of a record that was opened without one. */
  readonly onPlace: (at: number) => void;
};

type Part = { readonly ids: readonly number[]; readonly total: number | null };
/** A list as it was taken, by the offset of each part. */
type Kept = { readonly total: number | null; readonly parts: Readonly<Record<string, readonly number[]>> };

const isCount = (value: unknown): value is number | null => value === null || typeof value === 'number';
const isIds = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((id) => typeof id === 'number');

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  'total' in value &&
  isCount(value.total) &&
  'parts' in value &&
  typeof value.parts === 'object' &&
  value.parts !== null &&
  Object.values(value.parts).every(isIds);

const listKey = (recordTypeId: number, query: RecordQuery) => ['record-list', recordTypeId, query] as const;
const nameOf = (query: RecordQuery) => `record-list:${JSON.stringify(query)}`;
const readKept = (query: RecordQuery): Kept | null => readDraft(nameOf(query), isKept);

function readKeptPart(query: RecordQuery, offset: number): Part | undefined {
  const kept = readKept(query);
  const ids = kept?.parts[offset];
  return kept !== null && ids !== undefined ? { ids, total: kept.total } : undefined;
}

const partOf = (recordTypeId: number, query: RecordQuery, offset: number) => {
  const queryKey = [...listKey(recordTypeId, query), offset] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      const asked = await findListPart(query, { offset, limit: partSize }, signal);
      const kept = readKept(query);
      // How many there are is said by what was taken first, as long as one walks through it.
      const total = kept?.total ?? asked.total;
      writeDraft(nameOf(query), { total, parts: { ...kept?.parts, [offset]: asked.ids } } satisfies Kept);
      return { ...asked, total };
    },
    initialData: () => readKeptPart(query, offset),
    staleTime: Infinity,
    gcTime: 30 * 60_000,
  });
};

/** Forgets what was taken of the list before; the part is the first of what is taken now. */
function takeAnew(
  client: QueryClient,
  recordTypeId: number,
  query: RecordQuery,
  offset: number,
  part: Part,
): void {
  client.removeQueries({ queryKey: listKey(recordTypeId, query) });
  writeDraft(nameOf(query), { total: part.total, parts: { [offset]: part.ids } } satisfies Kept);
  client.setQueryData(partOf(recordTypeId, query, offset).queryKey, part);
}

export type RecordList = {
  readonly at: number;
  /** Null while it is not known. */
  readonly total: number | null;
  /** Null at the end of the list. */
  readonly previous: number | null;
  readonly next: number | null;
  /** The filter of the list does not find the record any more. */
  readonly isStray: boolean;
};

/** @returns null without a list, and until the place in it is known */
export function useRecordList(asked: Listed): RecordList | null {
  const { recordTypeId, list, recordId, fields, record } = asked;
  const queryClient = useQueryClient();
  const view = useMemo(() => {
    if (list === null || fields === undefined) return null;
    const byKey = new Map(fields.map((field) => [field.key, field]));
    return toUsableView(readView(new URLSearchParams(list)), byKey).view;
  }, [list, fields]);
  const query = useMemo(() => view && toRecordQuery(recordTypeId, view), [recordTypeId, view]);
  const isListed = query !== null;

  // The page of the grid tells the place of what was opened from it.
  const pageSize = Math.min(view?.size ?? pageSizes[0], 3000);
  const place = placeOfPage(view?.page ?? 1, pageSize);
  const opened = useQuery({
    queryKey: ['record-list', 'opened', recordTypeId, query, recordId],
    queryFn: async ({ signal, client }) => {
      const part = await findListPart(query!, place, signal);
      const found = part.ids.indexOf(recordId);
      if (place.limit === partSize && found !== -1)
        takeAnew(client, recordTypeId, query!, place.offset, part);
      return found === -1 ? null : place.offset + found + 1;
    },
    enabled: isListed && asked.at === null,
    staleTime: Infinity,
    gcTime: 0,
  }).data;
  const at = asked.at ?? opened ?? null;
  const { onPlace } = asked;
  useEffect(() => {
    if (asked.at === null && opened != null) onPlace(opened);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each place that is found
  }, [asked.at, opened]);

  const around = partsAround(at ?? 1);
  const isKnown = isListed && at !== null;
  const ask = (offset: number | null) => ({
    ...partOf(recordTypeId, query ?? noQuery, offset ?? 0),
    enabled: isKnown && offset !== null,
  });
  const here = useQuery(ask(around.part)).data;
  const before = useQuery(ask(around.before)).data;
  const after = useQuery(ask(around.after)).data;

  const isMatching = useQuery({
    queryKey: ['record-list', 'stray', recordTypeId, query, recordId, record?.version],
    queryFn: async () => (await findStrays(query!, [record!])).size === 0,
    enabled:
      isKnown &&
      record?.id === recordId &&
      record.enabled !== false &&
      ((query.filters ?? []).length > 0 || (query.search ?? '') !== ''),
    staleTime: Infinity,
  }).data;

  const { previous, next } =
    at === null
      ? nothingBeside
      : idsBeside(around, { here: here?.ids, before: before?.ids, after: after?.ids });
  useEffect(() => {
    // One ahead, and the one behind: turning shows what is there already.
    for (const id of [next, previous])
      if (id != null)
        void queryClient.prefetchQuery({ ...recordQuery(recordTypeId, id), staleTime: fetchedAheadMs });
  }, [next, previous, recordTypeId, queryClient]);
  if (at === null || here === undefined) return null;
  return {
    at,
    total: here.total,
    previous,
    next,
    isStray: isMatching === false || here.ids[around.within] !== recordId,
  };
}

/** It is asked for again when it is shown. */
const fetchedAheadMs = 30_000;

const nothingBeside = { previous: null, next: null };
const noQuery: RecordQuery = { recordTypeId: 0 };
