// What each step of an import is given.
import type { OperationName } from '@rowhouse/domain/access/permissions.ts';
import type { Configuration } from '@rowhouse/domain/configuration-file/format.ts';
import { Refusal, invalid } from '@rowhouse/domain/kernel/refusal.ts';
import type { OperationTable } from '../../graphql/operation.ts';
import type { Moment } from './one-transaction.ts';

export type Saves = Pick<
  OperationTable,
  Extract<
    OperationName,
    | 'createList'
    | 'updateList'
    | 'updateListValues'
    | 'createObjectDefinition'
    | 'updateObjectDefinition'
    | 'createRecordType'
    | 'updateRecordType'
    | 'updateCompanyMenu'
    | 'createSaasRole'
    | 'updateSaasRole'
    | 'updateRoleAliases'
    | 'updateRoleAccess'
    | 'createAccessTest'
    | 'deleteAccessTest'
    | 'createPortal'
    | 'updatePortal'
    | 'createOrderForm'
    | 'updateOrderForm'
    | 'createDashboard'
    | 'updateDashboard'
    | 'registerUserGridPreferences'
    | 'updateUserGridPreferences'
  >
>;

export type Plan = {
  readonly given: Configuration;
  /** A thing that was found or made goes by its name from then on. */
  readonly answers: Map<string, string | null>;
  readonly isChosen: (key: string) => boolean;
  /** Keys of record types that came with the file. */
  readonly made: Set<string>;
};

export type Step = (moment: Moment, plan: Plan, saves: Saves) => Promise<void>;

/** What a page refuses is said with the thing that it is about. */
export async function about<Result>(title: string, save: () => Promise<Result>): Promise<Result> {
  try {
    return await save();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(error.code, `${title}: ${error.message} Nothing was changed.`, { field: 'text' });
  }
}

export const missing = (of: string, what: string, name: string): Refusal =>
  invalid(`${of}: there is no ${what} “${name}” here. Choose it as well. Nothing was changed.`, 'chosen');
