import { useCallback, useEffect, useRef } from 'react';
import { holdUnsavedWork } from '../platform/unsaved-work.ts';

/**
 * While there is something unsaved, leaving the page asks (`what` is the question's sentence), and an ended session
 * does not take the page away. The answer lets go at once, for a page that is left because it was saved.
 */
export function useUnsavedWork(what: string | null): () => void {
  const release = useRef(letGoOfNothing);
  useEffect(() => {
    if (what === null) return undefined;
    const letGo = holdUnsavedWork(what);
    release.current = letGo;
    return letGo;
  }, [what]);
  return useCallback(() => release.current(), []);
}

const letGoOfNothing = () => undefined as void;
