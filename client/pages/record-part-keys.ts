import { lineKeys } from '../features/line-items/line-keys.ts';
import { objectKeys } from '../features/objects/object-keys.ts';

/** The keys of what pages put under and beside a record. */
export const recordPartKeys = [lineKeys, objectKeys] as const;
