import { useEffect, useRef, useState } from 'react';

/**
 * The value, held back while it changes in quick succession: the first change passes at once, those within the
 * pause wait until it is over. A change that is urgent always passes at once.
 */
export function useSettled<Value>(
  value: Value,
  pauseMs: number,
  isUrgent: (before: Value, now: Value) => boolean,
): Value {
  const [settled, setSettled] = useState(value);
  const lastPassMs = useRef(0);
  const urgent = settled !== value && isUrgent(settled, value);
  useEffect(() => {
    if (settled === value) return undefined;
    const pass = () => {
      lastPassMs.current = Date.now();
      setSettled(value);
    };
    const isQuick = Date.now() - lastPassMs.current < pauseMs;
    if (urgent || !isQuick) {
      pass();
      return undefined;
    }
    const timer = setTimeout(pass, pauseMs);
    return () => clearTimeout(timer);
  }, [settled, value, pauseMs, urgent]);
  return urgent ? value : settled;
}
