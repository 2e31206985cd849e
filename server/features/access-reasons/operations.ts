import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import {
  explainAction,
  explainEdit,
  explainField,
  explainMenuItem,
  explainMenuPage,
  explainStatus,
  longestPageName,
  type AccessQuestion,
  type Explanation,
} from '@rowhouse/domain/access/explain.ts';
import { explainClosedType, explainHiddenField } from '@rowhouse/domain/access/explain-hidden.ts';
import { withRole } from '@rowhouse/domain/access/find-viewer.ts';
import type { AccessExplanation, ExplainAccessInput } from '@rowhouse/domain/contract.generated.ts';
import { rulesOfType } from '@rowhouse/domain/field-conditions/rules-of-type.ts';
import { byName } from '@rowhouse/domain/kernel/by-name.ts';
import { recordTypeId, roleId } from '@rowhouse/domain/kernel/ids.ts';
import { invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import type { Viewer } from '@rowhouse/domain/kernel/viewer.ts';
import { findMenuAction } from '@rowhouse/domain/menu/actions.ts';
import type { MenuItemPlace } from '@rowhouse/domain/menu/rules.ts';
import type { StatusMove } from '@rowhouse/domain/status-paths/judge-transition.ts';
import { findStatusPath } from '@rowhouse/domain/status-paths/path-of.ts';
import type { StoredRecordType, TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { MemberContext, OperationTable } from '../../graphql/operation.ts';
import { flag, row } from '../../platform/database/row.ts';
import { pageStatement } from '../../platform/record-store/page-statements.ts';
import { queryOfIds } from '../../platform/record-store/sight.ts';
import { readingOfRules } from '../field-conditions/sql.ts';
import { readingOfPath } from '../status-paths/sql.ts';
import { readSetAt, selectSetAt } from './sql.ts';

const mostAdministrators = 3;

type Names = 'explainAccess' | 'explainMenuPage' | 'explainRoleAccess';

export const accessReasonsOperations: Pick<OperationTable, Names> = {
  async explainAccess({ data }, context) {
    const { config, viewer } = context;
    const recordType = context.authorise(data.recordTypeId);
    requireOneSubject(data);
    const { recordId, statusId } = data;
    const { record, move } =
      recordId == null
        ? { record: null, move: null }
        : await readRecord(recordId, statusId ?? null, recordType, context);
    const question = { config, viewer, recordType, record };
    if (statusId == null) return show(explainIn(question, data), context);
    const explained = explainStatus(question, statusId, move);
    if (explained === null) throw notFound('The status');
    return show(explained, context);
  },

  async explainMenuPage({ data: { name } }, context) {
    if (name.trim() === '') throw invalid('Say what the page is called.', 'name');
    if (name.length > longestPageName)
      throw invalid(`The name of a page has at most ${longestPageName} characters.`, 'name');
    return show(explainMenuPage(context.config, context.viewer, name), context);
  },

  async explainRoleAccess({ data }, context) {
    const { config, viewer } = context;
    requireOneSubject(data);
    const { menuItemId, recordTypeId: typeId } = data;
    if (menuItemId == null && typeId == null)
      throw invalid('Name a record type or a menu item.', 'recordTypeId');
    const asked = withRole(config, viewer, roleId(data.roleId));
    if (asked === null) throw notFound('The role');
    const place = menuItemId == null ? null : getMenuItem(menuItemId, context);
    const type = typeId == null ? null : getType(typeId, context);
    return show(
      place === null ? explainInType(asked, type!, data, config) : explainMenuItem(config, asked, place),
      context,
    );
  },
};

/** Whoever administers knows of everything that is configured. */
function explainInType(
  asked: Viewer,
  type: StoredRecordType,
  data: Subject,
  config: TenantConfig,
): Explanation {
  const recordType = findAuthorisedRecordType(config, asked, type.id);
  if (recordType === null) return explainClosedType(asked, type);
  const hidden = data.fieldKey == null ? null : explainHiddenField(config, asked, type, data.fieldKey);
  return hidden ?? explainIn({ config, viewer: asked, recordType, record: null }, data);
}

type Subject = Pick<ExplainAccessInput, 'fieldKey' | 'action' | 'statusId'>;

function requireOneSubject({ fieldKey, action, statusId }: Subject): void {
  if ([fieldKey, action, statusId].filter((one) => one != null).length > 1)
    throw invalid('Ask about one of a field, an action and a status.');
}

function explainIn(question: AccessQuestion, { fieldKey, action }: Subject): Explanation {
  if (fieldKey != null) {
    const explained = explainField(question, fieldKey);
    if (explained === null) throw notFound('The field');
    return explained;
  }
  if (action == null) return explainEdit(question);
  const known = findMenuAction(action);
  if (known === null) throw invalid(`There is no action '${action}'.`, 'action');
  return explainAction(question, known);
}

function getType(id: number, { config }: MemberContext): StoredRecordType {
  const type = config.recordTypes.get(recordTypeId(id));
  if (type === undefined) throw notFound('The record type');
  return type;
}

function getMenuItem(id: number, { config }: MemberContext): MenuItemPlace {
  for (const group of config.menu)
    for (const section of group.sections)
      for (const item of section.items) if (item.id === id) return { group, section, item };
  throw notFound('The menu item');
}

/** What the columns of its path come after. */
const state = row({ enabled: flag });

/** The record as the role sees it, and its move to the status as a change would make it. */
async function readRecord(
  id: number,
  statusId: number | null,
  recordType: AuthorisedRecordType,
  context: MemberContext,
): Promise<{ record: NonNullable<AccessQuestion['record']>; move: StatusMove | null }> {
  const { config, viewer } = context;
  const path = statusId === null ? null : findStatusPath(config, viewer, recordType.type.id);
  const reading = readingOfPath(path ?? { statuses: [], steps: [] }, recordType.type);
  const { type } = recordType;
  const rules = type.isSuper ? null : rulesOfType(config, viewer, type);
  const ofRules = rules && readingOfRules(rules, type, viewer.tenantId);
  const { answers } = await context.readTogether([
    pageStatement(
      queryOfIds([id], recordType, context),
      () => [state.columns, ...reading.columns, ...(ofRules?.columns ?? [])],
      { offset: 0, limit: 1 },
      null,
    ),
  ]);
  const [found] = answers[0]?.rows ?? [];
  if (found === undefined) throw notFound('The record');
  const [{ enabled }, others] = state.split(found);
  const { from, createdBy, values } = reading.read(others);
  const move =
    statusId === null
      ? null
      : {
          from,
          to: statusId,
          createdBy,
          userId: viewer.userId,
          read: (key: string) => values.get(key) ?? null,
        };
  const ruled = rules && ofRules && { rules, values: ofRules.read(others.slice(reading.columns.length)) };
  return { record: { isDeleted: !enabled, ...(ruled !== null && { ruled }) }, move };
}

async function show(explanation: Explanation, context: MemberContext): Promise<AccessExplanation> {
  const { decidedBy, ...told } = explanation;
  const setAt = decidedBy === null ? null : await findSetAt(decidedBy, context);
  return {
    ...told,
    steps: [...told.steps],
    since:
      setAt === null
        ? null
        : { at: setAt.at, by: setAt.userId === null ? null : personOf(setAt.userId, context) },
    administrators:
      told.isAllowed || told.remedy === null || context.viewer.administers ? [] : administratorsOf(context),
  };
}

/** How a company was configured, and by whom, is for those who administer it. */
async function findSetAt(
  decidedBy: NonNullable<Explanation['decidedBy']>,
  { viewer, readTogether }: MemberContext,
) {
  if (!viewer.administers) return null;
  const { answers } = await readTogether([selectSetAt(viewer.tenantId, decidedBy)]);
  return readSetAt(answers[0]);
}

function personOf(id: Viewer['userId'], { config }: MemberContext) {
  const member = config.members.get(id);
  return { id, name: member?.name ?? 'Somebody who has left', email: member?.email ?? null };
}

const administratorsOf = ({ config }: MemberContext) =>
  [...config.members.values()]
    .filter(({ enabled, roleId: role }) => enabled && config.roles.get(role)?.administers === true)
    .sort(byName)
    .slice(0, mostAdministrators)
    .map(({ id, name, email }) => ({ id, name, email }));
