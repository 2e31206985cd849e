import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { getListObjects, getLists, getListValues } from './api.ts';

const listsQuery = queryOptions({
  queryKey: ['lists', 'all'],
  queryFn: ({ signal }) => getLists(signal),
});

const valuesQuery = (listId: number) =>
  queryOptions({
    queryKey: ['lists', 'values', listId],
    queryFn: ({ signal }) => getListValues(listId, signal),
  });

/** Refused for who does not administer the company. */
export const useLists = () => useQuery(listsQuery);

/** @param enabled false for a list that is switched off: its values are not read */
export const useListValues = (listId: number, enabled: boolean) =>
  useQuery({ ...valuesQuery(listId), enabled });

/** @param wanted false where no list of objects is looked at */
export const useListObjects = (wanted: boolean) =>
  useQuery({
    queryKey: ['objects', 'of-lists'],
    queryFn: ({ signal }) => getListObjects(signal),
    enabled: wanted,
  });

/** Whatever comes of the change, the page is up to date before the answer. Open forms hear it over the socket. */
export function useChangeLists(): <Made>(change: () => Promise<Made>) => Promise<Made> {
  const client = useQueryClient();
  return async (change) => {
    try {
      return await change();
    } finally {
      await client.invalidateQueries({ queryKey: ['lists'] });
    }
  };
}
