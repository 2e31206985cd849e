import type { Faults } from './use-form-draft.ts';

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };

/** The first sentence of each field that a schema found wrong; 'form' is the key of what concerns no field. */
export const faultsOfIssues = (issues: readonly Issue[] = []): Faults =>
  Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0] ?? 'form'), message]));
