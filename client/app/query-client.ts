import type { ConfigPart } from '@rowhouse/domain/tenants/tenant-config.ts';
import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { onConnectionReturn } from '../platform/connection.ts';
import { isConnectionLost } from '../platform/request-failure.ts';
import { getSession, subscribeToSession, type Session } from '../platform/session.ts';
import { onConfigured, onTurned } from '../platform/socket.ts';

/** Specification 7: no cache by default. What is shown is asked for again; a feature that may keep says so. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 0,
        gcTime: 5 * 60_000,
        refetchOnWindowFocus: false,
        // A call that cannot go out fails, and says so; the library would let it wait without a word.
        networkMode: 'always',
        // What comes back is noticed by refreshOnReturn, which asks the server and not the browser.
        refetchOnReconnect: false,
        retry: (failures, failure) => failures < 1 && isConnectionLost(failure),
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  forgetWithSession(client);
  refreshOnReturn(client);
  refreshWhenConfigured(client);
  refreshWhenTurned(client);
  return client;
}

/**
 * What failed is asked for again, and what is shown may have changed while nothing was heard. What is live is read again by
 * whoever hears of its changes, who knows what the person has in hand.
 */
function refreshOnReturn(client: QueryClient): void {
  onConnectionReturn(() => {
    void client.refetchQueries({
      type: 'active',
      predicate: (query) =>
        query.state.status === 'error' ||
        (query.isStale() && !query.observers.some(({ options }) => options.meta?.['isLive'])),
    });
  });
}

/** The beginnings of the keys under which something of a part of the configuration is kept. */
const keysOfPart: Readonly<Record<ConfigPart, readonly QueryKey[]>> = {
  structure: [
    ['fields'],
    ['menu'],
    ['record-types'],
    ['lists'],
    ['objects'],
    ['line-items', 'types'],
    ['transmissions'],
    ['tenants'],
    ['roles'],
    ['templates'],
  ],
  // A value of a list may stand for a person; who has come in is invited no more.
  people: [['users'], ['invitations'], ['lists'], ['roles']],
  lists: [['lists'], ['objects', 'listed']],
};

/** Open screens take new fields, grants, menus and lists as they are; what is edited in them stays. */
function refreshWhenConfigured(client: QueryClient): void {
  onConfigured((parts) => {
    void refresh(client, parts);
  });
}

async function refresh(client: QueryClient, parts: readonly ConfigPart[]): Promise<void> {
  const before = dataTypes(client);
  await Promise.all(
    [...new Set(parts.flatMap((part) => keysOfPart[part]))].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
  // Values that were shown are of a type that their field has no more.
  const after = dataTypes(client);
  if ([...after].some(([id, dataType]) => (before.get(id) ?? dataType) !== dataType))
    await client.invalidateQueries({ queryKey: ['records'] });
}

/** By the ids of the fields that open screens know. */
const dataTypes = (client: QueryClient): ReadonlyMap<number, string> =>
  new Map(
    client
      .getQueriesData<unknown>({ queryKey: ['fields'] })
      .flatMap(([, fields]) => (Array.isArray(fields) ? fields : []))
      .flatMap((field: { readonly id?: number; readonly dataType?: string }) =>
        field.id === undefined || field.id === 0 || field.dataType === undefined
          ? []
          : [[field.id, field.dataType] as const],
      ),
  );

/** Another window began or stopped viewing the company as somebody else: nothing that is shown is of this viewer any more. */
function refreshWhenTurned(client: QueryClient): void {
  onTurned(() => void client.invalidateQueries());
}

/** Nothing of one person is kept for the next, and nothing of one tenant for another. */
function forgetWithSession(client: QueryClient): void {
  const personOf = ({ email, serviceToken }: Session) => email ?? serviceToken;
  let current = getSession();
  subscribeToSession(() => {
    const next = getSession();
    // A new session of the same person keeps what their page shows.
    if (personOf(next) !== personOf(current)) client.clear();
    else if (next.tenantId !== current.tenantId) {
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'identity' });
    }
    current = next;
  });
}
