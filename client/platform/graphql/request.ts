import { post } from '../post.ts';
import { RequestFailure, toFailureCode } from '../request-failure.ts';
import { endSession, expireSession, getSession } from '../session.ts';

/** A generated document (`graphql(…)`), or any text that is typed the same way. */
export type Document<Result, Variables> = {
  toString(): string;
  readonly __apiType?: (variables: Variables) => Result;
};

type GraphQLError = {
  message?: unknown;
  extensions?: { code?: unknown; field?: unknown; details?: unknown };
};

/** Runs one operation with the headers of Specification 7. Any refusal is thrown as a RequestFailure. */
export async function request<Result, Variables>(
  document: Document<Result, Variables>,
  ...[variables, options]: Record<string, never> extends Variables
    ? [variables?: Variables, options?: { signal?: AbortSignal }]
    : [variables: Variables, options?: { signal?: AbortSignal }]
): Promise<Result> {
  const asked = getSession();
  const { body } = await post(
    '/graphql',
    { query: document.toString(), variables: variables ?? {} },
    { headers: sessionHeaders(), signal: options?.signal },
  );
  const answer = body as { data?: Result | null; errors?: GraphQLError[] } | null;
  const error = answer?.errors?.[0];
  if (error !== undefined) {
    const failure = toFailure(error);
    // An answer to a session that has been replaced meanwhile says nothing about the present one.
    if (getSession().serviceToken === asked.serviceToken) endWhenOver(answer?.errors ?? []);
    throw failure;
  }
  if (answer?.data == null) throw new RequestFailure('INTERNAL', 'Wrong Services');
  return answer.data;
}

export function sessionHeaders(): Record<string, string> {
  const { serviceToken, backendToken, tenantId } = getSession();
  return {
    ...(serviceToken !== null && { authorization: `Bearer ${serviceToken}` }),
    ...(backendToken !== null && { backend_jwt: backendToken }),
    ...(tenantId !== null && { tenant_id: tenantId }),
  };
}

function toFailure({ message, extensions }: GraphQLError): RequestFailure {
  const { code, field, details } = extensions ?? {};
  return new RequestFailure(
    toFailureCode(code),
    typeof message === 'string' && message !== '' ? message : 'Internal server error.',
    {
      ...(typeof field === 'string' && { field }),
      ...(typeof details === 'object' && details !== null && { details: details as Record<string, unknown> }),
    },
  );
}

/** Specification 8: an expired token signs out and raises the modal; a session unknown to the server raises it. */
function endWhenOver(errors: GraphQLError[]): void {
  const expired = errors.some((error) => JSON.stringify(error).includes('TokenExpiredError'));
  if (!expired && !errors.some(({ extensions }) => extensions?.code === 'UNAUTHENTICATED')) return;
  if (getSession().serviceToken === null) return;
  expireSession();
  if (expired) endSession('over');
}
