import { Suspense, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { RecordWatch, useWatchKey } from '../features/comments/record-watch.tsx';
import { useTalk } from '../features/comments/use-talk.ts';
import type { RecordPane } from '../features/records/record-page/record-pane.ts';
import { ProgressLine } from '../ui/progress-line.tsx';
import styles from './use-record-talk.module.css';
import { lazyPart } from '../ui/lazy-part.tsx';

const RecordComments = lazyPart(async () => ({
  default: (await import('../features/comments/record-comments.tsx')).RecordComments,
}));

/** The comments of a record beside its fields, under the switch that says what of the record one is told. */
export function useRecordTalk(
  recordId: number,
  recordTypeId: number,
  mayWrite: boolean,
): NonNullable<RecordPane['comments']> {
  const { talk, reading } = useTalk({ recordId, recordTypeId });
  const [params] = useSearchParams();
  const shownFirst = Number(params.get('comment')) || null;
  useWatchKey(talk);
  const total = reading?.total ?? 0;
  const unread = reading?.unread ?? 0;
  return useMemo(
    () => ({
      total,
      unread,
      render: () => (
        <div className={styles.talk}>
          <RecordWatch talk={talk} />
          <div className={styles.comments}>
            <Suspense fallback={<ProgressLine active />}>
              <RecordComments
                key={recordId}
                talk={talk}
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
    [recordId, recordTypeId, talk, mayWrite, shownFirst, total, unread],
  );
}
