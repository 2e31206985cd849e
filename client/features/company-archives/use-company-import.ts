import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useUnsavedWork } from '../../ui/use-unsaved-work.ts';
import { findCompanyImport, putImportAway, startCompanyImport, uploadArchive } from './api.ts';

const askAgainMs = 1_000;

const importQuery = queryOptions({
  queryKey: ['company-archives', 'import'],
  queryFn: ({ signal }) => findCompanyImport(signal),
});

type Sending = {
  readonly name: string;
  readonly part: number;
  /** For the connection. */
  readonly isWaiting: boolean;
};

/** An archive from choosing it to the company that it made. What is read and brought in goes on when the page is left. */
export function useCompanyImport() {
  const client = useQueryClient();
  const [sending, setSending] = useState<Sending | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  useUnsavedWork(sending === null ? null : 'The archive is not sent yet, and has to be sent anew then.');
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
    const show = (part: number, isWaiting: boolean) => setSending({ name: file.name, part, isWaiting });
    let sent = 0;
    show(0, false);
    try {
      await uploadArchive(file, {
        signal: controller.signal,
        onProgress: (part) => {
          sent = part;
          show(part, false);
        },
        onWait: () => show(sent, true),
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
