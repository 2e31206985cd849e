import { lazy, Suspense, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { RecordWatch, useWatchKey } from '../features/comments/record-watch.tsx';
import { useUnreadComments } from '../features/comments/use-unread-comments.ts';
import type { RecordPane } from '../features/records/record-page/record-pane.ts';
import { ProgressLine } from '../ui/progress-line.tsx';
import styles from './use-record-talk.module.css';

const RecordComments = lazy(async () => ({
  default: (await import('../features/comments/record-comments.tsx')).RecordComments,
}));

/** The comments of a record beside its fields, under the switch that says what of the record one is told. */
export function useRecordTalk(
  recordId: number,
  recordTypeId: number,
  mayWrite: boolean,
): NonNullable<RecordPane['comments']> {
  const { total, unread } = useUnreadComments({ recordId, recordTypeId });
  const [params] = useSearchParams();
  const shownFirst = Number(params.get('comment')) || null;
  useWatchKey({ recordId, recordTypeId });
  return useMemo(
    () => ({
      total,
      unread,
      render: () => (
        <div className={styles.talk}>
          <RecordWatch recordId={recordId} recordTypeId={recordTypeId} />
          <div className={styles.comments}>
            <Suspense fallback={<ProgressLine active />}>
              <RecordComments
                key={recordId}
                recordId={recordId}
                recordTypeId={recordTypeId}
                mayWrite={mayWrite}
                shownFirst={shownFirst}
              />
            </Suspense>
          </div>
        </div>
      ),
    }),
    [recordId, recordTypeId, mayWrite, shownFirst, total, unread],
  );
}
