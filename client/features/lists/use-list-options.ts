import { useQuery } from '@tanstack/react-query';
import { request } from '../../platform/graphql/request.ts';
import type { Option } from '../../ui/inputs/option.ts';
import { findListValues, findProblemCodes, findRecordStatuses } from './api.ts';

type Named = { readonly id: number; readonly name: string; readonly enabled: boolean };

const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Specification 7: the lists of a super type's related types are merged and sorted by name. */
export const mergeByName = (lists: readonly (readonly Named[])[]): Option[] =>
  [...new Map(lists.flat().map((item) => [item.id, item])).values()]
    .map(({ id, name, enabled }) => ({ id: String(id), name, enabled }))
    .toSorted((one, other) => byName.compare(one.name, other.name));

export function useStatuses(recordTypeIds: readonly number[]) {
  return useQuery({
    queryKey: ['lists', 'statuses', recordTypeIds],
    queryFn: async ({ signal }) => {
      const data = { recordTypes: [...recordTypeIds] };
      return mergeByName([
        (await request(findRecordStatuses, { data }, { signal })).findRecordStatusByRecordType,
      ]);
    },
    enabled: recordTypeIds.length > 0,
  });
}

export function useProblemCodes(recordTypeIds: readonly number[]) {
  return useQuery({
    queryKey: ['lists', 'problem-codes', recordTypeIds],
    queryFn: async ({ signal }) => {
      const each = recordTypeIds.map((recordType) =>
        request(findProblemCodes, { data: { recordType } }, { signal }),
      );
      return mergeByName((await Promise.all(each)).map((answer) => answer.findProblemCodeByRecordType));
    },
    enabled: recordTypeIds.length > 0,
  });
}

/** The values of the lists by list id, in their own order. */
export function useListValues(listIds: readonly number[]) {
  return useQuery({
    queryKey: ['lists', 'values', listIds],
    queryFn: async ({ signal }) => {
      const data = { listIds: [...listIds] };
      const values = (await request(findListValues, { data }, { signal })).findListValues;
      const byList = new Map<number, Option[]>(listIds.map((id) => [id, []]));
      for (const { id, value, userValue, enabled, listId } of values.toSorted(
        (one, two) => one.order - two.order,
      ))
        byList.get(listId)?.push({ id: String(id), name: userValue?.name ?? value, enabled });
      return byList;
    },
    enabled: listIds.length > 0,
  });
}
