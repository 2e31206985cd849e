import type { Tokens } from '../identity/tokens.ts';
import type { SecurityEventName, SecurityFacts, SecurityLog } from '../platform/security-log.ts';
import type { Credentials } from './member-claims.ts';

/** Tokens of ours that open nothing any more are the ordinary end of a session; any others are somebody's attempt. */
export function noteNotSignedIn(
  securityLog: SecurityLog,
  tokens: Tokens,
  { serviceToken, backendToken }: Credentials,
  namedTenant: number | null,
  facts: SecurityFacts,
  event: SecurityEventName = 'not-signed-in',
): void {
  // Nor does a window that has just been told of it ask with any.
  if (!serviceToken && !backendToken) {
    securityLog.noteOrdinary(event, facts.address ?? '', facts);
    return;
  }
  const owner = serviceToken === null ? null : tokens.readOwner(serviceToken, backendToken);
  const isOfOther = namedTenant !== null && owner?.tenantId !== undefined && namedTenant !== owner.tenantId;
  if (owner === null || isOfOther) {
    securityLog.note(event, facts);
    return;
  }
  const { userId, tenantId, sessionId } = owner;
  securityLog.noteOrdinary('session-over', sessionId, { ...facts, userId, tenantId });
}
