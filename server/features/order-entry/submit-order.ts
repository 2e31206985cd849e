import type { AuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { mayOnRecordType } from '@rowhouse/domain/access/decide.ts';
import type {
  OrderLineInput,
  RegisterRecordInput,
  SubmitOrderInput,
  SubmittedOrder,
} from '@rowhouse/domain/contract.generated.ts';
import { parseFieldKey } from '@rowhouse/domain/fields/field.ts';
import { dayAt } from '@rowhouse/domain/kernel/dates.ts';
import { Refusal, invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import { requireStorableText } from '@rowhouse/domain/kernel/text-safety.ts';
import { changeLine, type JudgedLine } from '@rowhouse/domain/line-items/rules.ts';
import type { GivenValue } from '@rowhouse/domain/line-items/rules.ts';
import { whyNotForm } from '@rowhouse/domain/order-entry/access.ts';
import { optionsAreOver, requireOptions } from '@rowhouse/domain/order-entry/judge-lines.ts';
import { mostOrderLines } from '@rowhouse/domain/order-entry/limits.ts';
import type { DealerOption } from '@rowhouse/domain/order-entry/order-files.ts';
import { attachmentsOf, filesOfOrder } from '@rowhouse/domain/order-entry/order-attachments.ts';
import { choicesOf, findTarget, toFieldValue } from '@rowhouse/domain/order-entry/order-form.ts';
import type { OrderForm } from '@rowhouse/domain/order-entry/order-form.ts';
import {
  formIsOver,
  formNotFound,
  noLinesHere,
  requireOrder,
  tooManyOrderLines,
} from '@rowhouse/domain/order-entry/rules.ts';
import type { OrderAnswers } from '@rowhouse/domain/order-entry/rules.ts';
import { latestRecordDate } from '@rowhouse/domain/records/new-record.ts';
import { questionsOf } from '@rowhouse/domain/order-entry/sections.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { joinTransaction } from '../../graphql/join-transaction.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import type { WrittenJson } from '../../graphql/written-json.ts';
import { hashBody } from '../../platform/body-of-key.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Answer, Transaction } from '../../platform/database/database.ts';
import { findIdempotencyStatement, readKeptId } from '../../platform/idempotency-key.ts';
import { pageStatement } from '../../platform/record-store/page-statements.ts';
import { queryOfIds } from '../../platform/record-store/sight.ts';
import { getLineOwner, insertLineItems } from '../line-items/sql.ts';
import type { ReadOffered } from './read-offered.ts';
import { findForm, findMade, lockOrderKey, madeColumns, readFiles, selectFiles, selectForm } from './sql.ts';

export type OrderServices = {
  readonly createRecord: CreateRecord;
  readonly clock: Clock;
  readonly readOffered: ReadOffered;
};

/** As `registerRecordHeader` makes one, with all that it asks of the role. */
type CreateRecord = (data: RegisterRecordInput, context: MemberContext, body: string) => Promise<WrittenJson>;

/** The record and its lines in one transaction. A key that made an order answers with that order, and refuses another. */
export async function submitOrder(
  data: SubmitOrderInput,
  context: MemberContext,
  services: OrderServices,
): Promise<SubmittedOrder> {
  if (data.idempotencyKey === '') throw invalid('An order needs a key.', 'idempotencyKey');
  requireStorableText(data.idempotencyKey, 'idempotencyKey');
  const { tenantId, userId } = context.viewer;
  // A form or a file of options that was changed since is no other order.
  const { idempotencyKey: _key, formVersion: _version, optionsHash: _hash, ...sent } = data;
  const body = hashBody(sent);
  const judged = await readJudged(data, context, services);
  const first = [
    lockOrderKey(userId, data.idempotencyKey),
    selectForm(tenantId, data.formId),
    findIdempotencyStatement('registerRecordHeader', data.idempotencyKey, userId),
    selectFiles(tenantId),
  ];
  return context.write(first, async (transaction, [, stored, kept, files]) => {
    const form = findForm(stored);
    const recordType = form === null ? null : openType(form, context);
    if (form === null || recordType === null) throw new Refusal('NOT_FOUND', formNotFound);
    const { recordTypeId } = form;
    const madeId = readKeptId(kept, body);
    if (madeId !== null) return readMade(madeId, recordType, context, transaction);
    const { record, lines } = readOrder(form, recordType, data, context, services.clock);
    requireJudged(judged, hashOfOptions(files), data);
    const written = await services
      .createRecord(record, joined(context, transaction), body)
      .catch((refusal: unknown) => {
        throw atQuestion(refusal, form);
      });
    const made = JSON.parse(String(written.parts[0])) as { id: number; recordNumber: number | null };
    if (form.lines !== null && lines.length > 0)
      await transaction.run(
        insertLineItems(
          getLineOwner(context.config, form.lines.lineItemTypeId),
          lines.map((values, index) => ({ recordId: made.id, values, position: index + 1 })),
        ),
      );
    return { recordId: made.id, recordTypeId, recordNumber: made.recordNumber };
  });
}

type Judged = {
  /** Of the file of options that stands; null where the company has none, and nothing is asked of options. */
  readonly hash: string | null;
  /** Of the opportunity; or why they cannot be had. */
  readonly offered: readonly DealerOption[] | Refusal;
};

const hashOfOptions = (files: Answer | undefined): string | null =>
  readFiles(files).find(({ kind }) => kind === 'DEALER_OPTIONS')?.hash ?? null;

/** Read before the transaction, which holds nobody up for a file; null for an order without options of an opportunity. */
async function readJudged(
  { answers, lines }: SubmitOrderInput,
  { viewer, read }: MemberContext,
  { readOffered }: OrderServices,
): Promise<Judged | null> {
  const opportunity = answers.find(({ key }) => key === 'opportunity')?.value.trim() ?? '';
  if (opportunity === '' || (lines ?? []).length === 0) return null;
  const { answers: found } = await read([selectFiles(viewer.tenantId)]);
  const hash = hashOfOptions(found[0]);
  if (hash === null) return { hash, offered: [] };
  try {
    return { hash, offered: await readOffered(viewer.tenantId, hash, opportunity) };
  } catch (refusal) {
    if (refusal instanceof Refusal) return { hash, offered: refusal };
    throw refusal;
  }
}

/** By the file that stands in the transaction of the order. */
function requireJudged(judged: Judged | null, standing: string | null, data: SubmitOrderInput): void {
  if (judged === null || standing === null) return;
  const { hash, offered } = judged;
  if (hash !== standing || (data.optionsHash != null && data.optionsHash !== standing))
    throw optionsAreOver();
  if (offered instanceof Refusal) throw offered;
  requireOptions(
    offered,
    (data.lines ?? []).map(({ option }) => option.trim()),
  );
}

/** Null reads as no such form; that the role may not make records of the type is said. */
function openType(form: OrderForm, context: MemberContext): AuthorisedRecordType | null {
  try {
    return context.authorise(form.recordTypeId);
  } catch (refusal) {
    if (refusal instanceof Refusal && refusal.code === 'NOT_FOUND') return null;
    throw refusal;
  }
}

type ReadOrder = { readonly record: RegisterRecordInput; readonly lines: readonly JudgedLine[] };

/** What a key made before: nothing of it is written again. */
async function readMade(
  recordId: number,
  recordType: AuthorisedRecordType,
  context: MemberContext,
  transaction: Transaction,
): Promise<SubmittedOrder> {
  const found = await transaction.one(
    pageStatement(
      queryOfIds([recordId], recordType, context),
      () => madeColumns(recordType.fields.has('recordNumber')),
      { offset: 0, limit: 1 },
      null,
    ),
  );
  const made = findMade(found);
  if (made === null) throw notFound('The record');
  return { recordId, recordTypeId: recordType.type.id, recordNumber: made.recordNumber };
}

/** A refusal that names a field of the record names the question whose answer goes there. */
function atQuestion(refusal: unknown, { fields }: OrderForm): unknown {
  if (!(refusal instanceof Refusal) || refusal.context.field === undefined) return refusal;
  const { field } = refusal.context;
  const question = Object.entries(fields).find(([, target]) => target === field)?.[0];
  if (question === undefined) return refusal;
  return new Refusal(refusal.code, refusal.message, { ...refusal.context, field: question });
}

function readOrder(
  form: OrderForm,
  recordType: AuthorisedRecordType,
  data: SubmitOrderInput,
  context: MemberContext,
  clock: Clock,
): ReadOrder {
  if (data.formVersion !== form.version) throw formIsOver();
  const whyNot = whyNotForm(form, recordType);
  if (whyNot !== null) throw new Refusal('FORBIDDEN', whyNot);
  const { type } = recordType;
  const choices = new Map(
    questionsOf(form.parts).flatMap(({ key }) => {
      const names = choicesOf(context.config, findTarget(type, form.fields[key]));
      return names === undefined ? [] : [[key, names] as const];
    }),
  );
  const answers = requireOrder(form.parts, data.answers, choices);
  const fields = fieldsOf(form, recordType, answers, context);
  const files = filesOfOrder(attachmentsOf(form, recordType), data.files ?? []);
  const record: RegisterRecordInput = {
    ...requiredOfAll(form, recordType, answers, context, clock),
    ...fields,
    ...(files.recordFileId !== null && { recordFileId: files.recordFileId }),
    additionalFields: [...(fields.additionalFields ?? []), ...files.additionalFields],
    recordType: form.recordTypeId,
    idempotencyKey: data.idempotencyKey,
  };
  return { record, lines: readLines(form, data.lines ?? [], context) };
}

/** What every new record asks and no question does, as far as the role may fill it. */
function requiredOfAll(
  form: OrderForm,
  recordType: AuthorisedRecordType,
  answers: OrderAnswers,
  { config, viewer }: MemberContext,
  clock: Clock,
): Partial<RegisterRecordInput> {
  const may = (key: string) => recordType.fields.get(key)?.access === 'Editable';
  const about = answers['opportunity'] || answers['poNumber'] || '';
  return {
    ...(may('description') && { description: `${form.name} ${about}`.trim() }),
    ...(may('issuedByCompanyName') && { issuedByCompanyName: answers['companyName'] ?? config.name }),
    ...(may('issuedToCompanyName') && { issuedToCompanyName: config.name }),
    ...(may('recordDate') && {
      recordDate: latestRecordDate(dayAt(clock.now(), viewer.timeZone ?? 'UTC')),
    }),
    ...(may('status') && { statusId: firstStatusOf(recordType, config) }),
    ...(may('problemCode') && form.problemCodeId !== null && { problemCodeId: form.problemCodeId }),
  };
}

/** The one that is marked as the first, else the one that stands first. */
function firstStatusOf(
  { type }: AuthorisedRecordType,
  { statuses, firstStatuses }: TenantConfig,
): number | null {
  const ofType = [...statuses.values()].filter(
    ({ recordTypeId, enabled }) => enabled && recordTypeId === type.id,
  );
  return (ofType.find(({ id }) => firstStatuses.has(id)) ?? ofType[0])?.id ?? null;
}

/** Each answer in the field to which it goes; what is wrong is told by the question. */
function fieldsOf(
  form: OrderForm,
  { type }: AuthorisedRecordType,
  answers: OrderAnswers,
  { config }: MemberContext,
): Partial<RegisterRecordInput> {
  const base: Record<string, string | number | boolean> = {};
  const additionalFields: { recordAdditionalFieldByTypeId: number; value: string }[] = [];
  for (const question of questionsOf(form.parts)) {
    const answer = answers[question.key] ?? '';
    const target = findTarget(type, form.fields[question.key]);
    if (answer === '' || target === null) continue;
    const read = toFieldValue(question, answer, target, config);
    if ('whyNot' in read) throw invalid(read.whyNot, question.key);
    const parsed = parseFieldKey(target.key);
    if ('fieldId' in parsed)
      additionalFields.push({ recordAdditionalFieldByTypeId: parsed.fieldId, value: read.value });
    else base[parsed.base] = valueOf(target.dataType).toInput(read.value);
  }
  return { ...base, additionalFields };
}

function readLines(
  form: OrderForm,
  lines: readonly OrderLineInput[],
  { config, viewer }: MemberContext,
): JudgedLine[] {
  if (lines.length === 0) return [];
  if (lines.length > mostOrderLines) throw invalid(tooManyOrderLines, 'lines');
  const type = form.lines === null ? undefined : config.lineItemTypes.get(form.lines.lineItemTypeId);
  if (form.lines === null || type === undefined || type.recordTypeId !== form.recordTypeId)
    throw invalid(noLinesHere, 'lines');
  const may = (action: 'line item access' | 'edit line items') =>
    mayOnRecordType(viewer, action, type.recordTypeId);
  if (!may('line item access') || !may('edit line items'))
    throw new Refusal('FORBIDDEN', 'Your role may not change line items here.');
  const { option, quantity, price } = form.lines;
  return lines.map((line, index) => {
    const refuse = (sentence: string) => invalid(`${line.option.trim()}: ${sentence}`, `lines.${index}`);
    if (line.quantity < 1) throw refuse('A quantity is 1 or more.');
    const texts: [number | null, string | null][] = [
      [option, line.option.trim()],
      [quantity, String(line.quantity)],
      [price, line.price?.trim() || null],
    ];
    const given = texts.flatMap(([id, value]): GivenValue[] => {
      const field = type.fields.find((one) => one.id === id);
      return field === undefined || value === null ? [] : [{ field, value }];
    });
    const made = changeLine(type, null, given, { config, viewer });
    if ('fault' in made) throw refuse(made.fault.sentence);
    return made.values;
  });
}

const plainField = (name: string, typeName: string) => ({
  responseKey: name,
  name,
  typeName,
  selection: null,
});

/** The same viewer in the transaction of the order, asked for what an order tells of its record. */
const joined = (context: MemberContext, transaction: Transaction): MemberContext => ({
  ...joinTransaction(context, transaction),
  selection: [plainField('id', 'Id'), plainField('recordNumber', 'SafeInt')],
});
