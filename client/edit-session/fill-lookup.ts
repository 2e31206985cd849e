import type { Filling } from '@rowhouse/domain/fills/fill-from.ts';

/** What choices fill, as far as it is known here. */
export type FillLookup = Pick<Filling, 'fillsOf' | 'read'>;
