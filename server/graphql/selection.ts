import type { Selection } from '../platform/record-store/selection.ts';
import type {
  FieldNode,
  FragmentDefinitionNode,
  GraphQLNamedType,
  OperationDefinitionNode,
  SelectionSetNode,
} from 'graphql';
import {
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  Kind,
  getDirectiveValues,
  getNamedType,
  isObjectType,
} from 'graphql';

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;
type Variables = { readonly [name: string]: unknown };

type GetDirectiveValues = (
  definition: typeof GraphQLSkipDirective,
  node: { directives?: readonly unknown[] },
  variables: unknown,
) => { if?: unknown } | undefined;
const directiveValues = getDirectiveValues as unknown as GetDirectiveValues;

/** @param variableValues as the argument coercion of the graphql library takes them. */
export function selectFields(
  set: OperationDefinitionNode['selectionSet'],
  fragments: Fragments,
  variableValues: unknown,
  parent: GraphQLNamedType,
): Selection {
  const collected = new Map<string, { node: FieldNode; sets: SelectionSetNode[] }>();
  collect(set, fragments, variableValues, collected, new Set());
  return [...collected].map(([responseKey, { node, sets }]) => {
    const definition = isObjectType(parent) ? parent.getFields()[node.name.value] : undefined;
    const type = definition === undefined ? parent : getNamedType(definition.type);
    return {
      responseKey,
      name: node.name.value,
      node,
      typeName: type.name,
      selection: sets.length === 0 ? null : selectFields(merge(sets), fragments, variableValues, type),
    };
  });
}

const merge = (sets: readonly SelectionSetNode[]): SelectionSetNode =>
  sets.length === 1 && sets[0] !== undefined
    ? sets[0]
    : { kind: Kind.SELECTION_SET, selections: sets.flatMap((set) => set.selections) };

/** A fragment is walked once: spread ten times by each of five others it would be a hundred thousand. */
function collect(
  set: SelectionSetNode,
  fragments: Fragments,
  variableValues: unknown,
  into: Map<string, { node: FieldNode; sets: SelectionSetNode[] }>,
  walked: Set<string>,
): void {
  for (const item of set.selections) {
    if (item.directives?.length) {
      if (directiveValues(GraphQLSkipDirective, item, variableValues)?.if === true) continue;
      if (directiveValues(GraphQLIncludeDirective, item, variableValues)?.if === false) continue;
    }
    if (item.kind === Kind.FIELD) {
      const key = item.alias?.value ?? item.name.value;
      const found = into.get(key) ?? { node: item, sets: [] };
      if (item.selectionSet) found.sets.push(item.selectionSet);
      into.set(key, found);
    } else if (item.kind === Kind.INLINE_FRAGMENT) {
      collect(item.selectionSet, fragments, variableValues, into, walked);
    } else {
      const fragment = fragments.get(item.name.value);
      if (fragment === undefined || walked.has(item.name.value)) continue;
      walked.add(item.name.value);
      collect(fragment.selectionSet, fragments, variableValues, into, walked);
    }
  }
}

/** The part of a value that was asked for. `typeName` is for __typename, which a plain value does not carry. */
export function project(value: unknown, selection: Selection | null, typeName: string): unknown {
  if (value === null || value === undefined) return null;
  if (selection === null) return value;
  if (Array.isArray(value)) return value.map((item) => project(item, selection, typeName));
  const source = value as Variables;
  const result: Record<string, unknown> = {};
  for (const field of selection) {
    result[field.responseKey] =
      field.name === '__typename' ? typeName : project(source[field.name], field.selection, field.typeName);
  }
  return result;
}
