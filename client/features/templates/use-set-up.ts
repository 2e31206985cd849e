import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { watchConfiguration } from '../../platform/socket.ts';
import { findSetUp, getCompanyTemplates } from './api.ts';

/** How far the company is set up. It follows what other administrators do, over the socket. */
export function useSetUp(enabled: boolean) {
  // A company without record types has nothing else to listen to.
  useEffect(() => (enabled ? watchConfiguration() : undefined), [enabled]);
  return useQuery({
    queryKey: ['templates', 'set-up'],
    queryFn: ({ signal }) => findSetUp(signal),
    enabled,
  });
}

export const useCompanyTemplates = () =>
  useQuery({ queryKey: ['templates', 'all'], queryFn: ({ signal }) => getCompanyTemplates(signal) });

/** Whatever comes of the change, what the first page shows is up to date before the answer. */
export function useSetUpChange(): (change: () => Promise<void>) => Promise<void> {
  const client = useQueryClient();
  return async (change) => {
    try {
      await change();
    } finally {
      await Promise.all(
        [['templates'], ['menu'], ['record-types'], ['grid-preferences', 'mine']].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
    }
  };
}
