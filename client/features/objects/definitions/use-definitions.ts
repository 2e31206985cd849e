import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { findObjectUse, getObjectDefinitions } from './api.ts';

const definitionsQuery = queryOptions({
  queryKey: ['objects', 'definitions'],
  queryFn: ({ signal }) => getObjectDefinitions(signal),
});

/** Refused for who does not administer the company. */
export const useDefinitions = () => useQuery(definitionsQuery);

/** @param id null: not asked */
export const useObjectUse = (id: number | null) =>
  useQuery({
    queryKey: ['objects', 'use', id],
    queryFn: ({ signal }) => findObjectUse(id ?? 0, signal),
    enabled: id !== null,
  });

/** Whatever comes of the change, the page is up to date before the answer. Open screens hear it over the socket. */
export function useChangeObjects(): <Made>(change: () => Promise<Made>) => Promise<Made> {
  const client = useQueryClient();
  return async (change) => {
    try {
      return await change();
    } finally {
      await client.invalidateQueries({ queryKey: ['objects'] });
    }
  };
}
