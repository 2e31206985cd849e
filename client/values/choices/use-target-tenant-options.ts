import { useQuery } from '@tanstack/react-query';
import type { Option } from '../../ui/inputs/option.ts';
import { getTargetTenants } from './api.ts';
import { choicesKeptMs } from './choices-kept.ts';

export function useTargetTenantOptions(recordTypeId: number, isWanted: boolean) {
  return useQuery({
    queryKey: ['transmissions', 'target-tenants', recordTypeId],
    queryFn: async ({ signal }): Promise<Option[]> => {
      const answer = await getTargetTenants(recordTypeId, signal);
      const tenants = answer.map(({ targetTenantToTransmit }) => targetTenantToTransmit);
      return [...new Map(tenants.map((tenant) => [tenant.id, tenant])).values()].map(
        ({ id, name, enabled }) => ({
          id: String(id),
          name,
          enabled,
        }),
      );
    },
    enabled: isWanted,
    staleTime: choicesKeptMs,
  });
}
