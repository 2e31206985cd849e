import { useQuery } from '@tanstack/react-query';
import { findRecordType } from './api.ts';

export function useRecordType(recordTypeId: number) {
  return useQuery({
    queryKey: ['record-types', recordTypeId],
    queryFn: ({ signal }) => findRecordType(recordTypeId, signal),
  });
}
