import { isDataType } from '@rowhouse/domain/fields/data-types.ts';
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import { useQuery } from '@tanstack/react-query';
import { getFieldDefinitions } from './api.ts';

/** The fields of the type that the role may see, in their order. Never from a cache: Specification 7. */
export function useFieldDefinitions(recordTypeId: number) {
  return useQuery({
    queryKey: ['fields', recordTypeId],
    queryFn: async ({ signal }) => {
      const fields = await getFieldDefinitions(recordTypeId, signal);
      return fields
        .filter((field): field is typeof field & { dataType: DataType } => isDataType(field.dataType))
        .toSorted((one, other) => one.order - other.order);
    },
  });
}
