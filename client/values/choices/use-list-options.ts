import { useQuery } from '@tanstack/react-query';
import type { Option } from '../../ui/inputs/option.ts';
import { mergeByName, type NamedType } from './merge-by-name.ts';
import { choicesKeptMs } from './choices-kept.ts';
import { findListValues, findProblemCodes, findRecordStatuses } from './api.ts';

const named = (types: readonly NamedType[]): NamedType[] => types.map(({ id, name }) => ({ id, name }));

export function useStatuses(types: readonly NamedType[], isWanted: boolean) {
  return useQuery({
    queryKey: ['lists', 'statuses', named(types)],
    queryFn: async ({ signal }) => {
      const ids = types.map(({ id }) => id);
      return mergeByName([await findRecordStatuses(ids, signal)], types);
    },
    enabled: isWanted && types.length > 0,
    staleTime: choicesKeptMs,
  });
}

/** The ids of a type's statuses in the order in which they were set up, where names say nothing of it. */
export const useStatusOrder = (recordTypeId: number, isWanted: boolean) =>
  useQuery({
    queryKey: ['lists', 'status-order', recordTypeId],
    queryFn: async ({ signal }) =>
      (await findRecordStatuses([recordTypeId], signal))
        .toSorted((one, other) => one.order - other.order)
        .map(({ id }) => String(id)),
    enabled: isWanted,
    staleTime: choicesKeptMs,
  });

export function useProblemCodes(types: readonly NamedType[], isWanted: boolean) {
  return useQuery({
    queryKey: ['lists', 'problem-codes', named(types)],
    queryFn: async ({ signal }) => {
      const lists = types.map(({ id }) => findProblemCodes(id, signal));
      return mergeByName(await Promise.all(lists), types);
    },
    enabled: isWanted && types.length > 0,
    staleTime: choicesKeptMs,
  });
}

/** The values of the lists by list id, in their own order. */
export function useListValues(listIds: readonly number[]) {
  return useQuery({
    queryKey: ['lists', 'values', listIds],
    queryFn: async ({ signal }) => {
      const values = await findListValues(listIds, signal);
      const byList = new Map<number, Option[]>(listIds.map((id) => [id, []]));
      for (const { id, value, userValue, enabled, listId } of values.toSorted(
        (one, two) => one.order - two.order,
      ))
        byList.get(listId)?.push({ id: String(id), name: userValue?.name ?? value, enabled });
      return byList;
    },
    enabled: listIds.length > 0,
    staleTime: choicesKeptMs,
  });
}
