import { useQuery } from '@tanstack/react-query';
import { request } from '../../platform/graphql/request.ts';
import { findRecordType } from './api.ts';

export function useRecordType(recordTypeId: number) {
  return useQuery({
    queryKey: ['record-types', recordTypeId],
    queryFn: async ({ signal }) =>
      (await request(findRecordType, { data: { id: recordTypeId } }, { signal })).findRecordType,
  });
}
