import type { Preference } from './api.ts';
import type { PreferenceSet } from './use-grid-preferences.ts';

export type NamedFor = { name: string; roleId: number | null; isRoleDefault: boolean };

/** What is asked before it is saved, and under which name that may be settled. */
export type NamingQuestion = { readonly body: string; readonly action: string };

/** A name that is asked for: of what, and what is done with it. */
export type Naming = {
  readonly kind: 'new' | 'as new' | 'rename' | 'for role';
  readonly chosen: Preference | null;
  readonly set: PreferenceSet;
  /** False when it was not done after all. */
  readonly save: (named: NamedFor, question: NamingQuestion) => Promise<boolean>;
};
