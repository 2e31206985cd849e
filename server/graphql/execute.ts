import type { Grant, OperationName } from '@rowhouse/domain/access/permissions.ts';
import { permissions } from '@rowhouse/domain/access/permissions.ts';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import type { DocumentNode, FieldNode, FragmentDefinitionNode, GraphQLSchema } from 'graphql';
import {
  GraphQLError,
  Kind,
  OperationTypeNode,
  execute as executeWithLibrary,
  getArgumentValues,
  getOperationAST,
  getVariableValues,
} from 'graphql';
import type { Log } from '../platform/log.ts';
import { CommitUnknown, commitUnknown, logDatabaseLoss } from '../platform/database/database-lost.ts';
import { databaseErrorCode, isOutOfReach, sayOutOfReach } from '../platform/database/open-database.ts';
import type { Gate } from './gate.ts';
import type { Credentials } from './member-claims.ts';
import type { RequestFacts } from './operation.ts';
import type { SelectedField } from '../platform/record-store/selection.ts';
import { setImmediate as othersGoFirst } from 'node:timers/promises';
import { project, selectFields } from './selection.ts';
import { borrowSink, giveBackSink } from '../platform/record-store/json-sink.ts';
import type { JsonSink } from '../platform/record-store/json-sink.ts';
import type { RowBudget } from './row-budget.ts';
import { WrittenJson } from './written-json.ts';
import type { JsonPart } from './written-json.ts';

export type ExecutionContext = {
  readonly credentials: Credentials;
  readonly facts: RequestFacts;
};

export type Execution = {
  readonly schema: GraphQLSchema;
  /** Parsed, and found valid. */
  readonly document: DocumentNode;
  readonly operationName?: string | undefined;
  readonly variableValues?: Readonly<Record<string, unknown>> | undefined;
  readonly contextValue: ExecutionContext;
  /** Of the whole request, which may hold several documents. */
  readonly budget: RowBudget;
  /** Waits for the turn of the company that the tokens name; refuses whoever has none. */
  readonly takeLargePage: <Result>(context: ExecutionContext, work: () => Promise<Result>) => Promise<Result>;
};

export type Executed = {
  /** The answer in UTF-8. */
  readonly json: Buffer;
  /** Called when the answer is out, or copied: its bytes are then written over. */
  readonly giveBack?: (() => void) | undefined;
  /** The code of its first error, for the metrics. */
  readonly refusal: string | null;
  /** Where it is refused for a while: for how long. */
  readonly retryAfterMs?: number | undefined;
  /** False where the request was refused before anything ran: such an answer has no "data". */
  readonly hasRun: boolean;
};

/**
 * Operations return the promised shape whole, so there are no field resolvers to walk: each root field is run through
 * the gate, and what was selected of its result is written out. Parsing, validation, coercion and introspection are
 * the graphql library's. The answer is JSON text.
 */
export async function execute(gate: Gate, args: Execution): Promise<Executed> {
  const { schema, document, operationName } = args;
  const { facts: request, credentials } = args.contextValue;
  const operation = getOperationAST(document, operationName);
  if (operation == null) return refuse([invalidRequest('The document has no such operation.')], request.log);
  if (operation.operation === OperationTypeNode.SUBSCRIPTION) {
    return refuse([invalidRequest('Subscriptions are not offered here.')], request.log);
  }
  const variables = getVariableValues(
    schema,
    operation.variableDefinitions ?? [],
    { ...args.variableValues },
    {
      maxErrors: 5,
      hideSuggestions: true,
    },
  );
  if (variables.errors) return refuse(variables.errors, request.log);

  const isMutation = operation.operation === OperationTypeNode.MUTATION;
  const root = isMutation ? schema.getMutationType() : schema.getQueryType();
  if (root == null) return refuse([invalidRequest('There is no such operation.')], request.log);
  const selection = selectFields(
    operation.selectionSet,
    fragmentsOf(document),
    variables.variableValues,
    root,
  );
  if (selection.some((field) => field.name === '__schema' || field.name === '__type')) {
    const json = Buffer.from(JSON.stringify(await executeWithLibrary(args)));
    return { json, refusal: null, hasRun: true };
  }
  if (
    isMutation &&
    selection.length > 1 &&
    selection.some((field) => isOfNoTenant(permissions[field.name as OperationName]))
  ) {
    return refuse([invalidRequest('This mutation must stand alone in its request.')], request.log);
  }

  const inputOf = (field: SelectedField): Record<string, unknown> => {
    if (field.name === '__typename') return {};
    const definition = root.getFields()[field.name];
    if (definition === undefined) throw invalidRequest('There is no such operation.');
    return getArgumentValues(definition, field.node as FieldNode, variables.variableValues, undefined, true);
  };
  const run = async (field: SelectedField, input: unknown): Promise<readonly JsonPart[]> => {
    if (field.name === '__typename') return [JSON.stringify(root.name)];
    const result = await gate(
      field.name as OperationName,
      input,
      field.selection ?? [],
      credentials,
      request,
      isMutation ? 'mutation' : 'query',
    );
    return result instanceof WrittenJson
      ? result.parts
      : [JSON.stringify(project(result, field.selection, field.typeName))];
  };
  const answer = async (inputs: readonly unknown[], join: Join): Promise<Joined> => {
    const results: (readonly JsonPart[])[] = [];
    if (isMutation)
      for (const [index, field] of selection.entries()) results.push(await run(field, inputs[index]));
    else results.push(...(await Promise.all(selection.map((field, index) => run(field, inputs[index])))));
    const parts = selection.flatMap((field, index) => [
      `${index === 0 ? '' : ','}${JSON.stringify(field.responseKey)}:`,
      ...(results[index] ?? ['null']),
    ]);
    return join(['{"data":{', ...parts, '}}']);
  };
  try {
    const inputs = selection.map(inputOf);
    const joined = args.budget.take(inputs)
      ? await args.takeLargePage(args.contextValue, () => answer(inputs, joinInSteps))
      : await answer(inputs, joinParts);
    return { ...joined, refusal: null, hasRun: true };
  } catch (error) {
    const failure = asAnswer(error, request.log);
    // Every root field is non-null, so an error of one leaves no data.
    const json = Buffer.from(JSON.stringify({ data: null, errors: [failure] }));
    return { json, refusal: failure.extensions.code, hasRun: true };
  }
}

