import { readFileSync } from 'node:fs';
import { EnvelopArmor } from '@escape.tech/graphql-armor';
import type { GraphQLSchema } from 'graphql';
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

  const throughTheGate: Plugin = {
    onValidate({ addValidationRule }) {
      if (!options.explorer) addValidationRule(NoSchemaIntrospectionCustomRule);
    },
    onExecute({ setExecuteFn }) {
      setExecuteFn(async (args) => {
        const context = args.contextValue as ExecutionContext;
        const { json, refusal } = await execute(gate, args);
        if (refusal !== null) options.metrics?.refusals.inc({ code: refusal });
        context.answer.json = json;
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

  return createYoga<Record<string, unknown>, ExecutionContext>({
    schema: buildContract(),
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
}

function errorsOf(result: unknown): readonly unknown[] {
  return typeof result === 'object' && result !== null && 'errors' in result && Array.isArray(result.errors)
    ? result.errors
    : [new Error('the request gave no result')];
}
