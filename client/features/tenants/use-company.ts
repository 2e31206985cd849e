import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { getCompany, updateCompany, updateCompanyLogo, type Company, type CompanyChange } from './api.ts';

const companyQuery = queryOptions({
  queryKey: ['tenants', 'company'],
  queryFn: ({ signal }) => getCompany(signal),
});

export function useCompany() {
  return useQuery(companyQuery);
}

/** What the company is called and looks like stands in what the application knows of the person's companies: it asks anew. */
export function useChangeCompany() {
  const client = useQueryClient();
  const keep = async (changed: Company): Promise<Company> => {
    client.setQueryData(companyQuery.queryKey, changed);
    await client.invalidateQueries({ queryKey: ['identity', 'user-details'] });
    return changed;
  };
  return {
    change: async (change: CompanyChange) => keep(await updateCompany(change)),
    putLogo: async (logo: Parameters<typeof updateCompanyLogo>[0]) => keep(await updateCompanyLogo(logo)),
  };
}
