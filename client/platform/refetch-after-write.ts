import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Asks again for all that is shown under the key, after something of it was changed. An answer that is still on its way was
 * asked for before the change, and is waited for by nobody any more. The library itself keeps such a question where nothing
 * is shown of it yet, or where it is not wanted for the moment, and then shows what was true before.
 */
export function refetchAfterWrite(client: QueryClient, queryKey: QueryKey): Promise<void> {
  void client.cancelQueries({ queryKey, type: 'inactive' });
  for (const query of client.getQueryCache().findAll({ queryKey, type: 'active' }))
    if (query.state.data === undefined) void query.cancel({ silent: true });
  return client.invalidateQueries({ queryKey });
}
