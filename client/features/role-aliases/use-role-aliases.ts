import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRoleAliases, updateRoleAliases, type AliasChange, type RoleAlias } from './api.ts';

const aliasesQuery = queryOptions({
  queryKey: ['role-aliases'],
  queryFn: ({ signal }) => getRoleAliases(signal),
});

export const useRoleAliases = () => useQuery(aliasesQuery);

/** The names stand wherever a role does: what shows one asks anew. Open screens of others hear it over the socket. */
export function useChangeAliases(): (aliases: readonly AliasChange[]) => Promise<readonly RoleAlias[]> {
  const client = useQueryClient();
  return async (aliases) => {
    const changed = await updateRoleAliases(aliases);
    client.setQueryData(aliasesQuery.queryKey, changed);
    await Promise.all(
      [['identity', 'user-details'], ['users'], ['invitations'], ['roles']].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
    return changed;
  };
}
