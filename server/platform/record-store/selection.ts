import type { FieldNode } from 'graphql';

/** What is asked of an object, with fragments laid flat: the contract has no interfaces, so every fragment applies. */
export type Selection = readonly SelectedField[];

export type SelectedField = {
  readonly responseKey: string;
  readonly name: string;
  /** Absent of a selection that the server makes itself. */
  readonly node?: FieldNode;
  /** The contract's type of what the field holds, without lists and non-nulls. */
  readonly typeName: string;
  /** Null of a scalar. */
  readonly selection: Selection | null;
};
