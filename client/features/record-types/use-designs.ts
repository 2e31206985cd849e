import { useQuery, useQueryClient } from '@tanstack/react-query';
import { findRecordTypeDesign, findRecordTypes } from './api.ts';

// Told of another version of the structure, open pages ask again for what begins with 'record-types'.
export const useRecordTypes = () =>
  useQuery({ queryKey: ['record-types', 'all'], queryFn: ({ signal }) => findRecordTypes(signal) });

const progressMs = 1000;

export const useDesign = (id: number) =>
  useQuery({
    queryKey: ['record-types', 'design', id],
    queryFn: ({ signal }) => findRecordTypeDesign(id, signal),
    // While records are computed again, how far it came.
    refetchInterval: ({ state }) => (state.data?.computing?.state === 'RUNNING' ? progressMs : false),
  });

/** Whatever comes of the change, the page is up to date before the answer, and so are the menu and open grids. */
export function useChangeDesigns(): <Made>(change: () => Promise<Made>) => Promise<Made> {
  const client = useQueryClient();
  return async (change) => {
    try {
      return await change();
    } finally {
      await Promise.all(
        ['record-types', 'menu', 'fields', 'lists'].map((key) =>
          client.invalidateQueries({ queryKey: [key] }),
        ),
      );
    }
  };
}
