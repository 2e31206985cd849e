import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { recordFileKey } from '@rowhouse/domain/attachments/attached-file.ts';
import { fileUnknown } from '@rowhouse/domain/attachments/rules.ts';
import type { RegisterRecordInput } from '@rowhouse/domain/contract.generated.ts';
import { findBaseField } from '@rowhouse/domain/fields/base-fields.ts';
import type { BaseFieldName } from '@rowhouse/domain/fields/base-fields.ts';
import { rulesOfType } from '@rowhouse/domain/field-conditions/rules-of-type.ts';
import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import { dayAt } from '@rowhouse/domain/kernel/dates.ts';
import { Refusal, invalid } from '@rowhouse/domain/kernel/refusal.ts';
import { defaultValuesOf, firstStatusOf } from '@rowhouse/domain/records/given-values.ts';
import { requireIdempotencyKey } from '@rowhouse/domain/kernel/idempotency.ts';
import {
  isRequiredInNewRecord,
  latestRecordDate,
  newRecordBaseFields,
  whyNotInNewRecord,
} from '@rowhouse/domain/records/new-record.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import { WrittenJson } from '../../graphql/written-json.ts';
import { hashBody } from '../../platform/body-of-key.ts';
import type { Clock } from '../../platform/clock.ts';
import { databaseErrorCode } from '../../platform/database/open-database.ts';
import { keepFilesStatement } from '../attachments/sql.ts';
import { fillChange } from './fill-change.ts';
import {
  commentOfMove,
  givenOf,
  judgeMove,
  nothingBefore,
  pathOfChange,
  type PathOfChange,
  type Standing,
} from './judge-move.ts';
import {
  findIdempotencyStatement,
  keepIdempotencyStatement,
  readKeptId,
} from '../../platform/idempotency-key.ts';
import { findOwnFiles, idsOf, namedFilesOf } from './named-files.ts';
import { assignmentsOf, nothingCurrent, parseRecordChange } from './parse-record-change.ts';
import type { FindFile } from './parse-record-change.ts';
import type { FilledChange, JudgedChange, RecordChange } from './record-change.ts';
import { readRecord } from './read-record.ts';
import { writerFor } from './read-record-page.ts';
import { linksOfNew } from './record-links.ts';
import { givenNumber, insertRecordStatement, nextRecordIdStatement, readNextId } from './sql.ts';

/**
 * A record of the type, made once for a key however often it is asked for.
 * @param body hash of what was sent under the key, where that is not the record itself
 */
export async function createRecord(
  data: RegisterRecordInput,
  context: MemberContext,
  clock: Clock,
  { body = bodyOf(data) }: { readonly body?: string } = {},
): Promise<WrittenJson> {
  const recordType = context.authorise(data.recordType);
  const named = namedFilesOf(data, recordType);
  const findFile = await findOwnFiles(named, context);
  const change = parseNewRecord(data, recordType, context, clock, findFile);
  const { viewer } = context;
  const writer = writerFor(recordType, context, context.selection);
  const columns = writer.columns(recordType.type);
  const key = data.idempotencyKey ?? null;
  if (key !== null) requireIdempotencyKey(key);
  const first = [
    nextRecordIdStatement,
    ...(key === null ? [] : [findIdempotencyStatement('registerRecordHeader', key, viewer.userId)]),
  ];
  const year = Number(dayAt(clock.now(), viewer.timeZone ?? 'UTC').slice(0, 4));
  const create = () =>
    context.write(first, async (transaction, found) => {
      const made = key === null ? null : readKeptId(found.at(-1), body);
      if (made !== null) return readRecord(made, recordType, context, transaction);
      const recordId = readNextId(found[0]);
      const statements = [
        ...(key === null
          ? []
          : [
              keepIdempotencyStatement(
                viewer.tenantId,
                viewer.userId,
                'registerRecordHeader',
                { key, body },
                recordId,
              ),
            ]),
        ...(named.size === 0 ? [] : [keepFilesStatement(idsOf(named))]),
        insertRecordStatement(
          viewer.tenantId,
          recordType.type,
          recordId,
          (values) => [
            ...assignmentsOf(change, values, true),
            ...(change.base.has('recordNumber') ? [] : [givenNumber(viewer.tenantId, recordType.type, year)]),
            // Specification 3 has it in the form alone: it is kept, and is no field of a grid.
            ...(data.resultItemId == null
              ? []
              : [{ column: 'result_item_id', expression: values.bind(data.resultItemId) }]),
          ],
          columns,
        ),
      ];
      const { comment } = change;
      const answers = await (comment === null
        ? transaction.finish(statements)
        : transaction.run([
            ...statements,
            commentOfMove(comment, { id: recordId, version: 1 }, recordType, context),
          ]));
      const row = [...(answers[statements.length - 1]?.rows[0] ?? [])];
      return new WrittenJson(writer.write(row, linksOfNew(recordId, recordType)));
    });
  try {
    return await create();
  } catch (error) {
    // The same key at the same moment: the other one made the record, which is the answer to both.
    if (key === null || databaseErrorCode(error) !== '23505') throw error;
    return create();
  }
}

