import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { findDesigns, findFiles, findForms } from './api.ts';

const formsQuery = queryOptions({
  queryKey: ['order-entry', 'forms'],
  queryFn: ({ signal }) => findForms(signal),
});

/** Their links open the files for a minute: they are asked for anew whenever the page comes. */
const filesQuery = queryOptions({
  queryKey: ['order-entry', 'files'],
  queryFn: ({ signal }) => findFiles(signal),
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: false,
});

export const useOrderForms = () => useQuery(formsQuery);
export const useOrderFileList = () => useQuery(filesQuery);

export function useRefreshOrderFiles(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: filesQuery.queryKey });
}

const designsQuery = queryOptions({
  queryKey: ['order-entry', 'designs'],
  queryFn: ({ signal }) => findDesigns(signal),
});

/** Refused for who does not administer the company. */
export const useFormDesigns = () => useQuery(designsQuery);

/** Whatever comes of the change, both lists of forms are up to date before the answer. */
export function useChangeForms(): <Made>(change: () => Promise<Made>) => Promise<Made> {
  const client = useQueryClient();
  return async (change) => {
    try {
      return await change();
    } finally {
      await client.invalidateQueries({ queryKey: designsQuery.queryKey });
      await client.invalidateQueries({ queryKey: formsQuery.queryKey });
    }
  };
}

/** As `useChangeForms`, and whatever else shows the fields of the type. */
export function useChangeFields(): <Made>(change: () => Promise<Made>) => Promise<Made> {
  const client = useQueryClient();
  const changeForms = useChangeForms();
  return async (change) => {
    try {
      return await changeForms(change);
    } finally {
      await Promise.all(
        ['record-types', 'fields'].map((key) => client.invalidateQueries({ queryKey: [key] })),
      );
    }
  };
}
