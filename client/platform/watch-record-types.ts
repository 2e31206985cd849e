import type { RecordTypeChange } from '@rowhouse/domain/realtime/messages.ts';
import { watchRecordType } from './socket.ts';

/** A socket watches a limited number of types; the page's own come first. */
const mostWatchedHere = 16;

/**
 * Acts when something that matters was changed in one of the types: no more often than the rest allows, however much is
 * changed, and only while the page is seen. Answers how to stop.
 */
export function watchRecordTypes(
  recordTypeIds: readonly number[],
  matters: (change: RecordTypeChange, isOlder: boolean) => boolean,
  act: () => void,
  restMs: number,
): () => void {
  let timer: number | undefined;
  let isOwed = false;
  const actWhenSeen = () => {
    isOwed = true;
    if (timer !== undefined || document.visibilityState !== 'visible') return;
    isOwed = false;
    act();
    timer = window.setTimeout(() => {
      timer = undefined;
      if (isOwed) actWhenSeen();
    }, restMs);
  };
  const stops = recordTypeIds
    .slice(0, mostWatchedHere)
    .map((id) => watchRecordType(id, (change, isOlder) => matters(change, isOlder) && actWhenSeen()));
  const onSeen = () => isOwed && actWhenSeen();
  document.addEventListener('visibilitychange', onSeen);
  return () => {
    window.clearTimeout(timer);
    document.removeEventListener('visibilitychange', onSeen);
    for (const stop of stops) stop();
  };
}
