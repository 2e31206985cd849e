import type { DirectiveNode, DocumentNode, FragmentDefinitionNode, SelectionSetNode } from 'graphql';
import { GraphQLError, Kind } from 'graphql';

/** What one operation of a document may hold, with every fragment counted as often as it is spread. */
export type DocumentLimits = {
  readonly depth: number;
  readonly aliases: number;
  readonly directives: number;
};

const nothing: DocumentLimits = { depth: 0, aliases: 0, directives: 0 };

/**
 * The first limit that the document exceeds, or null. Each fragment is measured once, however often it is spread, so
 * the cost is that of the text. What introspection asks for is not counted: validation refuses it where it is not
 * offered, and an explorer asks deeply. A fragment that spreads itself counts as empty: validation refuses it.
 */
export function findExceededLimit(document: DocumentNode, limits: DocumentLimits): GraphQLError | null {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const measured = new Map<string, DocumentLimits>();

  function measureFragment(name: string): DocumentLimits {
    const known = measured.get(name);
    if (known !== undefined) return known;
    measured.set(name, nothing);
    const fragment = fragments.get(name);
    const found =
      fragment === undefined
        ? nothing
        : withDirectives(measureSelection(fragment.selectionSet), fragment.directives);
    measured.set(name, found);
    return found;
  }

  function measureSelection({ selections }: SelectionSetNode): DocumentLimits {
    return selections.reduce<DocumentLimits>((total, selection) => {
      if (selection.kind === Kind.FRAGMENT_SPREAD)
        return add(total, withDirectives(measureFragment(selection.name.value), selection.directives));
      if (selection.kind === Kind.INLINE_FRAGMENT)
        return add(total, withDirectives(measureSelection(selection.selectionSet), selection.directives));
      if (selection.name.value === '__schema' || selection.name.value === '__type') return total;
      const inside =
        selection.selectionSet === undefined ? nothing : measureSelection(selection.selectionSet);
      const field = {
        ...inside,
        depth: inside.depth + 1,
        aliases: inside.aliases + (selection.alias === undefined ? 0 : 1),
      };
      return add(total, withDirectives(field, selection.directives));
    }, nothing);
  }

  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const found = withDirectives(measureSelection(definition.selectionSet), definition.directives);
    for (const name of ['depth', 'aliases', 'directives'] as const) {
      if (found[name] > limits[name]) return new GraphQLError(sentences[name](limits[name]));
    }
  }
  return null;
}

const sentences: Readonly<Record<keyof DocumentLimits, (limit: number) => string>> = {
  depth: (limit) => `The document is nested more than ${limit} deep.`,
  aliases: (limit) => `The document has more than ${limit} aliases.`,
  directives: (limit) => `The document has more than ${limit} directives.`,
};

// Fragments that spread fragments multiply, and end in Infinity, which is over every limit.
const add = (one: DocumentLimits, other: DocumentLimits): DocumentLimits => ({
  depth: Math.max(one.depth, other.depth),
  aliases: one.aliases + other.aliases,
  directives: one.directives + other.directives,
});

const withDirectives = (
  found: DocumentLimits,
  directives: readonly DirectiveNode[] | undefined,
): DocumentLimits =>
  directives === undefined || directives.length === 0
    ? found
    : { ...found, directives: found.directives + directives.length };
