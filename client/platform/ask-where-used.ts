// "Where is this used?" of whatever is configured: any screen asks, the layout answers. There is one answer at a time.
import type { ConfiguredKind } from '@rowhouse/domain/contract.generated.ts';
import { createObserved } from './observed.ts';

export type WhereUsedQuestion = {
  readonly kind: ConfiguredKind;
  /** Its own; of a FIELD that of its record type. */
  readonly id: number;
  /** Of a FIELD: 'status', 'f12'. */
  readonly fieldKey?: string;
};

export const whereUsedAsked = createObserved<WhereUsedQuestion | null>(null);

export const askWhereUsed = (asked: WhereUsedQuestion): void => whereUsedAsked.set(asked);
export const closeWhereUsed = (): void => whereUsedAsked.set(null);
