// Numbers over records, asked for again when somebody has changed records of the type.
import type { AggregateRecordsInput } from '@rowhouse/domain/contract.generated.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { quietly } from '../../../platform/quietly.ts';
import { watchRecordType } from '../../../platform/socket.ts';
import { findNumbers } from './api.ts';

/** Changes that follow each other are one reason to ask. */
const gatherMs = 1000;

const keyOf = (recordTypeId: number) => ['records', recordTypeId, 'numbers'];

/** @param data null: nothing is asked */
export const useNumbers = (recordTypeId: number, data: AggregateRecordsInput | null) =>
  useQuery({ ...numbersQuery(recordTypeId, data), enabled: data !== null });

export const numbersQuery = (recordTypeId: number, data: AggregateRecordsInput | null) => ({
  queryKey: [...keyOf(recordTypeId), data],
  queryFn: ({ signal }: { signal: AbortSignal }) => findNumbers(data!, signal),
  staleTime: 0,
  gcTime: 60_000,
  retry: false,
});

/** While numbers are shown. */
export function useFreshNumbers(recordTypeId: number, areShown: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!areShown) return undefined;
    let timer: number | undefined;
    let isOver = false;
    const stop = watchRecordType(recordTypeId, ({ whole, changes }, isOlder) => {
      if (!whole && !isOlder && changes.length === 0) return;
      timer ??= window.setTimeout(() => {
        timer = undefined;
        void quietly({ client, queryKeys: [keyOf(recordTypeId)], isOver: () => isOver });
      }, gatherMs);
    });
    return () => {
      isOver = true;
      window.clearTimeout(timer);
      stop();
    };
  }, [client, recordTypeId, areShown]);
}
