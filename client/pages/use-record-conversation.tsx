import { Suspense, useMemo } from 'react';
import type { RecordPane } from '../features/records/record-page/record-pane.ts';
import { useConversations } from '../features/transmissions/conversation/use-conversations.ts';
import { ProgressLine } from '../ui/progress-line.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';

const RecordConversation = lazyPart(async () => ({
  default: (await import('../features/transmissions/conversation/record-conversation.tsx'))
    .RecordConversation,
}));

/** What is said about a record with other companies; null where nothing is. */
export function useRecordConversation(
  recordId: number,
  recordTypeId: number,
  enabled: boolean,
): NonNullable<RecordPane['conversation']> | null {
  const conversations = useConversations(recordId, recordTypeId, enabled);
  return useMemo(
    () =>
      conversations.length === 0
        ? null
        : {
            waits: conversations.reduce(
              (sum, { mayAnswer, waitsForUs }) => sum + (mayAnswer ? waitsForUs : 0),
              0,
            ),
            render: () => (
              <Suspense fallback={<ProgressLine active />}>
                <RecordConversation key={recordId} recordId={recordId} conversations={conversations} />
              </Suspense>
            ),
          },
    [conversations, recordId],
  );
}
