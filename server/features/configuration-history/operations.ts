// One change of the configuration goes back by the operation by which its page saves: what judges a change there judges this one.
import { entriesPutBackBy } from '@rowhouse/domain/audit-log/change-source.ts';
import type { ChangeSource } from '@rowhouse/domain/audit-log/change-source.ts';
import {
  findObstacle,
  isReturning,
  sayWhyNotBack,
  whyNotInOneStep,
} from '@rowhouse/domain/audit-log/put-back-configuration.ts';
import type { ReturningEntity } from '@rowhouse/domain/audit-log/put-back-configuration.ts';
import { showAuditMoment } from '@rowhouse/domain/audit-log/show-moment.ts';
import type {
  ConfigurationPutBackReason,
  PutBackConfigurationResult,
} from '@rowhouse/domain/contract.generated.ts';
import { Refusal, invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import { longestReason, mostConfiguredAtOnce } from '@rowhouse/domain/put-back/limits.ts';
import { joinTransaction } from '../../graphql/join-transaction.ts';
import type { MemberContext, OperationTable } from '../../graphql/operation.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { saySource } from '../put-back/sql.ts';
import { AlreadySo, Gone, OtherPage, type PutBack, type Saves } from './back.ts';
import { putBackDashboard } from './put-back-dashboards.ts';
import { putBackList, putBackValue } from './put-back-lists.ts';
import { putBackAcceptance, putBackMapping } from './put-back-mappings.ts';
import { putBackMenu } from './put-back-menu.ts';
import { putBackObject, putBackProperty } from './put-back-objects.ts';
import { putBackAccess, putBackCompany, putBackMember, putBackRole } from './put-back-roles.ts';
import { putBackCondition, putBackTransition } from './put-back-rules.ts';
import { putBackLineField, putBackLineType, putBackPart, putBackType } from './put-back-types.ts';
import { putBackView, putBackViewDefault } from './put-back-views.ts';
import { readEntries, selectEntry, selectLater } from './sql.ts';
import type { StoredEntry } from './sql.ts';

/** Rolls the whole step back. */
class NotBack extends Error {
  readonly result: PutBackConfigurationResult;
  constructor(result: PutBackConfigurationResult) {
    super();
    this.result = result;
  }
}

const isBack: PutBackConfigurationResult = { whyNot: null, sentence: null, entry: null, follows: [] };

/** Each by the save of its page. */
const putBackBy: Readonly<Record<ReturningEntity, PutBack>> = {
  role_field_access: putBackAccess,
  role_menu_item_action: putBackAccess,
  role: putBackRole,
  membership: putBackMember,
  tenant: putBackCompany,
  record_type: putBackType,
  field: putBackPart('field'),
  record_status: putBackPart('record_status'),
  problem_code: putBackPart('problem_code'),
  line_item_type: putBackLineType,
  line_item_field: putBackLineField,
  field_condition: putBackCondition,
  status_transition: putBackTransition,
  list: putBackList,
  list_value: putBackValue,
  object_definition: putBackObject,
  object_property: putBackProperty,
  menu_group: putBackMenu,
  menu_section: putBackMenu,
  menu_item: putBackMenu,
  dashboard: putBackDashboard,
  grid_preference: putBackView,
  grid_preference_default: putBackViewDefault,
  transmission_mapping: putBackMapping,
  transmission_acceptance: putBackAcceptance,
};

export function configurationHistoryOperations(saves: Saves): Pick<OperationTable, 'putBackConfiguration'> {
  return {
    async putBackConfiguration({ data }, context) {
      const reason = data.reason?.trim() ?? '';
      if (reason.length > longestReason)
        throw invalid(`The reason has at most ${longestReason} characters.`, 'reason');
      const ids = [...new Set([data.id, ...(data.with ?? [])])].toSorted((one, other) => other - one);
      if (ids.length > mostConfiguredAtOnce)
        throw invalid(`At most ${mostConfiguredAtOnce} changes go back in one step.`, 'with');
      try {
        await context.write([], async (transaction) => {
          const isTrial = data.isTrial === true;
          // A trial leaves nothing: it asks nobody who they are.
          const joined = joinTransaction({ ...context, isProved: context.isProved || isTrial }, transaction);
          const follows = new Set<string>();
          for (const entry of await getEntries(ids, joined)) {
            const one = await putBackOne(entry, reason, saves, joined, transaction);
            if (one !== undefined) follows.add(one);
          }
          if (isTrial) throw new NotBack({ ...isBack, follows: [...follows] });
        });
        return isBack;
      } catch (error) {
        if (error instanceof NotBack) return error.result;
        throw error;
      }
    },
  };
}

/** Before any is judged, so that an id of another company is answered as one of nobody, whatever stands beside it. */
async function getEntries(ids: readonly number[], { viewer, read }: MemberContext): Promise<StoredEntry[]> {
  const { answers } = await read(ids.map((id) => selectEntry(viewer.tenantId, id)));
  return answers.map((answer) => {
    const [entry] = readEntries(answer);
    if (entry === undefined) throw notFound('The entry');
    return entry;
  });
}

/** Of several each is judged by what those before it left. Answers what follows of it. */
async function putBackOne(
  entry: StoredEntry,
  reason: string,
  saves: Saves,
  context: MemberContext,
  transaction: Transaction,
): Promise<string | undefined> {
  const tenant = context.viewer.tenantId;
  const refuse = (
    whyNot: ConfigurationPutBackReason,
    last: Parameters<typeof sayWhyNotBack>[1] | undefined = null,
    sentence = '',
  ) =>
    new NotBack({
      whyNot,
      sentence: sentence === '' ? sayWhyNotBack(whyNot, last) : sentence,
      entry: entry.id,
      follows: [],
    });
  const whyNot = whyNotInOneStep(entry);
  if (whyNot !== null) throw refuse(whyNot);
  if (!isReturning(entry.entity)) throw refuse('OTHER_PAGE');
  const later = readEntries((await context.read([selectLater(tenant, entry)])).answers[0]);
  const obstacle = findObstacle(
    entry,
    later.map((one) => ({ ...one, putsBack: entriesPutBackBy(one.source) })),
  );
  if (obstacle !== null) {
    const by = later.find((one) => one.id === obstacle.by.id);
    throw refuse(obstacle.reason, by && nameLast(by, context));
  }
  const source: ChangeSource = { kind: 'PUT_BACK', entries: [entry.id], ...(reason !== '' && { reason }) };
  await transaction.run([saySource(source)]);
  try {
    return (await putBackBy[entry.entity](entry, saves, context)) ?? undefined;
  } catch (error) {
    if (error instanceof Gone) throw refuse('GONE', null, error.message);
    if (error instanceof OtherPage) throw refuse('OTHER_PAGE', null, error.message);
    if (error instanceof AlreadySo) throw refuse('ALREADY_SO');
    if (!(error instanceof Refusal)) throw error;
    if (error.code === 'NOT_FOUND') throw refuse('GONE');
    if (error.code === 'CONFLICT') throw refuse('CHANGED_SINCE');
    throw error;
  }
}

const nameLast = ({ userId, at }: StoredEntry, { config, viewer }: MemberContext) => ({
  who: (userId === null ? undefined : config.members.get(userId)?.name) ?? 'the system',
  when: showAuditMoment(at, viewer.timeZone ?? 'UTC'),
});
