import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { findReaders, findSchedules } from './api.ts';

const key = ['mail-schedules'] as const;

const schedulesQuery = (whose: 'own' | 'company') =>
  queryOptions({
    queryKey: [...key, whose],
    queryFn: ({ signal }) => findSchedules(whose, signal),
  });

export const useMailSchedules = (whose: 'own' | 'company') => useQuery(schedulesQuery(whose));

/** What is mailed: a saved view, or a dashboard. */
export type Mailed = {
  readonly kind: 'VIEW' | 'DASHBOARD';
  readonly mailedId: number;
  readonly name: string;
};

export const usePossibleReaders = ({ kind, mailedId }: Mailed) =>
  useQuery({
    queryKey: [...key, 'readers', kind, mailedId],
    queryFn: ({ signal }) => findReaders({ kind, mailedId }, signal),
  });

/** Whatever comes of the change, the lists are up to date before the answer. */
export function useChangeSchedules(): <Answer>(change: () => Promise<Answer>) => Promise<Answer> {
  const client = useQueryClient();
  return async (change) => {
    try {
      return await change();
    } finally {
      await client.invalidateQueries({ queryKey: key });
    }
  };
}
