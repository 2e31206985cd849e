import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { findAccessTests, getAccessMatrix, getRoles } from './api.ts';

const rolesQuery = queryOptions({
  queryKey: ['roles', 'all'],
  queryFn: ({ signal }) => getRoles(signal),
});

const matrixQuery = queryOptions({
  queryKey: ['roles', 'access'],
  queryFn: ({ signal }) => getAccessMatrix(signal),
});

export const accessTestsQuery = queryOptions({
  queryKey: ['roles', 'tests'],
  queryFn: ({ signal }) => findAccessTests(signal),
});

/** Refused for who does not administer the company. */
export const useRoles = () => useQuery(rolesQuery);

/** @param enabled false until it is known that the person administers */
export const useAccessMatrix = (enabled: boolean) => useQuery({ ...matrixQuery, enabled });

/** Whatever comes of the change, the page is up to date before the answer. Open screens hear it over the socket. */
export function useChangeRoles(): <Made>(change: () => Promise<Made>) => Promise<Made> {
  const client = useQueryClient();
  return async (change) => {
    try {
      return await change();
    } finally {
      await Promise.all([
        client.invalidateQueries({ queryKey: ['roles'] }),
        client.invalidateQueries({ queryKey: ['users'] }),
        client.invalidateQueries({ queryKey: ['menu'] }),
        client.invalidateQueries({ queryKey: ['fields'] }),
      ]);
    }
  };
}
