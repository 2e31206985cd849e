import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { getMyPortals, getPortalSettings } from './api.ts';

const myPortalsQuery = queryOptions({
  queryKey: ['portals', 'mine'],
  queryFn: ({ signal }) => getMyPortals(signal),
});

const settingsQuery = queryOptions({
  queryKey: ['portals', 'settings'],
  queryFn: ({ signal }) => getPortalSettings(signal),
});

export const useMyPortals = () => useQuery(myPortalsQuery);

export const usePortalSettings = () => useQuery(settingsQuery);

/** Whatever comes of the change, the page is up to date before the answer. */
export function useChangePortals(): <Made>(change: () => Promise<Made>) => Promise<Made> {
  const client = useQueryClient();
  return async (change) => {
    try {
      return await change();
    } finally {
      await client.invalidateQueries({ queryKey: ['portals'] });
    }
  };
}
