// What every kind of change has on its way back: what it was, the version that stands now, an order that moved.
import {
  changedColumns,
  orderBefore,
  sayWhyNotBack,
} from '@rowhouse/domain/audit-log/put-back-configuration.ts';
import { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import type { MemberContext, OperationTable } from '../../graphql/operation.ts';
import { findVersion, selectVersion } from './sql.ts';
import type { StoredEntry, VersionedEntity } from './sql.ts';

/** The saves of the pages by which changes go back. */
export type Saves = Pick<
  OperationTable,
  | 'updateRoleAccess'
  | 'updateSaasRole'
  | 'updateSaasMember'
  | 'updateTenantProfile'
  | 'updateRecordType'
  | 'updateList'
  | 'updateListValues'
  | 'updateCompanyMenu'
  | 'updateObjectDefinition'
  | 'updateDashboard'
  | 'updateUserGridPreferences'
  | 'registerUserGridPreferencesDefault'
  | 'updateUserGridPreferencesDefault'
  | 'updateTransmissionMapping'
  | 'approveTransmissionMapping'
  | 'declineTransmissionMapping'
>;

/** Throws one of the three below, and what the save refuses. Answers what follows of it that its page would say, as a sentence. */
export type PutBack = (
  entry: StoredEntry,
  saves: Saves,
  context: MemberContext,
) => Promise<string | undefined | void>;

/** What was changed is not there any more, or something that it needs: the sentence, where there is one, says what. */
export class Gone extends Error {}
/** It does not go back in one step, for the reason that the sentence says. */
export class OtherPage extends Error {}
/** It stands as it was before. */
export class AlreadySo extends Error {}

/** What each column was, of those that changed. */
export const before = (entry: StoredEntry): Readonly<Record<string, unknown>> =>
  Object.fromEntries(changedColumns(entry).map((key) => [key, entry.changes[key]?.[0] ?? null]));

/** Of a description nothing says that it is kept. */
export const described = (was: Readonly<Record<string, unknown>>) => ({
  ...was,
  ...(was['description'] === null && { description: '' }),
});

export async function readVersion(
  entity: VersionedEntity,
  id: number,
  context: MemberContext,
): Promise<number> {
  const { answers } = await context.read([selectVersion(context.viewer.tenantId, entity, id)]);
  const version = findVersion(answers[0]);
  if (version === null) throw new Gone();
  return version;
}

/** Where they have among them another order by now, that is a conflict. */
export function orderBack<Id extends number | string>(from: readonly Id[], moved: unknown): Id[] {
  const to = orderBefore(from, moved as [Id[], Id[]]);
  if (to === null) throw new Refusal('CONFLICT', sayWhyNotBack('CHANGED_SINCE', null));
  return to;
}
