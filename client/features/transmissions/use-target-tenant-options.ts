import { useQuery } from '@tanstack/react-query';
import { request } from '../../platform/graphql/request.ts';
import type { Option } from '../../ui/inputs/option.ts';
import { getTargetTenants } from './api.ts';

export function useTargetTenantOptions(recordTypeId: number) {
  return useQuery({
    queryKey: ['transmissions', 'target-tenants', recordTypeId],
    queryFn: async ({ signal }): Promise<Option[]> => {
      const answer = await request(getTargetTenants, { data: { recordTypeId } }, { signal });
      const tenants = answer.getTargetTenantsByRecordType.map(
        ({ targetTenantToTransmit }) => targetTenantToTransmit,
      );
      return [...new Map(tenants.map((tenant) => [tenant.id, tenant])).values()].map(
        ({ id, name, enabled }) => ({
          id: String(id),
          name,
          enabled,
        }),
      );
    },
  });
}
