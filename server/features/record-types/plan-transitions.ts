// What of the transitions between statuses is given, put over what stands, and judged. Nothing is written here.
import type { TransitionDesignInput } from '@rowhouse/domain/contract.generated.ts';
import { baseFields, type BaseField } from '@rowhouse/domain/fields/base-fields.ts';
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import { invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import { roleId } from '@rowhouse/domain/kernel/ids.ts';
import { designChangedMeanwhile } from '@rowhouse/domain/record-types/rules.ts';
import type { FilterCondition } from '@rowhouse/domain/records/filter-rules.ts';
import { mostPathConditions, mostTransitions } from '@rowhouse/domain/status-paths/limits.ts';
import type { TransitionDesign } from '@rowhouse/domain/status-paths/transition.ts';
import {
  tooManyConditions,
  tooManyTransitions,
  transitionKey,
  transitionToItself,
  transitionTwice,
  whyNotPathCondition,
} from '@rowhouse/domain/status-paths/why-not-transition.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { StoredDesign, StoredTransition } from './sql.ts';

type ChangedTransition = TransitionDesign & { readonly id: number; readonly enabled: boolean };

export type TransitionPlan = {
  readonly made: readonly TransitionDesign[];
  readonly changed: readonly ChangedTransition[];
};

/** @param madeStatuses ids of the statuses that the same change makes, in their order */
export function planTransitions(
  inputs: readonly TransitionDesignInput[],
  current: StoredDesign,
  madeStatuses: readonly { readonly id: number; readonly name: string }[],
  config: TenantConfig,
  showCurrent: () => unknown,
): TransitionPlan {
  const statuses = new Map([...current.statuses, ...madeStatuses].map(({ id, name }) => [id, name]));
  const standing = new Map(current.transitions.map((one) => [one.id, one]));
  const made: TransitionDesign[] = [];
  const changed: ChangedTransition[] = [];
  for (const [index, input] of inputs.entries()) {
    const at = `transitions.${index}`;
    const stands = input.id == null ? null : standing.get(input.id);
    if (stands === undefined) throw notFound('The transition');
    if (stands !== null && stands.version !== input.version)
      throw designChangedMeanwhile(`the transitions of “${current.name}”`, showCurrent());
    const design = designOf(input, stands, at, madeStatuses, current, config);
    for (const id of [design.fromStatusId, design.toStatusId])
      if (id !== null && !statuses.has(id)) throw notFound('The status');
    if (stands === null) made.push(design);
    else {
      standing.delete(stands.id);
      changed.push({ ...design, id: stands.id, enabled: input.enabled ?? true });
    }
  }
  const all = [...standing.values(), ...changed.filter(({ enabled }) => enabled), ...made];
  if (all.length > mostTransitions) throw invalid(tooManyTransitions, 'transitions');
  const seen = new Set<string>();
  for (const one of all) {
    const nameOf = (id: number | null) => (id === null ? 'a new record' : (statuses.get(id) ?? ''));
    if (seen.has(transitionKey(one)))
      throw invalid(transitionTwice(nameOf(one.fromStatusId), nameOf(one.toStatusId)), 'transitions');
    seen.add(transitionKey(one));
  }
  return { made, changed };
}

function designOf(
  input: TransitionDesignInput,
  stands: StoredTransition | null,
  at: string,
  madeStatuses: readonly { readonly id: number }[],
  current: StoredDesign,
  config: TenantConfig,
): TransitionDesign {
  const statusOf = (given: number) => (given < 0 ? (madeStatuses[-given - 1]?.id ?? given) : given);
  const to = stands?.toStatusId ?? input.toStatusId;
  if (to == null) throw invalid('Choose the status that the transition leads to.', `${at}.toStatusId`);
  const from = stands === null ? (input.fromStatusId ?? null) : stands.fromStatusId;
  const design = {
    fromStatusId: from === null ? null : statusOf(from),
    toStatusId: statusOf(to),
    roleIds: [...new Set(input.roleIds ?? stands?.roleIds ?? [])],
    creator: input.creator ?? stands?.creator ?? 'ANYONE',
    conditions: input.conditions ?? stands?.conditions ?? [],
    needsComment: input.needsComment ?? stands?.needsComment ?? false,
  };
  if (design.fromStatusId === design.toStatusId) throw invalid(transitionToItself, `${at}.toStatusId`);
  if (input.roleIds?.some((id) => !config.roles.has(roleId(id))) === true) throw notFound('The role');
  if (input.conditions != null) requireConditions(input.conditions, current, `${at}.conditions`);
  return design;
}

function requireConditions(conditions: readonly FilterCondition[], current: StoredDesign, at: string): void {
  if (conditions.length > mostPathConditions) throw invalid(tooManyConditions, at);
  const fields = new Map(
    [
      ...baseFields.map(({ name, label, dataType }: BaseField) => ({ key: name, name: label, dataType })),
      ...current.fields
        .filter(({ enabled }) => enabled)
        .map(({ id, name, dataType }) => ({ key: additionalFieldKey(id as never), name, dataType })),
    ].map((field) => [field.key, field]),
  );
  for (const condition of conditions) {
    const whyNot = whyNotPathCondition(fields.get(condition.field), condition);
    if (whyNot !== null) throw invalid(whyNot, at);
  }
}
