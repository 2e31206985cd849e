import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { getCompany, updateCompany, type Company, type CompanyChange } from './api.ts';

const companyQuery = queryOptions({
  queryKey: ['tenants', 'company'],
  queryFn: ({ signal }) => getCompany(signal),
});

export function useCompany() {
  return useQuery(companyQuery);
}

/** The name and the currency stand in what the whole application knows of the person's companies: it asks anew. */
export function useChangeCompany(): (change: CompanyChange) => Promise<Company> {
  const client = useQueryClient();
  return async (change) => {
    const changed = await updateCompany(change);
    client.setQueryData(companyQuery.queryKey, changed);
    await client.invalidateQueries({ queryKey: ['identity', 'user-details'] });
    return changed;
  };
}
