import { useEffect, useState } from 'react';
import type { InvitationAnswer } from '@rowhouse/domain/identity/auth-calls.ts';
import { callAuth } from '../../../platform/auth.ts';
import { RequestFailure } from '../../../platform/request-failure.ts';

type Asked = { readonly invitation: InvitationAnswer | null; readonly failure: unknown };

/** Who invites to what. Not among the queries: those are forgotten when the session begins that it leads to. */
export function useInvitation(token: string) {
  const [asked, setAsked] = useState<Asked>({ invitation: null, failure: null });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    callAuth('invitation', { token }, { signal: stop.signal })
      .then((invitation) => setAsked({ invitation, failure: null }))
      .catch((failure: unknown) => {
        if (!stop.signal.aborted) setAsked({ invitation: null, failure });
      });
    return () => stop.abort();
  }, [token, attempt]);
  return { ...asked, retry: () => setAttempt(attempt + 1) };
}

export type InvitationEnd = 'expired' | 'used' | 'unknown';

/** Why an invitation opens nothing any more; null for any other failure. */
export function findInvitationEnd(failure: unknown): InvitationEnd | null {
  if (!(failure instanceof RequestFailure) || failure.code !== 'NOT_FOUND') return null;
  const { reason } = failure.details;
  return reason === 'expired' || reason === 'used' ? reason : 'unknown';
}
