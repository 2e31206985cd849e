import { useEffect, useState } from 'react';
import { readFile } from '../../platform/read-file.ts';

export type FileReading<Content> =
  | { readonly state: 'reading' }
  | { readonly state: 'failed' }
  | { readonly state: 'read'; readonly content: Content };

/** Reads the whole file once, and again on retry. @param read makes of it what is shown; it must not change */
export function useFile<Content>(
  getUrl: () => Promise<string>,
  read: (file: Blob) => Promise<Content>,
): { reading: FileReading<Content>; retry: () => void } {
  const [reading, setReading] = useState<FileReading<Content>>({ state: 'reading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    readFile(getUrl, leaving.signal)
      .then(read)
      .then(
        (content) => !leaving.signal.aborted && setReading({ state: 'read', content }),
        () => !leaving.signal.aborted && setReading({ state: 'failed' }),
      );
    return () => leaving.abort();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- read once, and again on retry
  }, [attempt]);
  return {
    reading,
    retry() {
      setReading({ state: 'reading' });
      setAttempt((count) => count + 1);
    },
  };
}
