import { longestReason } from '@rowhouse/domain/put-back/limits.ts';

/** In characters. `client/ui` knows no limit of the domain. */
export const mostOfAReason = longestReason;
