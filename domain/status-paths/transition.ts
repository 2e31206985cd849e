// The ways of a type from status to status, as its administrators keep them. A type without any is free.
import type { RecordTypeId, RoleId } from '../kernel/ids.ts';

export const creatorRules = ['ANYONE', 'ONLY_CREATOR', 'NOT_CREATOR'] as const;
export type CreatorRule = (typeof creatorRules)[number];

export type TransitionDesign = {
  /** Null: of a new record. */
  readonly fromStatusId: number | null;
  readonly toStatusId: number;
  /** None: every role. */
  readonly roleIds: readonly number[];
  /** 'NOT_CREATOR' is the rule of four eyes. */
  readonly creator: CreatorRule;
  /** As the filters of a grid are sent; judged when they are used. */
  readonly conditions: readonly unknown[];
  readonly needsComment: boolean;
};

export type StatusTransition = Omit<TransitionDesign, 'roleIds'> & {
  readonly id: number;
  readonly recordTypeId: RecordTypeId;
  readonly roleIds: readonly RoleId[];
};
