// A configuration file is carried out by the saves of the pages: their rules, versions and refusals hold, and nothing is written
// that no page could write. The steps stand in the order in which things need one another; what is switched off comes last.
import type { Configuration } from '@rowhouse/domain/configuration-file/format.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { applyFieldConditions, applyTransitions } from './apply-conditions.ts';
import { applyDashboards } from './apply-dashboards.ts';
import { applyViews } from './apply-views.ts';
import { applyForms, applyMenu, applyPortals, switchOff } from './apply-places.ts';
import { applyAccess, applyRoles, applyTests } from './apply-roles.ts';
import { applyObjectLists, applyObjects, applyValueLists, applyValues } from './apply-lists.ts';
import { applySuperTypes, applyTypes } from './apply-types.ts';
import { readMoment } from './one-transaction.ts';
import type { Plan, Saves, Step } from './step.ts';

const steps: readonly Step[] = [
  applyValueLists,
  applyObjects,
  applyObjectLists,
  applyObjects,
  applyValues,
  applyTypes,
  applySuperTypes,
  applyMenu,
  applyRoles,
  applyAccess,
  applyTests,
  applyTransitions,
  applyFieldConditions,
  applyPortals,
  applyForms,
  applyDashboards,
  applyViews,
  switchOff,
];

/** What is taken away goes the other way round: whatever names a thing goes before it. */
const stepsBack: readonly Step[] = [
  applyViews,
  applyDashboards,
  applyForms,
  applyPortals,
  applyFieldConditions,
  applyTransitions,
  applyMenu,
  applyTypes,
  applyValues,
  applyObjects,
  switchOff,
];

/** Within the transaction; it is not ended here. */
export async function applyConfiguration(
  plan: Plan,
  saves: Saves,
  context: MemberContext,
  transaction: Transaction,
): Promise<void> {
  await run(steps, plan, saves, context, transaction);
}

/** @param given names what is to be switched off and nothing else */
export async function takeAway(
  given: Configuration,
  saves: Saves,
  context: MemberContext,
  transaction: Transaction,
): Promise<void> {
  const plan: Plan = { given, answers: new Map(), isChosen: () => true, made: new Set() };
  await run(stepsBack, plan, saves, context, transaction);
}

async function run(
  all: readonly Step[],
  plan: Plan,
  saves: Saves,
  context: MemberContext,
  transaction: Transaction,
): Promise<void> {
  for (const step of all) await step(await readMoment(context, transaction), plan, saves);
}
