import { selectionCap } from './limits.ts';

/** Specification 8 and 9. */
export const tooManySelected = `The maximum number of records that can be edited/downloaded/deleted is ${selectionCap}.`;

export const whyNotSoMany = (count: number): string | null => (count > selectionCap ? tooManySelected : null);
