import { useEffect, useState } from 'react';

const longestWaitMs = 2000;

/** True from the first quiet moment after `isReady`: for what is needed soon, and must not hold up what is needed now. */
export function useWhenIdle(isReady: boolean): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    if (!isReady || isIdle) return undefined;
    const begin = (): void => setIdle(true);
    // Not every browser can tell.
    if (typeof window.requestIdleCallback !== 'function') {
      const timer = window.setTimeout(begin, longestWaitMs / 4);
      return () => window.clearTimeout(timer);
    }
    const asked = window.requestIdleCallback(begin, { timeout: longestWaitMs });
    return () => window.cancelIdleCallback(asked);
  }, [isReady, isIdle]);
  return isIdle;
}