/** Signing in and up: one guess, one mail, one account a request. */
const isOfNoTenant = (grant: Grant | undefined): boolean => grant === 'signed in' || grant === 'anyone';

type Joined = Pick<Executed, 'json' | 'giveBack'>;
type Join = (parts: readonly JsonPart[]) => Joined | Promise<Joined>;

const joinParts: Join = (parts) => {
  const sink = borrowSink();
  for (const part of parts) {
    if (typeof part === 'string') sink.write(part);
    else for (const _ of part(sink));
  }
  return joinedIn(sink);
};

/** A large answer, with others between its rows. */
const joinInSteps: Join = async (parts) => {
  const sink = borrowSink();
  for (const part of parts) {
    if (typeof part === 'string') sink.write(part);
    else for (const _ of part(sink)) await othersGoFirst();
  }
  return joinedIn(sink);
};

const joinedIn = (sink: JsonSink): Joined => ({
  json: sink.written(),
  giveBack: () => giveBackSink(sink),
});

const fragmentsByDocument = new WeakMap<DocumentNode, Map<string, FragmentDefinitionNode>>();

function fragmentsOf(document: DocumentNode): Map<string, FragmentDefinitionNode> {
  let fragments = fragmentsByDocument.get(document);
  if (fragments === undefined) {
    fragments = new Map();
    for (const definition of document.definitions) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
    }
    fragmentsByDocument.set(document, fragments);
  }
  return fragments;
}

type AnswerError = { message: string; extensions: { code: string } & Record<string, unknown> };

const invalidRequest = (sentence: string) => new GraphQLError(sentence);

function readRetryAfter(answer: AnswerError | undefined): number | undefined {
  const { retryAfterMs } = (answer?.extensions['details'] ?? {}) as { retryAfterMs?: unknown };
  return typeof retryAfterMs === 'number' ? retryAfterMs : undefined;
}

/** What a request is answered that is refused before it runs. */
export function refuse(errors: readonly GraphQLError[], log: Log): Executed {
  const answers = errors.map((error) => asAnswer(error, log));
  return {
    json: Buffer.from(JSON.stringify({ errors: answers })),
    refusal: answers[0]?.extensions.code ?? 'INVALID',
    retryAfterMs: readRetryAfter(answers[0]),
    hasRun: false,
  };
}

/** A Refusal as it is, what the client asked wrongly as INVALID; anything else is a bug, told to the log alone. */
function asAnswer(error: unknown, log: Log): AnswerError {
  const cause =
    error instanceof GraphQLError && error.originalError instanceof Refusal ? error.originalError : error;
  if (cause instanceof Refusal) {
    const { field, details } = cause.context;
    return {
      message: cause.message,
      extensions: { code: cause.code, ...(field && { field }), ...(details && { details }) },
    };
  }
  if (cause instanceof GraphQLError) return { message: cause.message, extensions: { code: 'INVALID' } };
  const code = databaseErrorCode(cause);
  if (code === 'BUSY' || code === '57014' || code === '55P03' || code === '40P01' || code === '40001') {
    return { message: 'The database is busy. Please try again.', extensions: { code: 'UNAVAILABLE' } };
  }
  if (isOutOfReach(cause)) {
    logDatabaseLoss(log, cause);
    return cause instanceof CommitUnknown
      ? {
          message: commitUnknown,
          extensions: { code: 'UNAVAILABLE', details: { reason: 'CommitUnknown' } },
        }
      : { message: sayOutOfReach(cause), extensions: { code: 'UNAVAILABLE' } };
  }
  log.error({ err: cause }, 'an operation failed');
  return { message: 'Internal server error.', extensions: { code: 'INTERNAL' } };
}
