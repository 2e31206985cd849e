import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toSentence } from '../../platform/request-failure.ts';
import { watchNotifications } from '../../platform/socket.ts';
import { snackbars } from '../../ui/snackbars.tsx';
import { findNotifications, markRead } from './api.ts';

const query = (tenantId: string | null) =>
  infiniteQueryOptions({
    queryKey: ['notifications', 'found', tenantId],
    queryFn: ({ pageParam, signal }) => findNotifications(pageParam, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: tenantId !== null,
  });

/** So long after the page began, that what the page itself needs goes first. */
const beginAfterMs = 1500;

/** What the person was told of in the company, kept up to date in every window. */
export function useNotifications(tenantId: string | null) {
  const client = useQueryClient();
  const found = useInfiniteQuery(query(tenantId));
  useEffect(() => {
    if (tenantId === null) return undefined;
    let stop: (() => void) | undefined;
    const timer = window.setTimeout(() => {
      stop = watchNotifications(() => void client.invalidateQueries({ queryKey: query(tenantId).queryKey }));
    }, beginAfterMs);
    return () => {
      window.clearTimeout(timer);
      stop?.();
    };
  }, [client, tenantId]);
  const marking = useMutation({
    mutationFn: markRead,
    onSuccess: () => client.invalidateQueries({ queryKey: query(tenantId).queryKey }),
    onError: (failure) => snackbars.error(toSentence(failure)),
  });
  return {
    notifications: found.data?.pages.flatMap(({ notifications }) => notifications) ?? null,
    /** 100 stands for more than 99. */
    unread: found.data?.pages[0]?.unread.unread ?? 0,
    failure: found.data === undefined ? found.error : null,
    retry: () => void found.refetch(),
    hasMore: found.hasNextPage,
    isLoadingMore: found.isFetchingNextPage,
    loadMore: () => void found.fetchNextPage(),
    /** All when no ids are given. */
    mark: (ids: readonly number[] | null) => marking.mutate(ids),
  };
}

export type Notifications = ReturnType<typeof useNotifications>;
