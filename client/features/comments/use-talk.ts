import { useEffect, useMemo } from 'react';
import { useObserved } from '../../platform/observed.ts';
import type { CommentedRecord, Reading } from './api.ts';
import { createCommentTalk, type CommentTalk } from './comment-talk.ts';

/** What is said about the record that is open: asked for once, for the tab's count and for what the tab shows. */
export function useTalk({ recordId, recordTypeId }: CommentedRecord): {
  readonly talk: CommentTalk;
  /** Null until it is known. */
  readonly reading: Reading | null;
} {
  const talk = useMemo(() => createCommentTalk({ recordId, recordTypeId }), [recordId, recordTypeId]);
  useEffect(() => talk.start(), [talk]);
  const { reading } = useObserved(talk);
  return { talk, reading };
}
