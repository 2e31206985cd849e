import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { findCurrencies, updateCurrency } from './api.ts';

const currenciesQuery = queryOptions({
  queryKey: ['currencies'],
  queryFn: ({ signal }) => findCurrencies(signal),
});

export type CurrencyOfAmounts = Awaited<ReturnType<NonNullable<typeof currenciesQuery.queryFn>>>[number];

/** Of all that holds amounts in the company; refused for who does not administer it. */
export const useCurrencies = () => useQuery(currenciesQuery);

/** Saves at once. Amounts stand in grids, forms and lines: whatever was asked before is asked anew. */
export function useChangeCurrency() {
  const client = useQueryClient();
  return async ({ kind, id }: CurrencyOfAmounts, currency: string | null): Promise<void> => {
    client.setQueryData(currenciesQuery.queryKey, await updateCurrency({ kind, id, currency }));
    await client.invalidateQueries({
      predicate: ({ queryKey: [feature] }) => feature !== currenciesQuery.queryKey[0],
    });
  };
}
