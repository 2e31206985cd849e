// A configuration file is carried out by the saves of the pages: their rules, versions and refusals hold, and nothing is written
// that no page could write. The steps stand in the order in which things need one another; what is switched off comes last.
import type { MemberContext } from '../../graphql/operation.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { applyFieldConditions, applyTransitions } from './apply-conditions.ts';
import { applyDashboards } from './apply-dashboards.ts';
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
  switchOff,
];

/** Within the transaction; it is not ended here. */
export async function applyConfiguration(
  plan: Plan,
  saves: Saves,
  context: MemberContext,
  transaction: Transaction,
): Promise<void> {
  for (const step of steps) await step(await readMoment(context, transaction), plan, saves);
}