function bodyOf({ idempotencyKey: _key, ...sent }: RegisterRecordInput): string {
  return hashBody(sent);
}

const filledByServer = new Set<string>([
  'recordNumber',
  'recordDate',
  'issuedByCompanyName',
  'issuedToCompanyName',
]);
const isFilledByServer = (name: BaseFieldName): boolean => filledByServer.has(name);

const baseFieldOf = (name: BaseFieldName) => {
  const { label, dataType } = findBaseField(name)!;
  return { key: name, name: label, dataType, required: false };
};

/** Hidden reads as unknown: which of the fields it is, is not said. */
const cannotFillAll = () =>
  new Refusal(
    'FORBIDDEN',
    'Your role cannot create records here: a new record needs fields that it may not fill. An administrator can give it access to them.',
  );

/**
 * In the zone that the person chose; else somewhere on earth it is already this day, and what is earlier than today
 * there is not refused here.
 */
const latestToday = (clock: Clock, timeZone: string | null): string =>
  dayAt(clock.now(), timeZone ?? 'Pacific/Kiritimati');

/**
 * Specification 3: who and when is set by the server, whatever the input says; the rest is judged by the rules of the
 * form, as far as the role may fill it.
 */
function parseNewRecord(
  data: RegisterRecordInput,
  recordType: AuthorisedRecordType,
  context: MemberContext,
  clock: Clock,
  findFile: FindFile,
): JudgedChange {
  if (data.tenant != null && data.tenant !== context.viewer.tenantId && data.tenant !== specificationTenant) {
    throw new Refusal('NOT_FOUND', 'The company was not found.', { field: 'tenant' });
  }
  if (data.enabled === false) throw invalid('A new record is enabled.', 'enabled');
  const { createdBy: _createdBy, receivedBy: _receivedBy, approvedBy: _approvedBy, ...given } = data;
  const ofServer = { receivedAt: undefined, dueDate: undefined, recordCreateDate: undefined };
  const current = { ...nothingCurrent, findFile };
  const change = parseRecordChange({ ...given, ...ofServer }, recordType, context.config, current);
  if (data.recordFileId != null && findFile(recordFileKey, data.recordFileId) === null)
    throw invalid(fileUnknown, recordFileKey);
  const today = latestToday(clock, context.viewer.timeZone);
  const firstStatus = firstStatusOf(context.config, recordType.type.id);
  const defaults = defaultsOf(context.config, recordType, change);
  for (const name of newRecordBaseFields) {
    const field = recordType.fields.get(name);
    if (field === undefined || field.access !== 'Editable') {
      const isFilled = isFilledByServer(name) || (name === 'status' && firstStatus !== null);
      if (isRequiredInNewRecord(baseFieldOf(name)) && !isFilled) throw cannotFillAll();
      continue;
    }
    const value = change.base.get(name);
    const filled = value ?? (name === 'status' ? firstStatus : null);
    const text = filled === null ? '' : String(filled);
    const isGiven = name === 'recordNumber' && recordType.type.isNumbered;
    const asField = { key: name, name: field.name, dataType: field.dataType, required: false, isGiven };
    if (!isRequiredInNewRecord(asField) && text === '') continue;
    const whyNot = whyNotInNewRecord(asField, text, today);
    if (whyNot !== null) throw invalid(whyNot, name);
  }
  const base = new Map(change.base);
  // Decision 031: what the role may not fill is filled here, where it can be known.
  for (const name of ['issuedByCompanyName', 'issuedToCompanyName'] as const)
    if (base.get(name) == null) base.set(name, context.config.name);
  if (base.get('recordDate') == null)
    base.set('recordDate', latestRecordDate(dayAt(clock.now(), context.viewer.timeZone ?? 'UTC')));
  const recordDate = base.get('recordDate') ?? null;
  const { userId } = context.viewer;
  for (const name of ['createdBy', 'receivedBy', 'approvedBy'] as const) base.set(name, userId);
  // At noon UTC, which is that day in all but two zones: midnight would be the evening before in the Americas.
  base.set('receivedAt', recordDate === null ? null : `${String(recordDate)}T12:00:00Z`);
  base.set('recordCreateDate', recordDate);
  base.set('dueDate', dayAt(clock.now(), context.viewer.timeZone ?? 'UTC'));
  // A role that may not write the number gets the next one.
  if (base.get('recordNumber') == null) base.delete('recordNumber');
  if (base.get('status') == null && firstStatus !== null) base.set('status', firstStatus);
  const whole = { ...change, base, additional: [...change.additional, ...defaults.values()] };
  const rules = rulesOfType(context.config, context.viewer, recordType.type);
  const filledBase = new Set<string>(
    [...base].flatMap(([name, value]) => (change.base.get(name) === value ? [] : [name])),
  );
  const path = pathOfChange(recordType.type, data.comment ?? null, context);
  const before = nothingBefore(context.viewer.userId, filledBase);
  const filled = fillChange(whole, recordType, {
    config: context.config,
    current: nothingCurrent,
    rules,
    ruled: null,
    said: change,
  });
  for (const stored of recordType.type.fields) {
    if (!stored.enabled || !stored.required || defaults.has(stored.id)) continue;
    const key = additionalFieldKey(stored.id);
    if (rules?.stateOf(key, null, givenOf(filled)).isShown === false) continue;
    const field = recordType.fields.get(key);
    if (field === undefined || field.access !== 'Editable') throw cannotFillAll();
    const isGiven = filled.additional.some((one) => one.field.id === stored.id && one.value !== null);
    if (!isGiven) throw invalid(`${field.name} is required`, field.key);
  }
  return judgeBeginning(filled, path, before, recordType);
}

const isOfMove = ({ context: { field } }: Refusal): boolean => field === 'status' || field === 'comment';

/** A status that the role does not see is not named in a refusal. */
function judgeBeginning(
  change: FilledChange,
  path: PathOfChange | null,
  before: Standing,
  recordType: AuthorisedRecordType,
): JudgedChange {
  try {
    return judgeMove(change, path, before);
  } catch (refusal) {
    if (refusal instanceof Refusal && isOfMove(refusal) && !recordType.fields.has('status'))
      throw cannotFillAll();
    throw refusal;
  }
}

/** What fills fields of which nothing is said; not even that they are to stay empty. */
export function defaultsOf(
  config: TenantConfig,
  { type }: AuthorisedRecordType,
  { additional }: RecordChange,
): ReadonlyMap<number, RecordChange['additional'][number]> {
  const given = new Set<number>(additional.map(({ field }) => field.id));
  return new Map(
    defaultValuesOf(config, type).flatMap((one): [number, RecordChange['additional'][number]][] =>
      given.has(one.field.id) ? [] : [[one.field.id, one]],
    ),
  );
}

/** Specification 3: the form's default tenant is 1, whichever the tenant is. */
const specificationTenant = 1;
