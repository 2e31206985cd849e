import { childPage } from '@rowhouse/domain/projects/limits.ts';
import { queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { refetchAfterWrite } from '../../platform/refetch-after-write.ts';
import { refetchQuietly } from '../../platform/refetch-quietly.ts';
import { watchRecordType } from '../../platform/socket.ts';
import { findChildren, findPath } from './api.ts';
import { joinPages, listRows, type LoadedChildren } from './tree-rows.ts';

/** A change and its neighbours are read together. */
const gatherMs = 300;

const pathQuery = (recordId: number) =>
  queryOptions({
    queryKey: ['projects', 'path', recordId],
    queryFn: ({ signal }) => findPath(recordId, signal),
    staleTime: 0,
    gcTime: 60_000,
    retry: false,
  });

const childrenQuery = (recordId: number, page: number) =>
  queryOptions({
    queryKey: ['projects', 'children', recordId, page],
    queryFn: ({ signal }) => findChildren(recordId, page * childPage, childPage, signal),
    staleTime: 0,
    gcTime: 60_000,
    meta: { isLive: true },
  });

/** Where the record stands. @param isWanted false: nothing is asked */
export const useRecordPath = (recordId: number, isWanted: boolean) =>
  useQuery({ ...pathQuery(recordId), enabled: isWanted });

/**
 * The tree of a record as rows, with what opens, closes and reads it.
 * @param isBusy while somebody drags a row: it stays where it is
 */
export function useRecordTree(recordId: number, isBusy = false) {
  const client = useQueryClient();
  const isBusyNow = useEffectEvent(() => isBusy);
  const path = useQuery({ ...pathQuery(recordId), meta: { isLive: true } });
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(() => new Set([recordId]));
  /** How many pages are asked for, where it is more than one. */
  const [pages, setPages] = useState<ReadonlyMap<number, number>>(() => new Map());
  const asked = useMemo(
    () =>
      [...expanded].flatMap((id) => Array.from({ length: pages.get(id) ?? 1 }, (_, page) => ({ id, page }))),
    [expanded, pages],
  );
  const answers = useQueries({
    queries: asked.map(({ id, page }) => ({
      ...childrenQuery(id, page),
      // Nothing is under a record of which that is known.
      enabled: id !== recordId || (path.data?.record.childCount ?? 0) > 0,
    })),
  });
  const children = new Map<number, LoadedChildren>();
  for (const id of expanded) children.set(id, joinPages(answers.filter((_, at) => asked[at]?.id === id)));
  const root = path.data?.record;
  const rows = root === undefined ? [] : listRows(root, children, expanded);

  const refresh = useCallback(() => void refetchAfterWrite(client, ['projects']), [client]);
  const types = new Set(rows.flatMap((row) => (row.kind === 'record' ? [row.record.recordType.id] : [])));
  const watched = [...types].toSorted((one, other) => one - other).join(',');
  useEffect(() => {
    let timer: number | undefined;
    let isOver = false;
    const stops = watched
      .split(',')
      .filter(Boolean)
      .map((type) =>
        watchRecordType(Number(type), ({ whole, changes }, isOlder) => {
          if (whole || isOlder || changes.length > 0) timer ??= window.setTimeout(look, gatherMs);
        }),
      );
    function look() {
      timer = undefined;
      void refetchQuietly({ client, queryKeys: [['projects']], isBusy: isBusyNow, isOver: () => isOver });
    }
    return () => {
      isOver = true;
      window.clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [watched, client]);

  const setOpen = (id: number, isOpen: boolean) =>
    setExpanded((before) => {
      const after = new Set(before);
      if (isOpen) after.add(id);
      else after.delete(id);
      return after;
    });
  const showMore = (id: number) => setPages((before) => new Map(before).set(id, (before.get(id) ?? 1) + 1));
  return { path, rows, setOpen, showMore, refresh };
}
