import type { AuthAnswers, AuthCall, AuthInput } from '@rowhouse/domain/identity/auth-calls.ts';
import { post } from './post.ts';
import { RequestFailure, toFailureCode } from './request-failure.ts';
import { expireSession, getSession } from './session.ts';

/**
 * One call to the identity provider (Specification 7). The service token goes with every call that there is one
 * for; a call that is for anyone does not look at it. Any refusal is thrown as a RequestFailure.
 */
export async function callAuth<Call extends AuthCall>(
  name: Call,
  input: AuthInput<Call>,
  options: { signal?: AbortSignal } = {},
): Promise<AuthAnswers[Call]> {
  const { serviceToken } = getSession();
  const { status, body } = await post(`/auth/${name}`, input, {
    headers: serviceToken === null ? {} : { authorization: `Bearer ${serviceToken}` },
    ...options,
  });
  if (status === 200) return body as AuthAnswers[Call];
  const failure = toFailure(status, body);
  // An answer to a session that has been replaced meanwhile says nothing about the current one.
  if (serviceToken !== null && getSession().serviceToken === serviceToken && isEnd(failure)) expireSession();
  throw failure;
}

function toFailure(status: number, body: unknown): RequestFailure {
  const answer = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const { code, message, field, details } = answer;
  return new RequestFailure(
    status === 429 ? 'LIMITED' : toFailureCode(code),
    typeof message === 'string' && message !== '' ? message : 'Wrong Services',
    {
      ...(typeof field === 'string' && { field }),
      ...(typeof details === 'object' && details !== null && { details: details as Record<string, unknown> }),
    },
  );
}

/** A password or a code that is wrong names its field, a ticket that is over another reason: the session stands. */
const isEnd = ({ code, field, details }: RequestFailure): boolean =>
  code === 'UNAUTHENTICATED' &&
  field === null &&
  (details['reason'] === undefined || details['reason'] === 'TokenExpiredError');
