import { useQuery, useQueryClient } from '@tanstack/react-query';
import { findDeletionPlan, findRecordTypeDesign, findRecordTypes } from './api.ts';

// Told of another version of the structure, open pages ask again for what begins with 'record-types'.
export const useRecordTypes = () =>
  useQuery({ queryKey: ['record-types', 'all'], queryFn: ({ signal }) => findRecordTypes(signal) });

const progressMs = 1000;

export const useDesign = (id: number) =>
  useQuery({
    queryKey: ['record-types', 'design', id],
    queryFn: ({ signal }) => findRecordTypeDesign(id, signal),
    // While records are computed again or deleted, how far it came.
    refetchInterval: ({ state: { data } }) =>
      data?.computing?.state === 'RUNNING' ||
      data?.deletion?.state === 'RUNNING' ||
      data?.deletedFields.some(({ state }) => state === 'RUNNING') === true ||
      data?.retypes.some(({ state }) => state === 'RUNNING') === true
        ? progressMs
        : false,
  });

export const useDeletionPlan = (id: number) =>
  useQuery({
    queryKey: ['record-types', 'deletion', id],
    queryFn: ({ signal }) => findDeletionPlan(id, signal),
    retry: false,
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
