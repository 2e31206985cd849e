// Changes as browser storage keeps them.
import type { KeptChange } from './edited.ts';

type Texts = Readonly<Record<string, string>>;

export type StoredChange = {
  readonly version: number;
  readonly original: Texts;
  readonly values: Texts;
  readonly idempotencyKey?: string;
};

export const toStored = (change: KeptChange): StoredChange => ({
  version: change.version,
  original: Object.fromEntries(change.original),
  values: Object.fromEntries(change.values),
  ...(change.idempotencyKey && { idempotencyKey: change.idempotencyKey }),
});

export const fromStored = ({ version, original, values, idempotencyKey }: StoredChange): KeptChange => ({
  version,
  original: new Map(Object.entries(original)),
  values: new Map(Object.entries(values)),
  ...(idempotencyKey !== undefined && { idempotencyKey }),
});

const areTexts = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((text) => typeof text === 'string');

export function isStoredChange(value: unknown): value is StoredChange {
  if (typeof value !== 'object' || value === null) return false;
  const { version, original, values, idempotencyKey } = value as Record<string, unknown>;
  const isKeyed = idempotencyKey === undefined || typeof idempotencyKey === 'string';
  return typeof version === 'number' && isKeyed && areTexts(original) && areTexts(values);
}
