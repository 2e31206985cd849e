import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { findChoices, findMappings, findUntranslated } from './api.ts';

/** The other company answers when it does, and nothing here is told of it. */
const lookAgainMs = 15_000;

const mappingsQuery = queryOptions({
  queryKey: ['transmissions', 'mappings'],
  queryFn: ({ signal }) => findMappings(signal),
  refetchInterval: lookAgainMs,
});

const choicesQuery = queryOptions({
  queryKey: ['transmissions', 'choices'],
  queryFn: ({ signal }) => findChoices(signal),
});

const untranslatedQuery = queryOptions({
  queryKey: ['transmissions', 'untranslated'],
  queryFn: ({ signal }) => findUntranslated(signal),
  refetchInterval: lookAgainMs,
});

/** Refused for who does not administer the company, like the mappings: asked when those were answered. */
export const useUntranslated = (enabled = true) => useQuery({ ...untranslatedQuery, enabled });

export const useMappings = () => useQuery(mappingsQuery);

export const useChoices = (enabled: boolean) => useQuery({ ...choicesQuery, enabled });

/** Whatever comes of the change, the page is up to date before the answer. */
export function useChangeMappings(): <Made>(change: () => Promise<Made>) => Promise<Made> {
  const client = useQueryClient();
  return async (change) => {
    try {
      return await change();
    } finally {
      await client.invalidateQueries({ queryKey: ['transmissions'] });
    }
  };
}
