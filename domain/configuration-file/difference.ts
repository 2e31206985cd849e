// What a file would change here, as it is shown and chosen.
import type { PartName } from './format.ts';
import type { LeftThing } from './list-left.ts';

export type Change = { readonly what: string; readonly before: string; readonly after: string };

export type Difference = {
  readonly key: string;
  readonly part: PartName;
  readonly state: 'NEW' | 'CHANGED' | 'ASKED';
  /** 'Orders › Discount' */
  readonly title: string;
  /** 'Field', '12 fields, 5 statuses' */
  readonly about: string;
  readonly changes: readonly Change[];
  /** What cannot be changed and stays as it is here. */
  readonly stays: readonly string[];
  /** Keys of what has to come with it. */
  readonly needs: readonly string[];
  /** Which thing here is meant, where nobody but a person can say. */
  readonly candidates: readonly { readonly name: string; readonly about: string }[];
};

export type Comparison = {
  readonly differences: readonly Difference[];
  /** How many things of the file are here already as they are. */
  readonly sameCount: number;
  /** What is here and not in the file. It stays as it is where it is not chosen to be switched off. */
  readonly left: readonly LeftThing[];
};

/** With what the file has of it, by which it is asked what it needs. */
export type Draft = Omit<Difference, 'needs'> & { readonly given: unknown };

export const draft = (
  part: PartName,
  key: string,
  state: Difference['state'],
  title: string,
  given: unknown,
  candidates: Difference['candidates'] = [],
): Draft => ({ key, part, state, title, about: '', changes: [], stays: [], candidates, given });
