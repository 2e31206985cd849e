import { useEffect, useRef, useState } from 'react';

const pauseMs = 300;

/** What is typed into the search, passed on when the typing pauses; what comes from outside replaces it. */
export function useSearchText(search: string, onSearch: (search: string) => void) {
  const [typed, setTyped] = useState(search);
  const [known, setKnown] = useState(search);
  const pass = useRef(onSearch);
  useEffect(() => {
    pass.current = onSearch;
  });
  if (known !== search) {
    setKnown(search);
    if (search !== typed.trim()) setTyped(search);
  }
  useEffect(() => {
    const text = typed.trim();
    if (text === search) return undefined;
    const timer = setTimeout(() => pass.current(text), pauseMs);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- a `search` from outside has set `typed` already
  }, [typed]);
  return {
    typed,
    setTyped,
    /** Enter does not wait. */
    passNow: () => {
      if (typed.trim() !== search) pass.current(typed.trim());
    },
  };
}
