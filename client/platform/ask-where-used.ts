// "Where is this used?" of whatever is configured: any screen asks, the layout answers. There is one answer at a time.
import type { ConfiguredKind } from '@rowhouse/domain/contract.generated.ts';

export type WhereUsedQuestion = {
  readonly kind: ConfiguredKind;
  /** Its own; of a FIELD that of its record type. */
  readonly id: number;
  /** Of a FIELD: 'status', 'f12'. */
  readonly fieldKey?: string;
};

let question: WhereUsedQuestion | null = null;
const listeners = new Set<() => void>();

function set(next: WhereUsedQuestion | null): void {
  question = next;
  for (const listener of listeners) listener();
}

export const askWhereUsed = (asked: WhereUsedQuestion): void => set(asked);
export const closeWhereUsed = (): void => set(null);
export const getWhereUsedQuestion = (): WhereUsedQuestion | null => question;

export function subscribeToWhereUsed(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
