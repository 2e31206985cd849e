// The person's own changes of all results, as the server tells of them: they run there, whether a page is open or not.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isQuestionSettled, settleQuestion } from '../../../../platform/storage/local-storage.ts';
import { findMyBulkChanges, type MyBulkChange } from './api.ts';

const lookAgainMs = 1000;
/** What has ended is news for so long, unless it is put away. */
const newsMs = 86_400_000;
const none: readonly MyBulkChange[] = [];

export function useBulkChanges(
  recordTypeId: number,
  { tenantPath, onEnded }: { tenantPath: string; onEnded: () => void },
) {
  const queryClient = useQueryClient();
  const found = useQuery({
    queryKey: ['bulk-changes', recordTypeId],
    queryFn: ({ signal }) => findMyBulkChanges(recordTypeId, signal),
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? lookAgainMs : false),
    // Whether its Undo is still of use is up to others.
    refetchOnWindowFocus: true,
  });
  const changes = found.data ?? none;
  const running = changes.filter(isRunning);

  const tellEnded = useEffectEvent(() => {
    void queryClient.invalidateQueries({ queryKey: ['records', recordTypeId] });
    onEnded();
  });
  // One may have ended before it was ever seen running. Null until the first answer.
  const before = useRef<ReadonlySet<string> | null>(null);
  const endedIds = found.data
    ?.filter((change) => !isRunning(change))
    .map(({ id }) => id)
    .join();
  useEffect(() => {
    if (endedIds === undefined) return;
    const now = new Set(endedIds.split(',').filter((id) => id !== ''));
    const known = before.current;
    before.current = now;
    if (known !== null && [...now].some((id) => !known.has(id))) tellEnded();
  }, [endedIds]);

  const questionOf = (id: number) => ({
    tenant: tenantPath,
    section: 'bulk-changes',
    recordType: String(recordTypeId),
    action: String(id),
  });
  const [openedAt] = useState(Date.now);
  const [putAway, setPutAway] = useState<number | null>(null);
  // The newest alone: what was before it is history.
  const last = changes.find((change) => !isRunning(change));
  const isNews =
    last !== undefined &&
    openedAt - Date.parse(last.endedAt ?? '') < newsMs &&
    !last.isUndone &&
    last.id !== putAway &&
    !isQuestionSettled(questionOf(last.id));
  return {
    shown: isNews ? [...running, last] : running,
    /** What had ended before the page was opened was told then. */
    isOld: ({ endedAt }: MyBulkChange) => endedAt !== null && Date.parse(endedAt) < openedAt,
    lookAgain: () => found.refetch(),
    dismiss: (id: number) => {
      settleQuestion(questionOf(id));
      setPutAway(id);
    },
  };
}

export const isRunning = ({ state }: MyBulkChange): boolean => state === 'RUNNING';
