import { writeReason } from '@rowhouse/domain/audit-log/change-source.ts';
import { getChangeReason } from '../change-reason.ts';
import { getChangeSource } from '../change-source.ts';
import { countAsked } from '../first-screen.ts';
import { post } from '../post.ts';
import { askTogether, forgetFirstAnswers } from './asked-first.ts';
import { postTogether } from './post-together.ts';
import {
  asksForSecondFactor,
  asksForProof,
  isSessionEnd,
  RequestFailure,
  toFailureCode,
} from '../request-failure.ts';
import {
  demandSecondFactor,
  endSession,
  expireSession,
  getSession,
  whenReleased,
  type Session,
} from '../session.ts';

/** A generated document (`graphql(…)`), or any text that is typed the same way. */
export type Document<Result, Variables> = {
  toString(): string;
  readonly __apiType?: (variables: Variables) => Result;
};

type GraphQLError = {
  message?: unknown;
  extensions?: { code?: unknown; field?: unknown; details?: unknown };
};

export type RequestOptions = {
  signal?: AbortSignal | undefined;
  /** Goes out while all others wait: it is what they wait for. */
  whileHeld?: boolean;
  /** A query that may travel with others that are asked at the same moment, and waits for the slowest of them. */
  together?: boolean;
  /** The same for what belongs together by this name, and for nothing else: a page does not begin with it. */
  group?: string;
};

/**
 * Runs one operation with the headers of Specification 7. Any refusal is thrown as a RequestFailure. While the
 * session is held, a call waits; one that the end of the session refused goes out once more under the new one, and so
 * does one that asks who it is, once that was shown.
 */
export async function request<Result, Variables>(
  document: Document<Result, Variables>,
  ...[variables, options = {}]: Record<string, never> extends Variables
    ? [variables?: Variables, options?: RequestOptions]
    : [variables: Variables, options?: RequestOptions]
): Promise<Result> {
  const first = getSession();
  if (options.whileHeld === true) return send(document, variables, options);
  await waitFor(first, options.signal);
  const asked = getSession();
  try {
    return await send(document, variables, options);
  } catch (failure) {
    if (asksForProof(failure)) {
      // No first screen asks.
      const { askProof } = await import('../ask-proof.ts');
      if (await askProof(failure)) return send(document, variables, options);
    }
    const { held, serviceToken } = getSession();
    const hasNewSession = serviceToken !== null && serviceToken !== asked.serviceToken;
    if (!isSessionEnd(failure) || !(held || hasNewSession)) throw failure;
    await waitFor(asked, options.signal);
    return send(document, variables, options);
  }
}

/** Until the same person is in the same tenant again; throws when it comes out otherwise. */
async function waitFor(asked: Session, signal: AbortSignal | undefined): Promise<void> {
  await whenReleased(signal);
  const { email, tenantId } = getSession();
  if (email !== asked.email || tenantId !== asked.tenantId) throw sessionLost();
}

async function send<Result, Variables>(
  document: Document<Result, Variables>,
  variables: Variables | undefined,
  { signal, together, group }: RequestOptions,
): Promise<Result> {
  const asked = getSession();
  const text = document.toString();
  if (!together && /^\s*mutation\b/.test(text)) forgetFirstAnswers();
  const content = { query: text, variables: variables ?? {} };
  const options = { headers: sessionHeaders(), ...(signal && { signal }) };
  const body = await countAsked(
    together === true
      ? askTogether(content, options)
      : group === undefined
        ? post('/graphql', content, options).then((answered) => answered.body)
        : postTogether(content, options, group),
  );
  const answer = body as { data?: Result | null; errors?: GraphQLError[] } | null;
  const error = answer?.errors?.[0];
  if (error !== undefined) {
    const failure = toFailure(error);
    // An answer to a session that has been replaced meanwhile says nothing about the current one.
    if (getSession().serviceToken === asked.serviceToken) {
      endWhenOver(answer?.errors ?? []);
      if (asksForSecondFactor(failure)) demandSecondFactor();
    }
    throw failure;
  }
  if (answer?.data == null) throw new RequestFailure('INTERNAL', 'Wrong Services');
  return answer.data;
}

const sessionLost = () =>
  new RequestFailure('UNAUTHENTICATED', 'Your session has ended. Please sign in again.');

export function sessionHeaders(): Record<string, string> {
  const { serviceToken, backendToken, tenantId } = getSession();
  const source = getChangeSource();
  const reason = getChangeReason().trim();
  return {
    ...(serviceToken !== null && { authorization: `Bearer ${serviceToken}` }),
    ...(backendToken !== null && { backend_jwt: backendToken }),
    ...(tenantId !== null && { tenant_id: tenantId }),
    ...(source !== null && { change_source: source }),
    ...(source === 'ADMINISTRATION' && reason !== '' && { change_reason: writeReason(reason) }),
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
