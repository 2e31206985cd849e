import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { findCompanyImport, putImportAway, startCompanyImport, uploadArchive } from './api.ts';

const askAgainMs = 1_000;

const importQuery = queryOptions({
  queryKey: ['company-archives', 'import'],
  queryFn: ({ signal }) => findCompanyImport(signal),
});

/** An archive from choosing it to the company that it made. What is read and brought in goes on when the page is left. */
export function useCompanyImport() {
  const client = useQueryClient();
  const [sending, setSending] = useState<{ readonly name: string; readonly part: number } | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const { data, error, refetch } = useQuery({
    ...importQuery,
    refetchInterval: ({ state }) =>
      state.data?.state === 'CHECKING' || state.data?.state === 'RUNNING' ? askAgainMs : false,
  });

  async function send(file: File) {
    const controller = new AbortController();
    stop.current = controller;
    setFailure(null);
    setSending({ name: file.name, part: 0 });
    try {
      await uploadArchive(file, {
        signal: controller.signal,
        onProgress: (part) => setSending({ name: file.name, part }),
      });
    } catch (reason) {
      if (!controller.signal.aborted) setFailure(reason);
    }
    if (stop.current !== controller) return;
    await refetch();
    setSending(null);
  }

  async function putAway() {
    stop.current?.abort();
    stop.current = null;
    setSending(null);
    setFailure(null);
    try {
      await putImportAway();
    } catch (reason) {
      setFailure(reason);
    }
    await refetch();
  }

  return {
    /** Undefined until it is known. */
    found: data,
    error: data === undefined ? error : null,
    lookAgain: () => void refetch(),
    sending,
    failure,
    send,
    putAway,
    begin: async (wanted: { name: string; url: string; isMove: boolean }) => {
      client.setQueryData(importQuery.queryKey, await startCompanyImport(wanted));
    },
  };
}
