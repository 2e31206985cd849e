import type { DocumentNode, GraphQLSchema, ValidationRule } from 'graphql';
import { GraphQLError, NoSchemaIntrospectionCustomRule, parse, specifiedRules, validate } from 'graphql';
import { findExceededLimit } from './document-limits.ts';

/** Enough for every document of ours several times over, and little enough that none can be made to hurt. */
export const graphqlLimits = {
  tokens: 2000,
  depth: 12,
  aliases: 30,
  directives: 30,
  /** Many lines, and what a workbook holds. */
  bodyBytes: 2_000_000,
  /** Of whoever is no member: any document of ours several times over. */
  strangerBodyBytes: 200_000,
  /** Of the objects and lists in a body; ours have a dozen. */
  bodyDepth: 64,
};

const mostKept = 500;
const longestKept = 20_000;
const mostErrors = 5;

export type ReadDocument = { readonly document: DocumentNode } | { readonly errors: readonly GraphQLError[] };

/**
 * Parses and judges documents. One that was found valid stays so, as its text alone decides: the most recently used
 * ones are kept and executed at once.
 * @param explorer whether the schema may be asked for
 */
export function createDocuments(
  schema: GraphQLSchema,
  { explorer }: { explorer: boolean },
): (text: string) => ReadDocument {
  const rules: readonly ValidationRule[] = explorer
    ? specifiedRules
    : [...specifiedRules, NoSchemaIntrospectionCustomRule];
  const kept = new Map<string, DocumentNode>();

  function judge(text: string): ReadDocument {
    let document: DocumentNode;
    try {
      document = parse(text, { maxTokens: graphqlLimits.tokens });
    } catch (error) {
      if (error instanceof GraphQLError) return { errors: [error] };
      throw error;
    }
    const exceeded = findExceededLimit(document, graphqlLimits);
    if (exceeded !== null) return { errors: [exceeded] };
    const errors = validate(schema, document, rules, { maxErrors: mostErrors, hideSuggestions: true });
    return errors.length > 0 ? { errors } : { document };
  }

  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) {
      // A map keeps the order of insertion, so the first one is the least recently used.
      kept.delete(text);
      kept.set(text, known);
      return { document: known };
    }
    const read = judge(text);
    if ('document' in read && text.length <= longestKept) {
      const oldest = kept.size >= mostKept ? kept.keys().next().value : undefined;
      if (oldest !== undefined) kept.delete(oldest);
      kept.set(text, read.document);
    }
    return read;
  };
}
