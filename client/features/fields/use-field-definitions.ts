import { useQuery } from '@tanstack/react-query';
import { getFieldDefinitions } from './api.ts';
import { toKnownFields } from './known-fields.ts';

/** The fields of the type that the role may see, in their order. Never from a cache: Specification 7. */
export function useFieldDefinitions(recordTypeId: number) {
  return useQuery({
    queryKey: ['fields', recordTypeId],
    queryFn: async ({ signal }) => toKnownFields(await getFieldDefinitions(recordTypeId, signal)),
  });
}
