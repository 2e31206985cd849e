// A transition as the designer holds it: lists as text, so that what is changed is told by comparing values.
import type { TransitionConditionInput, TransitionDesignInput } from '@rowhouse/domain/contract.generated.ts';
import type { CreatorRule } from '@rowhouse/domain/status-paths/transition.ts';
import type { Design } from './api.ts';

export type TransitionValues = {
  /** The key of a status in the draft; '' for a new record. */
  readonly from: string;
  readonly to: string;
  /** Ids with commas between; '' for every role. */
  readonly roles: string;
  readonly creator: CreatorRule;
  /** JSON of conditions. */
  readonly conditions: string;
  readonly needsComment: boolean;
  readonly enabled: boolean;
};

export const readTransition = (read: Design['transitions'][number]): TransitionValues => ({
  from: read.fromStatusId === null ? '' : `${read.fromStatusId}`,
  to: `${read.toStatusId}`,
  roles: read.roleIds.join(),
  creator: read.creator,
  conditions: JSON.stringify(read.conditions),
  needsComment: read.needsComment,
  enabled: true,
});

export const plainTransition = (from: string, to: string): TransitionValues => ({
  from,
  to,
  roles: '',
  creator: 'ANYONE',
  conditions: '[]',
  needsComment: false,
  enabled: true,
});

export const conditionsOf = ({ conditions }: TransitionValues): TransitionConditionInput[] =>
  JSON.parse(conditions) as TransitionConditionInput[];
export const rolesOf = ({ roles }: TransitionValues): number[] =>
  roles.split(',').filter(Boolean).map(Number);

/** Null for what is not saved yet. */
type Draft = { readonly id: number | null };

/** What is sent of it. A status that is made by the same save is told by its place among those. */
export function toTransitionInput(
  { id, version, values }: Draft & { readonly version: number | null; readonly values: TransitionValues },
  changed: Partial<TransitionValues>,
  statuses: { readonly parts: readonly (Draft & { readonly key: string })[] },
): TransitionDesignInput {
  const made = statuses.parts.filter((status) => status.id === null);
  const idOf = (key: string): number | null => {
    if (key === '') return null;
    const status = statuses.parts.find((one) => one.key === key);
    return status?.id ?? -1 - made.findIndex((one) => one.key === key);
  };
  return {
    ...(id === null
      ? { fromStatusId: idOf(values.from), toStatusId: idOf(values.to) }
      : { id, version, ...(changed.enabled !== undefined && { enabled: changed.enabled }) }),
    ...(changed.roles !== undefined && { roleIds: rolesOf(values) }),
    ...(changed.creator !== undefined && { creator: values.creator }),
    ...(changed.needsComment !== undefined && { needsComment: values.needsComment }),
    ...(changed.conditions !== undefined && { conditions: conditionsOf(values) }),
  };
}
