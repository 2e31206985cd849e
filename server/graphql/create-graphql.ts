import { readFileSync } from 'node:fs';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import { GraphQLError, Kind, OperationTypeNode, buildSchema, getOperationAST } from 'graphql';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import type { CallBudget } from '../platform/call-budget.ts';
import type { Log } from '../platform/log.ts';
import { eventOfCode } from '../platform/security-log.ts';
import type { SecurityLog } from '../platform/security-log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { createDocuments } from './documents.ts';
import type { Executed, Execution, ExecutionContext } from './execute.ts';
import { execute, refuse } from './execute.ts';
import type { Gate } from './gate.ts';
import type { Tokens } from '../identity/tokens.ts';
import { verifyMemberClaims } from './member-claims.ts';
import { noteNotSignedIn } from './note-not-signed-in.ts';
import { FairTurns } from './fair-turns.ts';
import { readRequests } from './request-form.ts';
import type { GraphqlRequest } from './request-form.ts';
import { RowBudget } from './row-budget.ts';
import { installScalars } from './scalars.ts';

export function buildContract(): GraphQLSchema {
  const schema = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'));
  installScalars(schema);
  return schema;
}

/**
 * Answers the body of a request: a request that cannot be read has no answer but a sentence. Several at once, which
 * only read, are answered as a list in their order, when the last of them is answered (docs/decisions/047).
 */
export type Graphql = (body: string, context: ExecutionContext) => Promise<Executed | { unreadable: string }>;

/** The one road of every request: read, parse, validate, execute. */
export function createGraphql(
  gate: Gate,
  {
    explorer,
    log,
    securityLog,
    metrics,
    tokens,
    calls,
  }: {
    explorer: boolean;
    log: Log;
    securityLog?: SecurityLog;
    metrics?: Metrics;
    tokens: Tokens;
    calls?: CallBudget;
  },
): Graphql {
  const schema = buildContract();
  const readDocument = createDocuments(schema, { explorer });
  const largePages = new FairTurns({ atOnce: 2, mostWaiting: 20 });
  // By what was signed, and not by the header: nobody waits in the turns of a company that is not theirs.
  const takeLargePage: Execution['takeLargePage'] = async ({ credentials, facts }, work) =>
    largePages.take(verifyMemberClaims(tokens, credentials, facts.tenantHeader).tenantId, work);

  /** Whoever has no token that is good is refused for that. */
  function whyLimited({ credentials }: ExecutionContext): GraphQLError | null {
    const userId = readQuietly(() => tokens.verifyService(credentials.serviceToken ?? '').userId);
    if (userId === undefined || calls === undefined) return null;
    const tenantId = readQuietly(() => tokens.verifyBackend(credentials.backendToken ?? '').tenantId);
    try {
      calls.take(userId, tenantId ?? null);
      return null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return new GraphQLError(error.message, { originalError: error });
    }
  }

  async function run(
    request: GraphqlRequest,
    context: ExecutionContext,
    { mayWrite, budget }: { mayWrite: boolean; budget: RowBudget },
  ): Promise<Executed> {
    const read = readDocument(request.query);
    const limited = whyLimited(context);
    const executed =
      limited !== null
        ? refuse([limited], log)
        : 'errors' in read
          ? refuse(read.errors, log)
          : !mayWrite && writes(read.document, request)
            ? refuse(
                [new GraphQLError('A mutation stands alone: requests that are sent together only read.')],
                log,
              )
            : await execute(gate, {
                schema,
                document: read.document,
                operationName: request.operationName,
                variableValues: request.variables,
                contextValue: context,
                budget,
                takeLargePage,
              });
    if (executed.refusal !== null) {
      metrics?.refusals.inc({ code: executed.refusal });
      if (securityLog !== undefined)
        logRefusal(securityLog, tokens, executed, context, 'document' in read ? read.document : null);
    }
    return executed;
  }

  return async (body, context) => {
    const read = readRequests(body);
    if (typeof read === 'string') {
      securityLog?.note('input-refused', { address: context.facts.address, reason: 'body' });
      return { unreadable: read };
    }
    const budget = new RowBudget();
    if ('one' in read) return run(read.one, context, { mayWrite: true, budget });
    const together = { ...context, facts: { ...context.facts, isOneOfSeveral: true } };
    const answers = await Promise.all(
      read.several.map((each) => run(each, together, { mayWrite: false, budget })),
    );
    const json = Buffer.concat([
      Buffer.from('['),
      ...answers.flatMap((answer, at) => (at === 0 ? [answer.json] : [Buffer.from(','), answer.json])),
      Buffer.from(']'),
    ]);
    for (const { giveBack } of answers) giveBack?.();
    return {
      json,
      refusal: answers.find(({ refusal }) => refusal !== null)?.refusal ?? null,
      retryAfterMs: Math.max(0, ...answers.map(({ retryAfterMs }) => retryAfterMs ?? 0)) || undefined,
      hasRun: true,
    };
  };
}

/** Who asked is told as the tokens say; what was asked by the names of the contract alone, which nobody can write into. */
function logRefusal(
  securityLog: SecurityLog,
  tokens: Tokens,
  { refusal, hasRun }: Executed,
  { credentials, facts }: ExecutionContext,
  document: DocumentNode | null,
): void {
  const event = !hasRun && refusal === 'INVALID' ? 'input-refused' : eventOfCode(refusal ?? '');
  if (event === null) return;
  const asked = {
    address: facts.address,
    code: refusal,
    operation: document === null ? null : rootFieldsOf(document),
  };
  if (event === 'not-signed-in') {
    noteNotSignedIn(securityLog, tokens, credentials, facts.tenantHeader, asked);
    return;
  }
  securityLog.note(event, {
    ...asked,
    userId: readQuietly(() => tokens.verifyService(credentials.serviceToken ?? '').userId),
    tenantId: readQuietly(() => tokens.verifyBackend(credentials.backendToken ?? '').tenantId),
  });
}

function readQuietly<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

const rootFieldsOf = (document: DocumentNode): string =>
  document.definitions
    .flatMap((each) => (each.kind === Kind.OPERATION_DEFINITION ? each.selectionSet.selections : []))
    .flatMap((selection) => ('name' in selection ? selection.name.value : []))
    .slice(0, 3)
    .join(' ');

const writes = (document: DocumentNode, { operationName }: GraphqlRequest): boolean =>
  getOperationAST(document, operationName)?.operation === OperationTypeNode.MUTATION;
