import { readFileSync } from 'node:fs';
import { EnvelopArmor } from '@escape.tech/graphql-armor';
import type { DocumentNode, ExecutionArgs, GraphQLSchema } from 'graphql';
import { NoSchemaIntrospectionCustomRule, buildSchema } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { createYoga } from 'graphql-yoga';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { ExecutionContext } from './execute.ts';
import { asAnswer, execute } from './execute.ts';
import type { Gate } from './gate.ts';
import { installScalars } from './scalars.ts';

/** Enough for every document of ours several times over, and little enough that none can be made to hurt. */
export const graphqlLimits = { tokens: 2000, depth: 12, aliases: 30, directives: 30, bodyBytes: 2_000_000 };

export function buildContract(): GraphQLSchema {
  const schema = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'));
  installScalars(schema);
  return schema;
}

/** The one endpoint, as a handler of Node requests. */
export function createGraphql(gate: Gate, options: { explorer: boolean; log: Log; metrics?: Metrics }) {
  const protection = new EnvelopArmor({
    maxTokens: { n: graphqlLimits.tokens },
    maxDepth: { n: graphqlLimits.depth },
    maxAliases: { n: graphqlLimits.aliases },
    maxDirectives: { n: graphqlLimits.directives },
    costLimit: { enabled: false },
    blockFieldSuggestion: { enabled: true },
  }).protect();

  const run = async (args: ExecutionArgs): Promise<void> => {
    const { answer } = args.contextValue as ExecutionContext;
    const { json, refusal } = await execute(gate, args);
    if (refusal !== null) options.metrics?.refusals.inc({ code: refusal });
    answer.json = json;
  };

  // A document that was found valid stays so: its text alone decides, and the next time it is executed at once.
  const validDocuments = new Map<string, DocumentNode>();
  const keepDocument = (text: string, document: DocumentNode): void => {
    if (text.length > longestKeptDocument) return;
    if (validDocuments.size >= mostKeptDocuments) validDocuments.clear();
    validDocuments.set(text, document);
  };

  const throughTheGate: Plugin = {
    onValidate({ addValidationRule }) {
      if (!options.explorer) addValidationRule(NoSchemaIntrospectionCustomRule);
    },
    onExecute({ setExecuteFn }) {
      setExecuteFn(async (args) => {
        const { params } = args.contextValue as { params?: { query?: unknown } };
        if (typeof params?.query === 'string') keepDocument(params.query, args.document);
        await run(args);
        return {};
      });
    },
    onResultProcess({ result, serverContext, setResultProcessor }) {
      setResultProcessor((_, fetchApi) => {
        const { answer } = serverContext as unknown as ExecutionContext;
        answer.json ??= Buffer.from(
          JSON.stringify({
            data: null,
            errors: errorsOf(result).map((error) => asAnswer(error, options.log)),
          }),
        );
        return new fetchApi.Response(null);
      }, 'application/json');
    },
  };

  const schema = buildContract();
  const yoga = createYoga<Record<string, unknown>, ExecutionContext>({
    schema,
    graphqlEndpoint: '/graphql',
    landingPage: false,
    graphiql: options.explorer,
    // From this server: the library's own page would load the explorer from another origin. It is 9 MB, so read late.
    renderGraphiQL: async (page) => (await import('@graphql-yoga/render-graphiql')).renderGraphiQL(page),
    batching: false,
    multipart: false,
    maskedErrors: false,
    logging: false,
    cors: false,
    plugins: [...(protection.plugins as Plugin[]), throughTheGate],
  });

  return {
    fetch: yoga.fetch.bind(yoga),
    /** Answers into the context when the body asks for a document that was found valid before; false when not. */
    async answerKnown(body: string, context: ExecutionContext): Promise<boolean> {
      const asked = readAsked(body);
      const document = asked === null ? undefined : validDocuments.get(asked.query);
      if (asked === null || document === undefined) return false;
      const { operationName, variables } = asked;
      await run({ schema, document, operationName, variableValues: variables, contextValue: context });
      return true;
    },
  };
}

const mostKeptDocuments = 500;
const longestKeptDocument = 20_000;

type Asked = { query: string; operationName?: string; variables?: Record<string, unknown> };

/** The plain form of a request, or null: every other form, and every fault, is for the endpoint to judge. */
function readAsked(body: string): Asked | null {
  let asked: unknown;
  try {
    asked = JSON.parse(body);
  } catch {
    return null;
  }
  if (typeof asked !== 'object' || asked === null || Array.isArray(asked)) return null;
  const { query, operationName, variables, ...others } = asked as Record<string, unknown>;
  if (typeof query !== 'string' || Object.keys(others).length > 0) return null;
  if (operationName != null && typeof operationName !== 'string') return null;
  if (variables != null && (typeof variables !== 'object' || Array.isArray(variables))) return null;
  return {
    query,
    ...(typeof operationName === 'string' && { operationName }),
    ...(variables != null && { variables: variables as Record<string, unknown> }),
  };
}

function errorsOf(result: unknown): readonly unknown[] {
  return typeof result === 'object' && result !== null && 'errors' in result && Array.isArray(result.errors)
    ? result.errors
    : [new Error('the request gave no result')];
}
