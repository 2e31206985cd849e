import type { Viewer } from '@rowhouse/domain/kernel/viewer.ts';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import type { BackendClaims, Tokens } from '../identity/tokens.ts';

export type Credentials = {
  readonly serviceToken: string | null;
  readonly backendToken: string | null;
};

/**
 * Who asks, as the two tokens say. Refuses tokens that are not of one session, and a tenant beside them that is not
 * theirs; whether what they say still holds is the database's to answer.
 */
export function verifyMemberClaims(
  tokens: Tokens,
  credentials: Credentials,
  namedTenant: number | null,
): BackendClaims {
  const claims = tokens.verifyBackend(credentials.backendToken ?? '');
  const service = tokens.verifyService(credentials.serviceToken ?? '');
  if (service.sessionId !== claims.sessionId || service.userId !== claims.userId) {
    throw new Refusal(
      'UNAUTHENTICATED',
      'The two tokens of the request belong to different sessions. Please sign in again.',
    );
  }
  if (namedTenant !== null && namedTenant !== claims.tenantId) {
    throw new Refusal(
      'UNAUTHENTICATED',
      'The request names another company than its token. Please sign in again.',
    );
  }
  return claims;
}

/** Whether tokens are genuine and of one session; what they say may have changed since. */
export function isMember(tokens: Tokens, credentials: Credentials, namedTenant: number | null): boolean {
  try {
    verifyMemberClaims(tokens, credentials, namedTenant);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** A token is of one role and one state of the membership; a change of either asks for a new one. */
export const isOfToken = (
  viewer: Pick<Viewer, 'roleId' | 'membershipVersion'>,
  claims: BackendClaims,
): boolean => viewer.roleId === claims.roleId && viewer.membershipVersion === claims.membershipVersion;

export const accessChanged = () =>
  new Refusal('UNAUTHENTICATED', 'Your access to this company has changed. Please sign in again.');
