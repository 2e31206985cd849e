import type { Grant, OperationName } from '@rowhouse/domain/access/permissions.ts';
import { permissions } from '@rowhouse/domain/access/permissions.ts';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import type { DocumentNode, ExecutionArgs, FieldNode, FragmentDefinitionNode } from 'graphql';
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
import { databaseErrorCode } from '../platform/database/open-database.ts';
import type { Gate } from './gate.ts';
import type { Credentials } from './member-claims.ts';
import type { RequestFacts } from './operation.ts';
import type { SelectedField } from '../platform/record-store/selection.ts';
import { project, selectFields } from './selection.ts';
import { JsonSink } from '../platform/record-store/json-sink.ts';
import { WrittenJson } from './written-json.ts';
import type { JsonPart } from './written-json.ts';

export type ExecutionContext = {
  readonly credentials: Credentials;
  /** Not named `request`: the endpoint's library puts its own there. */
  readonly facts: RequestFacts;
  /** Set by the execution: the answer goes out as it was written, past the library's own copies of it. */
  readonly answer: { json: Buffer | null };
};

/** The answer as JSON in UTF-8, and the code of its first error for the metrics. */
export type Executed = { readonly json: Buffer; readonly refusal: string | null };

/**
 * Operations return the promised shape whole, so there are no field resolvers to walk: each root field is run through
 * the gate, and what was selected of its result is written out. Parsing, validation, coercion and introspection are
 * the graphql library's. The answer is JSON text.
 */
export async function execute(gate: Gate, args: ExecutionArgs): Promise<Executed> {
  const { schema, document, operationName } = args;
  const { facts: request, credentials } = args.contextValue as ExecutionContext;
  const operation = getOperationAST(document, operationName);
  if (operation == null) return failure([invalidRequest('The document has no such operation.')]);
  if (operation.operation === OperationTypeNode.SUBSCRIPTION) {
    return failure([invalidRequest('Subscriptions are not offered here.')]);
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
  if (variables.errors) return failure(variables.errors.map((error) => asAnswer(error, request.log)));

  const isMutation = operation.operation === OperationTypeNode.MUTATION;
  const root = isMutation ? schema.getMutationType() : schema.getQueryType();
  if (root == null) return failure([invalidRequest('There is no such operation.')]);
  const selection = selectFields(
    operation.selectionSet,
    fragmentsOf(document),
    variables.variableValues,
    root,
  );
  if (selection.some((field) => field.name === '__schema' || field.name === '__type')) {
    return { json: Buffer.from(JSON.stringify(await executeWithLibrary(args))), refusal: null };
  }
  if (
    isMutation &&
    selection.length > 1 &&
    selection.some((field) => isOfNoTenant(permissions[field.name as OperationName]))
  ) {
    return failure([invalidRequest('This mutation must stand alone in its request.')]);
  }

  const run = async (field: SelectedField): Promise<readonly JsonPart[]> => {
    if (field.name === '__typename') return [JSON.stringify(root.name)];
    const definition = root.getFields()[field.name];
    if (definition === undefined) throw invalidRequest('There is no such operation.');
    const input = getArgumentValues(
      definition,
      field.node as FieldNode,
      variables.variableValues,
      undefined,
      true,
    );
    const result = await gate(
      field.name as OperationName,
      input,
      field.selection ?? [],
      credentials,
      request,
    );
    return result instanceof WrittenJson
      ? result.parts
      : [JSON.stringify(project(result, field.selection, field.typeName))];
  };
  try {
    const results: (readonly JsonPart[])[] = [];
    if (isMutation) for (const field of selection) results.push(await run(field));
    else results.push(...(await Promise.all(selection.map(run))));
    const parts = selection.flatMap((field, index) => [
      `${index === 0 ? '' : ','}${JSON.stringify(field.responseKey)}:`,
      ...(results[index] ?? ['null']),
    ]);
    return { json: joinParts(['{"data":{', ...parts, '}}']), refusal: null };
  } catch (error) {
    return failure([asAnswer(error, request.log)]);
  }
}

/** Signing in and up: one guess, one mail, one account a request. */
const isOfNoTenant = (grant: Grant | undefined): boolean => grant === 'signed in' || grant === 'anyone';

// Written to without a pause, and empty in between.
const sink = new JsonSink();

function joinParts(parts: readonly JsonPart[]): Buffer {
  try {
    for (const part of parts) {
      if (typeof part === 'string') sink.write(part);
      else part(sink);
    }
  } catch (error) {
    // What a failed answer left behind must not stand in the next one.
    sink.take();
    throw error;
  }
  return sink.take();
}

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

type AnswerError = { message: string; extensions: Record<string, unknown> };

const invalidRequest = (sentence: string) => new GraphQLError(sentence, { extensions: { code: 'INVALID' } });

/** Every root field is non-null, so an error of one leaves no data. */
function failure(errors: readonly (AnswerError | GraphQLError)[]): Executed {
  const answers = errors.map(({ message, extensions }) => ({
    message,
    extensions: { code: 'INVALID', ...extensions },
  }));
  return {
    json: Buffer.from(JSON.stringify({ data: null, errors: answers })),
    refusal: answers[0]?.extensions.code ?? 'INVALID',
  };
}

/** A Refusal as it is, what the client asked wrongly as INVALID; anything else is a bug, told to the log alone. */
export function asAnswer(error: unknown, log: Log): AnswerError {
  const cause =
    error instanceof GraphQLError && error.originalError instanceof Refusal ? error.originalError : error;
  if (cause instanceof Refusal) {
    const { field, details } = cause.context;
    return {
      message: cause.message,
      extensions: { code: cause.code, ...(field && { field }), ...(details && { details }) },
    };
  }
  if (cause instanceof GraphQLError) {
    return { message: cause.message, extensions: { code: 'INVALID' } };
  }
  const code = databaseErrorCode(cause);
  if (code === 'BUSY' || code === '57014' || code === '55P03' || code === '40P01' || code === '40001') {
    return { message: 'The database is busy. Please try again.', extensions: { code: 'UNAVAILABLE' } };
  }
  log.error({ err: cause }, 'an operation failed');
  if (code !== null && /^(08|57P|ECONN|EPIPE)/.test(code)) {
    return {
      message: 'The database is out of reach. Please try again in a moment.',
      extensions: { code: 'UNAVAILABLE' },
    };
  }
  return { message: 'Internal server error.', extensions: { code: 'INTERNAL' } };
}
