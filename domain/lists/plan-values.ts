import type { ListValueDraft } from './rules.ts';

/** A value as it is kept: its place in the list counts from 1. */
export type KeptListValue = {
  readonly id: number;
  readonly value: string;
  readonly userId: number | null;
  readonly objectText?: string | null;
  readonly enabled: boolean;
  readonly position: number;
};

export type ListValuesPlan = {
  readonly inserted: readonly Omit<KeptListValue, 'id'>[];
  /** Only those that become different. */
  readonly changed: readonly KeptListValue[];
};

/**
 * What has to be written so that the list stands as the drafts say (Specification 4: a dropped value is kept but
 * disabled, a new one has an order). Drafts name kept values by their id; `kept` is in the list's order.
 */
export function planListValues(
  kept: readonly KeptListValue[],
  drafts: readonly ListValueDraft[],
): ListValuesPlan {
  const before = new Map(kept.map((value) => [value.id, value]));
  const named = new Set(drafts.map(({ id }) => id));
  const dropped = kept.filter(({ id }) => !named.has(id)).map((value) => ({ ...value, enabled: false }));
  const wanted = [...drafts, ...dropped].map(({ id, value, userId, objectText, enabled }, index) => ({
    id,
    value,
    userId,
    objectText: objectText ?? null,
    enabled,
    position: index + 1,
  }));
  return {
    inserted: wanted.flatMap(({ id, ...made }) => (id === null ? [made] : [])),
    changed: wanted.flatMap(({ id, ...made }) => {
      const old = id === null ? undefined : before.get(id);
      return old === undefined || isSame(old, made) ? [] : [{ ...made, id: old.id }];
    }),
  };
}

const isSame = (one: Omit<KeptListValue, 'id'>, other: Omit<KeptListValue, 'id'>): boolean =>
  one.value === other.value &&
  one.userId === other.userId &&
  (one.objectText ?? null) === (other.objectText ?? null) &&
  one.enabled === other.enabled &&
  one.position === other.position;
