import { QueryClient } from '@tanstack/react-query';
import { RequestFailure } from '../platform/request-failure.ts';
import { getSession, subscribeToSession, type Session } from '../platform/session.ts';

/** Specification 7: no cache by default. What is shown is asked for again; a feature that may keep says so. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 0,
        gcTime: 5 * 60_000,
        refetchOnWindowFocus: false,
        retry: (failures, failure) => failures < 1 && mayPass(failure),
      },
      mutations: { retry: false },
    },
  });
  forgetWithSession(client);
  return client;
}

function mayPass(failure: unknown): boolean {
  return (
    failure instanceof RequestFailure && (failure.code === 'UNREACHABLE' || failure.code === 'UNAVAILABLE')
  );
}

/** Nothing of one person is kept for the next, and nothing of one tenant for another. */
function forgetWithSession(client: QueryClient): void {
  const personOf = ({ email, serviceToken }: Session) => email ?? serviceToken;
  let present = getSession();
  subscribeToSession(() => {
    const next = getSession();
    // A new session of the same person keeps what their page shows.
    if (personOf(next) !== personOf(present)) client.clear();
    else if (next.tenantId !== present.tenantId) {
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'identity' });
    }
    present = next;
  });
}
