import { isDataType } from '@rowhouse/domain/fields/data-types.ts';
import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import type { FieldDefinition } from '@rowhouse/domain/contract.generated.ts';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../platform/graphql/request.ts';
import { getFieldDefinitions } from './api.ts';

export type DefinedField = FieldDefinition & { readonly dataType: DataType };

/** The fields of the type that the role may see, in their order. Never from a cache: Specification 7. */
export function useFieldDefinitions(recordTypeId: number) {
  return useQuery({
    queryKey: ['fields', recordTypeId],
    queryFn: async ({ signal }) => {
      const answer = await request(getFieldDefinitions, { recordType: recordTypeId }, { signal });
      return answer.getSaasRecordFieldsByRecordTypes
        .filter((field): field is typeof field & { dataType: DataType } => isDataType(field.dataType))
        .toSorted((one, other) => one.order - other.order);
    },
  });
}
