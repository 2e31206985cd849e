import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { SignInMethods } from '@rowhouse/domain/identity/auth-calls.ts';
import { callAuth } from '../../../platform/auth.ts';

/** As the server wrote them into the page; undefined where it did not. */
function readMethodsOfPage(): SignInMethods | undefined {
  const written = document.querySelector<HTMLMetaElement>('meta[name="sign-in-methods"]')?.content;
  if (written === undefined || !written.startsWith('{')) return undefined;
  return JSON.parse(written) as SignInMethods;
}

/** What this installation offers at the door: it changes only with a new start of the server. */
export const signInMethodsQuery = queryOptions({
  initialData: readMethodsOfPage,
  queryKey: ['identity', 'methods'],
  queryFn: ({ signal }) => callAuth('methods', {}, { signal }),
  staleTime: Infinity,
  // The beginning of a session forgets all queries, and the page of the door still stands.
  placeholderData: keepPreviousData,
});

const usual: SignInMethods = { passwords: true, registration: true, provider: null, mailboxPath: null };

/** The usual ones while the server has not said. */
export function useSignInMethods(): SignInMethods {
  return useQuery(signInMethodsQuery).data ?? usual;
}
